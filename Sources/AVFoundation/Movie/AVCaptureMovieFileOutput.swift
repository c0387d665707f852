import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// Records movies, exactly as Apple's class of the same name.
///
/// DEVIATION: Apple's writes QuickTime movies whatever the file is called; here a file called `.mp4` or `.m4v` becomes an MPEG-4
/// movie, and any other a QuickTime movie.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
    // @unchecked: what changes lies in a mutex.

    struct MovieConfiguration {
        var fragmentInterval = CMTime(value: 10, timescale: 1)
        /// What clients have set, by connection.
        var settings: [ObjectIdentifier: MovieTrackSettings] = [:]
    }

    let movie = Mutex(MovieConfiguration())

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video, .audio] }

    /// How much time of the movie may pass between two fragments, which keep a file playable that was never finished; 10
    /// seconds at first (S-181). Counts for recordings that are started afterwards.
    ///
    /// DEVIATION: fragments are never more than a second apart while the movie is recorded, so that at most a second is lost;
    /// an interval that is longer, or invalid, has no effect. A movie that is finished normally has no fragments.
    open var movieFragmentInterval: CMTime {
        get { movie.withLock { $0.fragmentInterval } }
        set { movie.withLock { $0.fragmentInterval = newValue } }
    }

    override func configurationDidCommit() {
        let own = Set(connections.map(ObjectIdentifier.init))
        movie.withLock { movie in movie.settings = movie.settings.filter { own.contains($0.key) } }
        super.configurationDidCommit()
    }
}
