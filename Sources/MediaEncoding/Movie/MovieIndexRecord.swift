internal import CLibAV
import CoreMedia
import Foundation
import FoundationExtras

/// All that the index of a movie needs beside its samples, as it stands in the file while it is being written.
struct MovieIndexRecord: Codable, Equatable {
    var container: MovieContainer
    var movieTimescale: Int32
    var metadata: MovieMetadata
    var tracks: [TrackRecord]
    /// The moment of a Live Photo's photo, from the start in units of the movie; nil for other movies.
    var stillImageTime: Int64?
    /// Whether fragments follow the Common Media Application Format; nil for files.
    var isCMAF: Bool?
    /// The number of the first fragment; nil for files, whose first is 1.
    var firstFragmentNumber: Int?
}

/// One track of a movie, in libavformat's terms.
struct TrackRecord: Codable, Equatable {
    var isVideo: Bool
    var codec: UInt32
    var tag: UInt32
    var extradata: Data
    var timescale: Int32
    var language: String?
    /// A tag of BCP 47.
    var languageTag: String?
    /// From 0 to 1; nil for sound that is as loud as it is, and for pictures.
    var volume: Float?
    var isEnabled: Bool

    // Timed metadata
    /// The box with the keys; nil for pictures and sound.
    var metadataKeys: Data?

    // Timed text
    /// What the text is like; nil for all else.
    var text: TimedTextTrack?

    // Pictures
    var width: Int32 = 0
    var height: Int32 = 0
    var color: VideoColor?
    /// The display matrix as the file has it: nine fixed-point numbers.
    var matrix: [Int32]?

    // Sound
    var sampleRate: Int32 = 0
    var channels: Int32 = 0
    var frameSize: Int32 = 0
    var bitsPerSample: Int32 = 0

    /// How much earlier the fragments' times begin than the movie, in the track's units.
    var lead: Int64 = 0
}

extension TrackRecord {
    /// Whether the track is one of sound.
    var isAudio: Bool { !isVideo && metadataKeys == nil && text == nil }

