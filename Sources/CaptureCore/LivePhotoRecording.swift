import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

/// The movie of one Live Photo while it is recorded: from a while before the photo's moment to a while after it.
package struct LivePhotoRecording: @unchecked Sendable {
    // @unchecked: format descriptions never change.

    /// What is settled when the photo is taken.
    package struct Plan: Sendable {
        /// The request's.
        package var id: Int64
        /// Where the movie goes.
        package var url: URL
        /// What pairs the movie with the photo.
        package var contentIdentifier: String
        /// What the movie says about itself.
        package var metadata: MovieMetadata
        /// How far its pictures must be turned clockwise, in degrees.
        package var rotationAngle: Int
        /// Whether its pictures are mirrored.
        package var isMirrored: Bool
        /// The moment of the photo.
        package var stillTime: CMTime

        /// - Parameters:
        ///   - id: the request's.
        ///   - url: where the movie goes.
        ///   - contentIdentifier: what pairs the movie with the photo.
        ///   - metadata: what the movie says about itself.
        ///   - rotationAngle: how far its pictures must be turned clockwise, in degrees.
        ///   - isMirrored: whether its pictures are mirrored.
        ///   - stillTime: the moment of the photo.
        package init(
            id: Int64,
            url: URL,
            contentIdentifier: String,
            metadata: MovieMetadata,
            rotationAngle: Int,
            isMirrored: Bool,
            stillTime: CMTime
        ) {
            self.id = id
            self.url = url
            self.contentIdentifier = contentIdentifier
            self.metadata = metadata
            self.rotationAngle = rotationAngle
            self.isMirrored = isMirrored
            self.stillTime = stillTime
        }
    }

    /// `OBSERVED`, and documented as "about three seconds, centered on the request": what lies before the photo's moment, and
    /// behind it.
    package static let reach = CMTime(value: 3, timescale: 2)
    /// How long the last sound is waited for: microphones deliver what they have heard after cameras what they saw.
    static let longestAudioTail = CMTime(value: 1, timescale: 4)

    /// What was settled when the photo was taken.
    package let plan: Plan
    /// Where it begins, if pictures have been kept from then on.
    private var start: CMTime
    private var end: CMTime
    /// Its pictures so far, and those before it that they need.
    package private(set) var video: [EncodedSample]
    private var audio: [EncodedSample]
    /// What its pictures are, once it has all of them.
    package internal(set) var videoFormat: CMFormatDescription?
    /// What its sound is, once it has all of it.
    package internal(set) var audioFormat: CMFormatDescription?

    /// - Parameters:
    ///   - video: the pictures so far.
    ///   - audio: the sound so far; `nil` without a microphone.
    init(_ plan: Plan, video track: LivePhotoTrack, audio audioTrack: LivePhotoTrack?) {
        self.plan = plan
        start = plan.stillTime - Self.reach
        end = plan.stillTime + Self.reach
        video = track.samples(from: start)
        audio = audioTrack?.samples(from: start, lead: 2) ?? []
    }

    /// Takes a picture, unless it comes too late.
    mutating func append(video sample: EncodedSample) {
        if sample.presentationTime < end { video.append(sample) }
    }

    /// Takes sound, unless it comes too late.
    mutating func append(audio sample: EncodedSample) {
        if audioFormat == nil, sample.presentationTime < end { audio.append(sample) }
    }

    /// Ends it before its time, with what it has.
    mutating func trim(at time: CMTime) {
        end = min(end, max(time, plan.stillTime))
    }

    /// Leaves out what comes before a time.
    mutating func trimStart(to time: CMTime) {
        start = max(start, min(time, plan.stillTime))
    }

    /// Whether it has all that belongs to it.
    ///
    /// - Parameters:
    ///   - seen: how far pictures have come.
    ///   - heard: how far sound has come; `nil` if none will come.
    func isComplete(seen: CMTime, heard: CMTime?) -> Bool {
        guard seen >= end else { return false }
        guard let heard, heard < end else { return true }
        return seen >= end + Self.longestAudioTail
    }

    // MARK: What it is like in the end

    /// What is in the file, in the source's time; `nil` if there is nothing to be seen.
    package var range: CMTimeRange? {
        guard let first = video.first, let last = video.last else { return nil }
        let start = max(start, first.presentationTime)
        let end = min(end, last.end)
        return end > start ? CMTimeRange(start: start, end: end) : nil
    }

    /// The sound that is heard in it.
    package var audibleSamples: [EncodedSample] {
        guard let range, audio.contains(where: { $0.end > range.start && $0.presentationTime < range.end }) else {
            return []
        }
        return audio
    }
}

