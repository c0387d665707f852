import CoreMedia
import Synchronization

/// The figures of a recording, for whoever wants to see them; they outlast it.
package final class RecordingDisplay: Sendable {
    /// The figures.
    package struct Progress: Sendable {
        /// How long the movie is.
        package var duration = CMTime.zero
        /// How large the file is, in bytes.
        package var fileSize: Int64 = 0
        /// The pictures that are missing.
        package var losses = RecordingLosses()
        /// Whether a pause was asked for.
        package var isPaused = false
    }

    private let shown = Mutex(Progress())

    /// Nothing has been recorded yet.
    package init() {}

    /// The figures of this moment.
    package var progress: Progress { shown.withLock { $0 } }

    /// Changes figures.
    package func change(_ edit: (inout Progress) -> Void) {
        shown.withLock { edit(&$0) }
    }
}