    /// - Throws: `unsupportedSettings` for formats that the container does not hold.
    init(_ track: MovieTrack, _ format: CMFormatDescription, _ container: MovieContainer) throws(MediaEncodingError) {
        self.init(
            isVideo: format.mediaType == .video,
            codec: 0,
            tag: 0,
            extradata: Data(),
            timescale: track.timescale ?? 90_000,
            language: track.language,
            isEnabled: track.isEnabled
        )
        languageTag = track.languageTag
        volume = format.mediaType == .audio ? track.volume : nil
        let isKnown =
            switch format.mediaType {
            case .video: readVideo(format, track.transform)
            case .audio: readAudio(format, container)
            case .metadata: readMetadata(format)
            case .text, .subtitle: readText(format)
            default: false
            }
        let fits =
            switch container {
            case .mov: codec != AV_CODEC_ID_OPUS.rawValue
            case .mp4: isVideo || codec == AV_CODEC_ID_AAC.rawValue || codec == AV_CODEC_ID_OPUS.rawValue
            case .m4a: !isVideo && codec == AV_CODEC_ID_AAC.rawValue
            case .caf: isAudio && codec != AV_CODEC_ID_AAC.rawValue
            case .wav: !isVideo && bitsPerSample > 0
            }
        guard isKnown, fits, timescale > 0 else {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "a track of \(format.mediaSubType) in a file of type \(container.rawValue)",
                advice: "Choose H.264, HEVC and AAC, which every movie holds, and uncompressed sound in a sound file."
            )
        }
    }

    private mutating func readVideo(_ format: CMFormatDescription, _ transform: CGAffineTransform) -> Bool {
        let dimensions = CMVideoFormatDescriptionGetDimensions(format)
        (width, height) = (dimensions.width, dimensions.height)
        color = VideoColor(extensionsOf: format)
        if !transform.isIdentity { matrix = DisplayMatrix.make(transform, width: width, height: height) }
        let atoms =
            CMFormatDescriptionGetExtension(
                format,
                extensionKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
            ) as? NSDictionary
        func atom(_ name: String) -> Data? {
            (atoms?.object(forKey: NSString(string: name)) as? NSData).map { Data(referencing: $0) }
        }
        switch format.mediaSubType {
        case .h264:
            codec = AV_CODEC_ID_H264.rawValue
            extradata = atom("avcC") ?? Data()
            return !extradata.isEmpty
        case .hevc:
            codec = AV_CODEC_ID_HEVC.rawValue
            // The parameters stand in the sample description, as Apple's players want it.
            tag = Self.tag("hvc1")
            extradata = atom("hvcC") ?? Data()
            return !extradata.isEmpty
        case .jpeg:
            codec = AV_CODEC_ID_MJPEG.rawValue
            return true
        default: return false
        }
    }

    private mutating func readMetadata(_ format: CMFormatDescription) -> Bool {
        // What libavformat takes for such a track: see DescribedTrack.
        codec = AV_CODEC_ID_BIN_DATA.rawValue
        tag = Self.tag("gpmd")
        metadataKeys = TimedMetadataKeys(format)?.box
        return metadataKeys.map { $0.count < 1 << 20 } ?? false
    }

    private mutating func readText(_ format: CMFormatDescription) -> Bool {
        codec = AV_CODEC_ID_BIN_DATA.rawValue
        tag = Self.tag("gpmd")
        text = TimedTextDescription(format).map {
            TimedTextTrack(isSubtitle: format.mediaType == .subtitle, content: $0.content)
        }
        return text != nil
    }

    private mutating func readAudio(_ format: CMFormatDescription, _ container: MovieContainer) -> Bool {
        guard let stream = format.audioStreamBasicDescription, (1_000...1_000_000).contains(stream.mSampleRate),
            (1...64).contains(stream.mChannelsPerFrame), stream.mFramesPerPacket < 1 << 20
        else { return false }
        sampleRate = Int32(stream.mSampleRate.rounded())
        timescale = sampleRate
        channels = Int32(stream.mChannelsPerFrame)
        frameSize = Int32(stream.mFramesPerPacket)
        extradata = format.magicCookie ?? Data()
        switch stream.mFormatID {
        case kAudioFormatMPEG4AAC:
            codec = AV_CODEC_ID_AAC.rawValue
            return !extradata.isEmpty
        case kAudioFormatOpus:
            codec = AV_CODEC_ID_OPUS.rawValue
            return !extradata.isEmpty
        case kAudioFormatLinearPCM:
            bitsPerSample = Int32(stream.mBitsPerChannel)
            frameSize = 0
            extradata = Data()
            return readUncompressed(stream)
        default: return false
        }
    }

    private mutating func readUncompressed(_ stream: AudioStreamBasicDescription) -> Bool {
        let isBig = stream.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
        guard stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 else { return false }
        let codecs: [Bool: [UInt32: (AVCodecID, AVCodecID)]] = [
            false: [
                8: (AV_CODEC_ID_PCM_U8, AV_CODEC_ID_PCM_U8), 16: (AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE),
                24: (AV_CODEC_ID_PCM_S24LE, AV_CODEC_ID_PCM_S24BE), 32: (AV_CODEC_ID_PCM_S32LE, AV_CODEC_ID_PCM_S32BE),
            ],
            true: [
                32: (AV_CODEC_ID_PCM_F32LE, AV_CODEC_ID_PCM_F32BE), 64: (AV_CODEC_ID_PCM_F64LE, AV_CODEC_ID_PCM_F64BE),
            ],
        ]
        guard let found = codecs[isFloat]?[stream.mBitsPerChannel] else { return false }
        codec = (isBig ? found.1 : found.0).rawValue
        return true
    }

    private static func tag(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { UInt32($0[0]) | UInt32($0[1]) << 8 | UInt32($0[2]) << 16 | UInt32($0[3]) << 24 }
    }
}

