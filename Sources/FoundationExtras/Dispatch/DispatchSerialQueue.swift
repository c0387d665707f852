import Dispatch

/// A queue that runs one piece of work at a time.
///
/// DEVIATION: Dispatch on Linux has no class of its own for serial queues and does not allow to derive one, so this is
/// another name of `DispatchQueue`. `DispatchSerialQueue(label:)` makes a serial queue, since queues are serial unless
/// created with `.concurrent`.
public typealias DispatchSerialQueue = DispatchQueue

/// A queue can be an actor's executor:
///
///     actor Camera {
///         let queue = DispatchSerialQueue(label: "camera")
///         nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///     }
///
/// DEVIATION: on Apple's platforms only `DispatchSerialQueue` can; here the compiler cannot tell it from other queues,
/// and a concurrent queue must not be used.
extension DispatchQueue: @retroactive Executor, @retroactive SerialExecutor {
    /// Runs an actor's job on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        async {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    /// The queue as the executor that an actor answers. The actor must keep the queue.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the process unless the caller runs on this queue; lets `assumeIsolated` work in the queue's callbacks.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(self))
    }
}
