/// What a machine has for cameras that run at the same time.
///
/// The defaults are a Linux machine's: whatever its buses carry may run, and nobody knows how much that is before streams
/// start. A driver then refuses with `CaptureDriverError.Kind.bandwidth`.
public struct CaptureCameraHardware: Sendable, Hashable {
    /// Whether several cameras can run at once at all.
    public var runsSeveralCameras: Bool
    /// The largest sets of cameras that can run at once; every subset can too. `nil` when there is no rule.
    public var cameraSets: [Set<CaptureDeviceDescription.ID>]?
    /// Whether a session whose cost is above 1 can't run. Where false, the cost is an estimate, and a session above it may run.
    public var enforcesCost: Bool
    /// What every camera's share of the hardware is multiplied by: 1, or more when something else needs the hardware too.
    public var load: Double
    /// Whether sessions with cameras run one at a time: one that starts interrupts another, even if they share no camera.
    public var runsOneSession: Bool

    /// Makes a record; what is left out is as on a Linux machine.
    public init(
        runsSeveralCameras: Bool = true,
        cameraSets: [Set<CaptureDeviceDescription.ID>]? = nil,
        enforcesCost: Bool = false,
        load: Double = 1,
        runsOneSession: Bool = false
    ) {
        self.runsSeveralCameras = runsSeveralCameras
        self.cameraSets = cameraSets
        self.enforcesCost = enforcesCost
        self.load = load
        self.runsOneSession = runsOneSession
    }

    /// Whether these cameras can run at once, whatever their formats.
    public func allows(_ cameras: Set<CaptureDeviceDescription.ID>) -> Bool {
        guard cameras.count > 1 else { return true }
        guard runsSeveralCameras else { return false }
        return cameraSets?.contains { $0.isSuperset(of: cameras) } ?? true
    }
}
