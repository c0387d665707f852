/// What a user sees of two cameras at once.
///
/// The first camera is the one that ``CameraModel/camera`` names: controls, photos and the status are about it. The second one
/// comes on top of it. Which of them is shown large is told by the arrangement, and changes nothing else.
public struct DualStatus: Sendable, Hashable {
    /// Whether two cameras can be asked for: the engine is configured for it, the system can, and there is another camera.
    public var isOffered: Bool
    /// Whether the user wants two.
    public var isWanted: Bool
    /// Whether the session has two that are not lost.
    public var isOn: Bool
    /// Why there is one where two are wanted; `nil` where that is not so, and as long as they are being started.
    public var obstacle: DualObstacle?
    /// The camera in use; `nil` when there is none.
    public var first: CameraFigures?
    /// The other one; `nil` when there is none. One that was lost stays here as long as a recording of both goes on without it.
    public var second: CameraFigures?
    /// Where the two pictures are.
    public var arrangement: DualArrangement
    /// The share of the camera hardware's budget that is in use; 0 as long as no session with several cameras is.
    public var hardwareCost: Float
    /// The share of what the device can sustain; above 1 it may be interrupted when it gets hot (S-103).
    public var systemPressureCost: Float
    /// What was taken back so that both cameras fit into the budget, in this order, for people to read (R-MULTI-4).
    public var ladder: [String]

    /// One camera, and no way to have two.
    public init(
        isOffered: Bool = false,
        isWanted: Bool = false,
        isOn: Bool = false,
        obstacle: DualObstacle? = nil,
        first: CameraFigures? = nil,
        second: CameraFigures? = nil,
        arrangement: DualArrangement = DualArrangement(),
        hardwareCost: Float = 0,
        systemPressureCost: Float = 0,
        ladder: [String] = []
    ) {
        self.isOffered = isOffered
        self.isWanted = isWanted
        self.isOn = isOn
        self.obstacle = obstacle
        self.first = first
        self.second = second
        self.arrangement = arrangement
        self.hardwareCost = hardwareCost
        self.systemPressureCost = systemPressureCost
        self.ladder = ladder
    }
}
