/// A simulated phone that the page may lay hands on: what stands behind the simulator's panel.
///
/// A viewfinder with a real camera has none. Every method may be called from any task.
public protocol PhoneSimulator: Sendable {
    /// The phone as it is now.
    func state() async -> SimulatorState

    /// The phone after each change from this call on. The server iterates one such stream.
    func states() -> AsyncStream<SimulatorState>

    /// Lets something happen to the phone, and returns when it has.
    func perform(_ action: SimulatorAction) async throws(CameraCommandError)
}
