import Dispatch
import Synchronization

/// Which capture system is in force.
///
/// The innermost scope decides: the task's, else that of the dispatch queue, else the process. Tasks take their scope along as
/// they do all task-local values: child tasks and `Task { }` have it, `Task.detached { }` has not.
///
/// Dispatch queues know nothing of tasks. Code on a queue of a client's own has the process's system, wherever it was
/// dispatched from, unless the queue was given one with `use(on:)`. The API's own machinery never asks late: sessions, devices
/// and outputs use the system they were made with on whatever queue they work.
extension CaptureSystem {
    /// Where a system is in force. Scopes lie in each other; the outermost is the process.
    final class Scope: Sendable {
        private let outer: Scope?
        private let chosen: Mutex<CaptureSystem?>
        private weak let lent: CaptureSystem?

        init(in outer: Scope?, _ system: CaptureSystem? = nil) {
            self.outer = outer
            chosen = Mutex(system)
            lent = nil
        }

        /// A scope that does not keep the system that is in force in it.
        init(in outer: Scope, lending system: CaptureSystem) {
            self.outer = outer
            chosen = Mutex(nil)
            lent = system
        }

        /// Replaces the scope's own system.
        func use(_ system: CaptureSystem) {
            // What was in force is let go of unlocked: its end may have much to do.
            _ = chosen.withLock { chosen in
                defer { chosen = system }
                return chosen
            }
        }

        /// The scope's system, else that of the scope around it; made if the process has none yet.
        func system(makeDefault: @Sendable () -> CaptureSystem) -> CaptureSystem {
            if let outer {
                return chosen.withLock { $0 } ?? lent ?? outer.system(makeDefault: makeDefault)
            }
            return chosen.withLock { chosen in
                if let chosen { return chosen }
                let made = makeDefault()
                chosen = made
                return made
            }
        }
    }

    @TaskLocal private static var taskScope: Scope?
    private static let queueScope = DispatchSpecificKey<Scope>()
    private static let processScope = Scope(in: nil)

    private static var innermostScope: Scope {
        taskScope ?? DispatchQueue.getSpecific(key: queueScope) ?? processScope
    }

    /// Replaces the system of the innermost scope; outside any, that of the process. Capture objects that exist keep the one
    /// they were made with.
    public static func use(_ system: CaptureSystem) { innermostScope.use(system) }

    /// Puts the system in force for all code that runs on a dispatch queue, and on queues that target it, as long as there is
    /// no scope further inside. The queue keeps the system.
    public func use(on queue: DispatchQueue) {
        queue.setSpecific(key: Self.queueScope, value: Scope(in: Self.processScope, self))
    }

    /// Does what `use(on:)` does for a queue that must not keep the system: a queue lets go of what it was given a while after
    /// it is gone itself.
    package func lend(to queue: DispatchQueue) {
        queue.setSpecific(key: Self.queueScope, value: Scope(in: Self.processScope, lending: self))
    }

    /// The system in force.
    ///
    /// - Parameter makeDefault: makes the process's system if it has none yet; called once in a process at most.
    public static func current(makeDefault: @Sendable () -> CaptureSystem) -> CaptureSystem {
        innermostScope.system(makeDefault: makeDefault)
    }

    /// Runs something in a scope of its own: what it chooses with `use(_:)` is in force there only, so that two tests with two
    /// simulated phones can run at the same time.
    ///
    /// - Parameters:
    ///   - system: the system in force at first; when left out, that of the scope around.
    ///   - operation: what to run. Tasks that it starts may outlive it, and keep the scope.
    public static func withScope<Result>(
        using system: CaptureSystem? = nil,
        operation: () throws -> Result
    ) rethrows -> Result {
        try $taskScope.withValue(Scope(in: innermostScope, system), operation: operation)
    }

    /// Runs something in a scope of its own, as the other function of this name does.
    nonisolated(nonsending) public static func withScope<Result>(
        using system: CaptureSystem? = nil,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $taskScope.withValue(Scope(in: innermostScope, system), operation: operation)
    }
}
