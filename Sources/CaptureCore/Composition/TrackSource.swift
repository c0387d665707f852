import CoreMedia
import Foundation

/// A stretch of a track, and where its media are.
package struct TrackSource: Sendable {
    /// Media in a file.
    package struct Media: Sendable {
        /// The file.
        package var url: URL
        /// The place among the file's tracks.
        package var index: Int
        /// The track's number.
        package var trackID: CMPersistentTrackID
        /// Which part of the track, in the file's time.
        package var range: CMTimeRange

        /// - Parameters:
        ///   - url: the file.
        ///   - index: the place among the file's tracks.
        ///   - trackID: the track's number.
        ///   - range: which part of the track, in the file's time.
        package init(url: URL, index: Int, trackID: CMPersistentTrackID, range: CMTimeRange) {
            self.url = url
            self.index = index
            self.trackID = trackID
            self.range = range
        }
    }

    /// Nil for a stretch of nothing.
    package var media: Media?
    /// Where the stretch is in the asset's time.
    package var target: CMTimeRange

    /// - Parameters:
    ///   - media: nil for a stretch of nothing.
    ///   - target: where the stretch is in the asset's time.
    package init(media: Media?, target: CMTimeRange) {
        self.media = media
        self.target = target
    }
}
