import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

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
