/// What a user sees of a session's cameras.
///
/// The first camera of the list is the one that ``CameraModel/camera`` names: controls, photos and the status are about it. The others
/// come on top of it. Which of them is shown large is told by the arrangement, and changes nothing else.
public struct MultiCamStatus: Sendable, Hashable, Codable {
    /// Whether several cameras can be asked for: the engine is configured for it, the system can, and there is another camera.
    public var isOffered: Bool
    /// Whether the user wants several.
    public var isWanted: Bool
    /// Whether the session has several that are not lost.
    public var isOn: Bool
    /// Why there are fewer than are wanted; `nil` where that is not so, and as long as they are being started.
    public var obstacle: MultiCamObstacle?
    /// Each camera in use, in ascending order of their indices; empty when there is none. One that was lost stays here as long as it
    /// is missed, at its index, or at the next free one if others have moved up.
    public var cameras: [CameraMetrics]
    /// Where the pictures of several are.
    public var arrangement: CameraArrangement
    /// The share of the camera hardware's budget that is in use; 0 as long as no session with several cameras is.
    public var hardwareCost: Float
    /// The share of what the device can sustain; above 1 it may be interrupted when it gets hot (S-103).
    public var systemPressureCost: Float
    /// What was taken back so that all cameras fit into the budget, in this order, for people to read (R-MULTI-4).
    public var ladder: [String]

    /// One camera, and no way to have more.
    public init(
        isOffered: Bool = false,
        isWanted: Bool = false,
        isOn: Bool = false,
        obstacle: MultiCamObstacle? = nil,
        cameras: [CameraMetrics] = [],
        arrangement: CameraArrangement = CameraArrangement(),
        hardwareCost: Float = 0,
        systemPressureCost: Float = 0,
        ladder: [String] = []
    ) {
        self.isOffered = isOffered
        self.isWanted = isWanted
        self.isOn = isOn
        self.obstacle = obstacle
        self.cameras = cameras
        self.arrangement = arrangement
        self.hardwareCost = hardwareCost
        self.systemPressureCost = systemPressureCost
        self.ladder = ladder
    }

    /// The camera with an index; `nil` if there is none.
    public subscript(camera index: Int) -> CameraMetrics? { cameras.first { $0.index == index } }
}
