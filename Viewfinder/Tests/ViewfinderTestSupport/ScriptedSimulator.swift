import Synchronization
public import Viewfinder

/// A simulated phone for tests: it notes what is done to it, and shows what it was told.
public final class ScriptedSimulator: PhoneSimulator {
    private struct Content {
        var state = SimulatorState()
        var actions: [SimulatorAction] = []
        var failure: CameraCommandError?
        var listeners: [AsyncStream<SimulatorState>.Continuation] = []
    }

    private let content = Mutex(Content())

    /// Makes a phone to which nothing has happened.
    public init() {}

    /// What was done to it so far.
    public var actions: [SimulatorAction] { content.withLock { $0.actions } }

    /// Makes every action fail from now on, or none.
    public func failActions(with error: CameraCommandError?) {
        content.withLock { $0.failure = error }
    }

    /// Changes the phone and tells the listeners.
    public func update(_ change: (inout SimulatorState) -> Void) {
        let (state, listeners) = content.withLock { content in
            change(&content.state)
            return (content.state, content.listeners)
        }
        for listener in listeners {
            listener.yield(state)
        }
    }

    public func state() async -> SimulatorState {
        content.withLock { $0.state }
    }

    public func states() -> AsyncStream<SimulatorState> {
        let (stream, continuation) = AsyncStream.makeStream(of: SimulatorState.self)
        content.withLock { $0.listeners.append(continuation) }
        return stream
    }

    public func perform(_ action: SimulatorAction) async throws(CameraCommandError) {
        let failure = content.withLock { content in
            content.actions.append(action)
            return content.failure
        }
        if let failure { throw failure }
    }
}