extension MovieIndexRecord {
    /// Whether the numbers are such as this module writes: a damaged file must not lead anybody astray.
    var isSensible: Bool {
        movieTimescale > 0 && (1...64).contains(tracks.count) && container.hasIndex && tracks.allSatisfy(\.isSensible)
            && metadata.isSensible && (stillImageTime.map { (0..<1 << 31).contains($0) } ?? true)
    }

    /// - Throws: `unsupportedSettings`.
    init(_ settings: MovieFileSettings, _ tracks: [MovieTrack]) throws(MediaEncodingError) {
        container = settings.container
        metadata = settings.metadata
        self.tracks = []
        for track in tracks {
            guard let format = track.format else { continue }
            self.tracks.append(try TrackRecord(track, format, settings.container))
        }
        let hasVideo = self.tracks.contains { $0.isVideo }
        let audioTimescale = self.tracks.first?.timescale
        movieTimescale = settings.movieTimescale ?? (hasVideo ? 90_000 : audioTimescale ?? 90_000)
        isCMAF = settings.segments?.isCMAF
        firstFragmentNumber = settings.segments?.firstNumber
        guard let time = settings.stillImageTime, time.isNumeric, container == .mov else { return }
        let ticks = CMTimeConvertScale(time, timescale: movieTimescale, method: .roundHalfAwayFromZero).value
        stillImageTime = min(max(0, ticks), 1 << 31 - 1)
    }
}

extension MovieMetadata {
    /// Dates between the years 1900 and 9999, and zones within a day, can be written.
    fileprivate var isSensible: Bool {
        (creationDate.map { (-2.2e9..<2.5e11).contains($0.timeIntervalSince1970) } ?? true)
            && (timeZoneOffset.map { (-86_400...86_400).contains($0) } ?? true)
    }
}

extension VideoColor {
    /// Code points are bytes.
    fileprivate var isSensible: Bool {
        [primaries, transfer, matrix].allSatisfy { (0...255).contains($0) }
    }
}

extension TrackRecord {
    fileprivate var isSensible: Bool {
        hasSensibleFormat && timescale > 0 && extradata.count < 1 << 20 && (matrix.map { $0.count == 9 } ?? true)
            && (0...64).contains(bitsPerSample) && (0..<1 << 20).contains(frameSize) && abs(Double(lead)) < 1e18
            && (color?.isSensible ?? true) && (volume.map { (0...1).contains($0) } ?? true)
            && (languageTag.map { $0.utf8.count < 128 } ?? true)
    }

    private var hasSensibleFormat: Bool {
        if let metadataKeys { return metadataKeys.count < 1 << 20 }
        if let text { return text.isSensible }
        return isVideo
            ? (1...65_535).contains(width) && (1...65_535).contains(height)
            : (1_000...1_000_000).contains(sampleRate) && (1...64).contains(channels)
    }
}

/// How a track's pictures are placed when they are shown.
enum DisplayMatrix {
    /// The nine numbers of a track header, in their order: a b u, c d v, x y w.
    ///
    /// Where the transform only turns and mirrors, the shown picture is moved to the origin.
    static func make(_ transform: CGAffineTransform, width: Int32, height: Int32) -> [Int32] {
        var placed = transform
        if transform.tx == 0, transform.ty == 0 {
            let corners = [(0, 0), (Double(width), 0), (0, Double(height)), (Double(width), Double(height))].map {
                ($0.0 * transform.a + $0.1 * transform.c, $0.0 * transform.b + $0.1 * transform.d)
            }
            placed.tx = -(corners.map(\.0).min() ?? 0)
            placed.ty = -(corners.map(\.1).min() ?? 0)
        }
        func fixed(_ value: Double, _ bits: Int32) -> Int32 {
            Int32(clamping: Int64((value * Double(1 << bits)).rounded()))
        }
        return [
            fixed(placed.a, 16), fixed(placed.b, 16), 0,
            fixed(placed.c, 16), fixed(placed.d, 16), 0,
            fixed(placed.tx, 16), fixed(placed.ty, 16), 1 << 30,
        ]
    }
}
