import CaptureDriver
import Foundation
import FoundationExtras

/// Performs the starts, stops and configuration changes of a system's sessions one at a time: a session that starts may have to stop
/// another one (S-80), and two locks taken in either order would be a deadlock.
///
/// Recursive, because one change may cause another. No client's code runs inside: what there is to tell is put into outboxes,
/// which deliver when the operation is over and the lock is free. A driver's thread never comes in here, since an operation
/// that stops a stream waits for that thread.
package final class SessionOperations: CaptureSystemPart {
    private let lock = NSRecursiveLock()

    /// Performs an operation once no other one is under way.
    package func perform<Result>(_ operation: () -> Result) -> Result {
        assert(!Outbox.isDeliveryProhibited, "an operation may wait for the driver's thread that it is called on")
        return Outbox.holdingDelivery { lock.withLock(operation) }
    }
}

extension CaptureSystem {
    /// Within which the system's sessions change.
    package var sessionOperations: SessionOperations { part { _ in SessionOperations() }.part }
}
