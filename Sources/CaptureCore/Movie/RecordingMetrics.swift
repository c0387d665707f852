import CoreMedia
import Synchronization

/// How far a recording is, readable on any thread and after its end.
package final class RecordingMetrics: Sendable {
    /// The metrics of one moment.
    package struct Values: Sendable {
        /// How long the movie is.
        package var duration = CMTime.zero
        /// How large the file is, in bytes.
        package var fileSize: Int64 = 0
        /// The frames that the movie lacks.
        package var losses = RecordingLosses()
        /// Whether a pause was asked for.
        package var isPaused = false
    }

    private let current = Mutex(Values())

    /// Nothing has been recorded yet.
    package init() {}

    /// The metrics now.
    package var values: Values { current.withLock { $0 } }

    /// Changes some of the metrics.
    package func update(_ edit: (inout Values) -> Void) {
        current.withLock { edit(&$0) }
    }
}
