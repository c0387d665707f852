import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// Lets a clock's time pass while a camera streams, and stand still otherwise: what is due in less time than a few frames
/// take is a stream's doing.
final class StreamingTime: Sendable {
    private let isStopped = Mutex(false)

    /// - Parameter clock: nobody else may advance it.
    init(_ clock: ManualCaptureClock) {
        Thread.detachNewThread { [self] in
            while !isStopped.withLock({ $0 }) {
                guard let due = clock.nextDue, CMTimeGetSeconds(CMTimeSubtract(due, clock.now)) < 0.1 else {
                    usleep(500)
                    continue
                }
                clock.advance(to: due)
            }
        }
    }

    /// Ends it.
    func stop() {
        isStopped.withLock { $0 = true }
    }
}