/// Writes a Live Photo's movie.
package enum LivePhotoMovieFile {
    /// What was written.
    package struct Written: Sendable, Hashable {
        /// Where.
        package var url: URL
        /// How long the movie is.
        package var duration: CMTime
        /// When the photo is shown in it.
        package var photoDisplayTime: CMTime
    }

    /// The identifier that pairs a movie with a photo, as QuickTime calls it.
    private static let identifierKey = "com.apple.quicktime.content.identifier"

    /// Writes a movie that has all that belongs to it. What fails leaves no file, but one that was there before.
    ///
    /// - Returns: `nil`, and leaves no file, if there is nothing to be seen.
    package static func write(_ movie: LivePhotoRecording) throws(MediaEncodingError) -> Written? {
        guard let range = movie.range, let format = movie.videoFormat else { return nil }
        let audio = movie.audioFormat == nil ? [] : movie.audibleSamples
        let stillTime = clamp(movie.plan.stillTime, range) - range.start
        var tracks = [MovieTrack(format: format, transform: transform(movie, format))]
        if !audio.isEmpty { tracks.append(MovieTrack(format: movie.audioFormat)) }
        var settings = MovieFileSettings(
            url: movie.plan.url,
            container: .mov,
            tracks: tracks,
            metadata: movie.plan.metadata,
            reservedIndexSpace: 1 << 16
        )
        settings.metadata.others[identifierKey] = movie.plan.contentIdentifier
        settings.stillImageTime = stillTime
        try write(movie.video, audio, range, settings)
        return Written(url: settings.url, duration: rounded(range.duration), photoDisplayTime: rounded(stillTime))
    }

    private static func write(
        _ video: [EncodedSample],
        _ audio: [EncodedSample],
        _ range: CMTimeRange,
        _ settings: MovieFileSettings
    ) throws(MediaEncodingError) {
        let file = try MovieFile(settings)
        do throws(MediaEncodingError) {
            try file.start(at: range.start)
            var remainingAudio = audio[...]
            for picture in video {
                while let sample = remainingAudio.first, sample.decodeTime <= picture.decodeTime {
                    try file.append(sample, track: 1)
                    remainingAudio.removeFirst()
                }
                try file.append(picture, track: 0)
            }
            for sample in remainingAudio { try file.append(sample, track: 1) }
            try file.finish(endTime: range.end)
        } catch {
            file.cancel()
            // A file that could not be finished stays for whoever recovers it: nobody does that with a Live Photo's.
            try? FileManager.default.removeItem(at: settings.url)
            throw error
        }
    }

    private static func transform(_ movie: LivePhotoRecording, _ format: CMFormatDescription) -> CGAffineTransform {
        VideoTransform.matrix(
            rotationAngle: movie.plan.rotationAngle,
            isMirrored: movie.plan.isMirrored,
            size: CaptureDimensions(CMVideoFormatDescriptionGetDimensions(format))
        )
    }

    private static func clamp(_ time: CMTime, _ range: CMTimeRange) -> CMTime { min(max(time, range.start), range.end) }

    /// Times of different scales that were added have a scale that nobody wants to see.
    private static func rounded(_ time: CMTime) -> CMTime {
        CMTimeConvertScale(time, timescale: 90_000, method: .roundHalfAwayFromZero)
    }
}
