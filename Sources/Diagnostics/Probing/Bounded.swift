import Foundation
import Synchronization

/// Work that may hang.
enum Bounded {
    /// Does work on a thread of its own and waits for it.
    ///
    /// - Returns: the result, or `nil` when it did not come in time. Then the thread stays behind until the work ends; a
    ///   program that ends takes it along.
    static func run<Result: Sendable>(
        seconds: Double,
        _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        let box = Box<Result>()
        let thread = Thread {
            let result = work()
            box.value.withLock { $0 = result }
            box.isDone.signal()
        }
        thread.name = "pinhole doctor"
        thread.start()
        guard box.isDone.wait(timeout: .now() + seconds) == .success else { return nil }
        return box.value.withLock { $0 }
    }

    private final class Box<Result: Sendable>: Sendable {
        let value = Mutex<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }
}
