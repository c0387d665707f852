import CoreMedia
import Synchronization

/// The figures of a recording, for whoever wants to see them; they outlast it.
final class RecordingDisplay: Sendable {
    /// The figures.
    struct Progress: Sendable {
        /// How long the movie is.
        var duration = CMTime.zero
        /// How large the file is, in bytes.
        var fileSize: Int64 = 0
        /// The pictures that are missing.
        var losses = RecordingLosses()
        /// Whether a pause was asked for.
        var isPaused = false
    }

    private let shown = Mutex(Progress())

    /// The figures of this moment.
    var progress: Progress { shown.withLock { $0 } }

    /// Changes figures.
    func change(_ edit: (inout Progress) -> Void) {
        shown.withLock { edit(&$0) }
    }
}
