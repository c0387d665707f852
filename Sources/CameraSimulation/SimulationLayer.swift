/// What the simulator looks at, each of which may find what the others do not.
public enum SimulationLayer: String, Sendable, Hashable, CaseIterable {
    /// What the machine wants done, effect by effect, and what it was told before.
    case decisions
    /// What the phone is told to do, and must refuse.
    case phone
    /// What the user sees and what the phone does, after each event.
    case state
    /// What has become of everything once all faults are over, and after the stop.
    case ending
}
