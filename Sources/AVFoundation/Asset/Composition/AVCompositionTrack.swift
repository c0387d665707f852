import CoreMedia
import Foundation
import Synchronization

/// A track of a composition: stretches of files' tracks, one after the other.
open class AVCompositionTrack: AVAssetTrack {
    // Safe on any thread: what changes lies in the mutex.
    let edited: Mutex<TrackContents>

    override init(_ contents: TrackContents, of asset: AVAsset?) {
        edited = Mutex(contents)
        super.init(contents, of: asset)
    }

    override var contents: TrackContents { edited.withLock { $0 } }
}

extension AVAsynchronousKeyValueLoading where Self: AVCompositionTrack {
    /// The stretches of the track's time.
    public var segments: [AVCompositionTrackSegment] { contents.sources.map { AVCompositionTrackSegment($0) } }

    /// The stretch that a moment is in.
    public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }
}
