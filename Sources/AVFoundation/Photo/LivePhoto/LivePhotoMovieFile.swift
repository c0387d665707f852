import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import MediaEncoding

/// Writes a Live Photo's movie.
enum LivePhotoMovieFile {
    /// What was written.
    struct Written: Sendable, Hashable {
        /// Where.
        var url: URL
        /// How long the movie is.
        var duration: CMTime
        /// When the photo is shown in it.
        var photoDisplayTime: CMTime
    }

    /// The identifier that pairs a movie with a photo, as QuickTime calls it.
    private static let identifierKey = "com.apple.quicktime.content.identifier"

    /// Writes a movie that has all that belongs to it. What fails leaves no file, but one that was there before.
    static func write(_ movie: LivePhotoMovie) throws(PhotoFailure) -> Written {
        guard let range = movie.range, let format = movie.videoFormat else { throw .noFrame }
        let audio = movie.audioFormat == nil ? [] : movie.audibleSamples
        let stillTime = clamp(movie.plan.stillTime, range) - range.start
        var tracks = [MovieTrack(format: format, transform: transform(movie, format))]
        if !audio.isEmpty { tracks.append(MovieTrack(format: movie.audioFormat)) }
        var settings = MovieFileSettings(
            url: movie.plan.request.url,
            container: .mov,
            tracks: tracks,
            metadata: movie.plan.metadata,
            reservedIndexSpace: 1 << 16
        )
        settings.metadata.others[identifierKey] = movie.plan.contentIdentifier
        settings.stillImageTime = stillTime
        do throws(MediaEncodingError) {
            try write(movie.video, audio, range, settings)
        } catch {
            throw .movieFailed(code: error.kind.code.rawValue, error.operation)
        }
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
            var sounds = audio[...]
            for picture in video {
                while let sound = sounds.first, sound.decodeTime <= picture.decodeTime {
                    try file.append(sound, track: 1)
                    sounds.removeFirst()
                }
                try file.append(picture, track: 0)
            }
            for sound in sounds { try file.append(sound, track: 1) }
            try file.finish(endTime: range.end)
        } catch {
            file.cancel()
            // A file that could not be finished stays for whoever recovers it: nobody does that with a Live Photo's.
            try? FileManager.default.removeItem(at: settings.url)
            throw error
        }
    }

    private static func transform(_ movie: LivePhotoMovie, _ format: CMFormatDescription) -> CGAffineTransform {
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
