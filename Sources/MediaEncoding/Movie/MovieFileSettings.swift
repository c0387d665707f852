import CoreMedia
import Foundation
import FoundationExtras

/// What a movie file is to become.
public struct MovieFileSettings: Sendable {
    /// Where; nothing may be there.
    public var url: URL
    /// The kind of file.
    public var container: MovieContainer
    /// The tracks, at most one of a kind in sound files.
    public var tracks: [MovieTrack]
    /// The longest time between two fragments, of media and of the wall's clock: what a sudden end may cost.
    public var fragmentInterval: CMTime
    /// How long the first fragment is at most: short, so that a recording that ends at once has something to show.
    public var firstFragmentInterval = CMTime(value: 1, timescale: 10)
    /// The longest time between two moments at which everything is safe from a power cut.
    public var syncInterval: CMTime
    /// What the movie says about itself.
    public var metadata: MovieMetadata
    /// For a Live Photo's movie in a QuickTime file: the photo's moment, from the movie's start. A track of timed metadata
    /// with one sample, `com.apple.quicktime.still-image-time`, tells it.
    public var stillImageTime: CMTime?
    /// Units per second of the movie's own times; nil takes 90,000 or, for sound alone, its rate.
    public var movieTimescale: CMTimeScale?
    /// Bytes kept free in front for the index, at most; what is not needed is given back where the file system can.
    /// 1 MiB holds the index of about half an hour.
    public var reservedIndexSpace: Int
    /// Segments for streaming that are made in place of a file; nil makes a file. Times count from zero of the samples' times.
    public var segments: MovieSegmentSettings?
    /// Bytes that may wait for the disk before ``MovieFile/isReadyForMoreData`` turns false.
    public var backlogLimit: Int

    /// Makes settings.
    public init(
        url: URL,
        container: MovieContainer,
        tracks: [MovieTrack],
        fragmentInterval: CMTime = CMTime(value: 1, timescale: 2),
        syncInterval: CMTime = CMTime(value: 1, timescale: 1),
        metadata: MovieMetadata = MovieMetadata(),
        movieTimescale: CMTimeScale? = nil,
        reservedIndexSpace: Int = 1 << 20,
        backlogLimit: Int = 16 << 20
    ) {
        self.url = url
        self.container = container
        self.tracks = tracks
        self.fragmentInterval = fragmentInterval
        self.syncInterval = syncInterval
        self.metadata = metadata
        self.movieTimescale = movieTimescale
        self.reservedIndexSpace = reservedIndexSpace
        self.backlogLimit = backlogLimit
    }

    /// Bytes to keep free in front: more for tracks with more samples than a usual recording's 30 pictures and 47 packets.
    var indexReserve: Int {
        let rate = tracks.reduce(0.0) { sum, track in
            let usual = track.format?.mediaType == .audio ? 47.0 : 30
            return sum + min(1000, max(1, track.expectedSampleRate ?? usual))
        }
        return Int(Double(max(0, min(reservedIndexSpace, 1 << 30))) * max(1, rate / 77))
    }
}

/// The kind of a movie file.
public enum MovieContainer: String, Sendable, Hashable, CaseIterable, Codable {
    /// MPEG-4.
    case mp4
    /// QuickTime.
    case mov
    /// MPEG-4 with sound only.
    case m4a
    /// Apple's Core Audio file; uncompressed sound or Opus.
    case caf
    /// WAVE: uncompressed sound.
    case wav
}

/// One track of a movie.
// Unchecked: format descriptions never change.
public struct MovieTrack: @unchecked Sendable {
    /// What the samples are; nil when it is not known yet: see ``MovieFile/setFormat(_:track:)``.
    public var format: CMFormatDescription?
    /// Units per second of the track's times; nil takes the sample rate for sound and 90,000 for pictures.
    public var timescale: CMTimeScale?
    /// How pictures are to be turned and mirrored when they are shown. The part that moves the picture may be left out: it is
    /// made such that the shown picture starts at the origin when it is zero.
    public var transform: CGAffineTransform
    /// ISO 639-2/T, as `eng`; nil for undetermined.
    public var language: String?
    /// The language as a tag of BCP 47, beside ``language``; nil for none.
    public var languageTag: String?
    /// How loud sound is to be played, from 0 to 1; nil for as loud as it is.
    public var volume: Float?
    /// Whether players use the track from the start. Default true.
    public var isEnabled: Bool
    /// Pictures or packets per second that are expected; how much room is kept for the index depends on it.
    public var expectedSampleRate: Double?

    /// Makes a track.
    public init(
        format: CMFormatDescription?,
        timescale: CMTimeScale? = nil,
        transform: CGAffineTransform = .identity,
        language: String? = nil,
        isEnabled: Bool = true,
        expectedSampleRate: Double? = nil
    ) {
        self.format = format
        self.timescale = timescale
        self.transform = transform
        self.language = language
        self.isEnabled = isEnabled
        self.expectedSampleRate = expectedSampleRate
    }

