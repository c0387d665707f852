import Dispatch
import Foundation

/// Calls on the main queue.
package enum PhotoMainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    /// Whether this code runs on the main queue. On Linux that need not be the main thread: once a program has given that
    /// away with `dispatchMain()`, which Swift's concurrency does, other threads empty the main queue.
    private static var isCurrent: Bool {
        _ = mark
        return DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
    }

    /// Performs an action on the main queue: at once if this is it, else soon.
    package static func perform(_ action: @escaping @Sendable () -> Void) {
        if isCurrent { action() } else { DispatchQueue.main.async(execute: action) }
    }
}