    /// Units per second of the track's times in the file; nil while its format is not known.
    var unitsPerSecond: CMTimeScale? {
        guard let format else { return nil }
        guard let sound = format.audioStreamBasicDescription else { return timescale ?? 90_000 }
        return max(1, CMTimeScale(sound.mSampleRate.rounded()))
    }
}

/// What a movie says about itself.
public struct MovieMetadata: Sendable, Hashable, Codable {
    /// When it was begun.
    public var creationDate: Date?
    /// The zone that the creation date is written in.
    public var timeZoneOffset: Int?
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The program.
    public var software: String?
    /// A title.
    public var title: String?
    /// Where it was taken, ISO 6709, as `+48.8577+002.2950+035.000/`.
    public var locationISO6709: String?
    /// Further entries, by their keys: `com.apple.quicktime...` or any reverse domain name in QuickTime files, and
    /// libavformat's names of iTunes' items (`comment`, `artist`, `description`, `copyright` ...) in MPEG-4 files.
    public var others: [String: String]

    /// Makes metadata.
    public init(
        creationDate: Date? = nil,
        timeZoneOffset: Int? = nil,
        make: String? = nil,
        model: String? = nil,
        software: String? = nil,
        title: String? = nil,
        locationISO6709: String? = nil,
        others: [String: String] = [:]
    ) {
        self.creationDate = creationDate
        self.timeZoneOffset = timeZoneOffset
        self.make = make
        self.model = model
        self.software = software
        self.title = title
        self.locationISO6709 = locationISO6709
        self.others = others
    }
}

/// A movie's metadata by the names of the containers.
enum MovieTags {
    /// libavformat's entries for a container: QuickTime's keys as they are written, iTunes' items by the library's names.
    static func entries(_ metadata: MovieMetadata, _ container: MovieContainer) -> [(String, String)] {
        var entries: [(String, String)] = []
        func add(_ key: String, _ value: String?) {
            if let value, !value.isEmpty { entries.append((key, value)) }
        }
        // Becomes the headers' creation time, in every container.
        add("creation_time", metadata.creationDate.map { date($0, offset: 0) })
        let local = metadata.creationDate.map { date($0, offset: metadata.timeZoneOffset ?? 0) }
        switch container {
        case .mov:
            let prefix = "com.apple.quicktime."
            add(prefix + "make", metadata.make)
            add(prefix + "model", metadata.model)
            add(prefix + "software", metadata.software)
            add(prefix + "creationdate", local)
            add(prefix + "title", metadata.title)
            add(prefix + "location.ISO6709", metadata.locationISO6709)
        case .mp4, .m4a:
            add("title", metadata.title)
            add("date", local)
            add("encoding_tool", metadata.software)
        case .caf, .wav:
            add("title", metadata.title)
            add("date", local)
            add("encoder", metadata.software)
        }
        for (key, value) in metadata.others.sorted(by: { $0.key < $1.key }) { add(key, value) }
        return entries
    }

    /// What libavformat has no items for in MPEG-4 files, as the user data that cameras write there.
    static func userData(_ metadata: MovieMetadata, _ container: MovieContainer) -> Data {
        guard container == .mp4 || container == .m4a else { return Data() }
        var data = Data()
        func add(_ type: [UInt8], _ value: String?) {
            guard let value, !value.isEmpty, value.utf8.count < 60_000 else { return }
            let text = Array(value.utf8)
            data.append(contentsOf: MovieBoxes.bytes(UInt32(text.count + 12)))
            data.append(contentsOf: type)
            // The length and the language: undetermined.
            data.append(contentsOf: [UInt8(text.count >> 8), UInt8(text.count & 0xff), 0x55, 0xc4])
            data.append(contentsOf: text)
        }
        add([0xa9, 0x6d, 0x61, 0x6b], metadata.make)
        add([0xa9, 0x6d, 0x6f, 0x64], metadata.model)
        add([0xa9, 0x78, 0x79, 0x7a], metadata.locationISO6709)
        return data
    }

    /// A date as ISO 8601 has it.
    static func date(_ date: Date, offset: Int) -> String {
        var moment = time_t(date.timeIntervalSince1970.rounded(.down)) + offset
        var parts = tm()
        gmtime_r(&moment, &parts)
        let stamp = String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d",
            Int(parts.tm_year) + 1900,
            parts.tm_mon + 1,
            parts.tm_mday,
            parts.tm_hour,
            parts.tm_min,
            parts.tm_sec
        )
        guard offset != 0 else { return stamp + "Z" }
        let minutes = abs(offset) / 60
        return stamp + String(format: "%@%02d%02d", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
    }
}
