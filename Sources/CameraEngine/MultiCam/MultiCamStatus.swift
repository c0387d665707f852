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

    /// The indices of the cameras that are not lost, in ascending order.
    public var indices: [Int] { cameras.filter { !$0.isLost }.map(\.index) }

    private enum CodingKeys: String, CodingKey {
        case isOffered, isWanted, isOn, obstacle, cameras, arrangement, hardwareCost, systemPressureCost
        // User interfaces show it as what was done.
        case ladder = "steps"
    }
}

/// What one camera of a session delivers, and how it is.
public struct CameraMetrics: Sendable, Hashable {
    /// The camera.
    public var camera: CameraInfo
    /// Its index in the list of cameras that are wanted, as ``CameraArrangement/leading`` has it; 0 leads.
    public var index: Int
    /// How many frames a second it takes when it is cool: thirty, unless the cost of several cameras asks for fewer.
    public var framesPerSecond: Double
    /// Pixels in a row of its pictures, before they are turned.
    public var width: Int
    /// Rows of its pictures, before they are turned.
    public var height: Int
    /// Heat and power, and what is done about them, for this camera alone (R-MULTI-5).
    public var pressure: CameraPressure
    /// Whether it was disconnected: the others go on.
    public var isLost: Bool

    /// A camera's figures.
    public init(
        camera: CameraInfo,
        index: Int = 0,
        framesPerSecond: Double,
        width: Int,
        height: Int,
        pressure: CameraPressure = CameraPressure(),
        isLost: Bool = false
    ) {
        self.camera = camera
        self.index = index
        self.framesPerSecond = framesPerSecond
        self.width = width
        self.height = height
        self.pressure = pressure
        self.isLost = isLost
    }

    /// The most frames a second that it takes now, cool or not.
    public var framesPerSecondNow: Double { min(framesPerSecond, pressure.frameRateLimit ?? framesPerSecond) }
}

// It is written as a camera with its figures: each camera in one object.
extension CameraMetrics: Codable {
    private enum Key: String, CodingKey {
        case index, framesPerSecond, width, height, pressure, isLost
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            camera: try CameraInfo(from: decoder),
            index: try values.decode(Int.self, forKey: .index),
            framesPerSecond: try values.decode(Double.self, forKey: .framesPerSecond),
            width: try values.decode(Int.self, forKey: .width),
            height: try values.decode(Int.self, forKey: .height),
            pressure: try values.decode(CameraPressure.self, forKey: .pressure),
            isLost: try values.decode(Bool.self, forKey: .isLost)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        try camera.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(index, forKey: .index)
        try values.encode(framesPerSecond, forKey: .framesPerSecond)
        try values.encode(width, forKey: .width)
        try values.encode(height, forKey: .height)
        try values.encode(pressure, forKey: .pressure)
        try values.encode(isLost, forKey: .isLost)
    }
}

/// The cameras that were lost of several, for as long as they are missed. Pure.
struct MissedCameras: Sendable, Hashable {
    private var list: [CameraMetrics] = []

    /// Whether none is missed.
    var isEmpty: Bool { list.isEmpty }

    /// The name of the one that was lost first.
    var name: String? { list.first?.camera.name }

    /// A camera was lost; harmless when told again.
    mutating func add(_ camera: CameraMetrics) {
        guard !list.contains(where: { $0.camera.id == camera.camera.id }) else { return }
        var lost = camera
        lost.isLost = true
        list.append(lost)
    }

    /// These cameras are in use now.
    ///
    /// - Parameter areAll: whether they are as many as are wanted; then none is missed, whichever they are.
    mutating func found(_ ids: [String], areAll: Bool) {
        list.removeAll { areAll || ids.contains($0.camera.id) }
    }

    /// None is missed any more.
    mutating func forget() { list = [] }

    /// The cameras in use with those that are missed between and behind them, in ascending order of indices.
    func joined(with present: [CameraMetrics]) -> [CameraMetrics] {
        var all = present
        for var lost in list {
            // The others move up when the leading one is lost.
            let taken = Set(all.map(\.index))
            if taken.contains(lost.index) {
                lost.index = (0...taken.count).first { !taken.contains($0) } ?? taken.count
            }
            all.append(lost)
        }
        return all.sorted { $0.index < $1.index }
    }
}

/// Why there is one camera where two are wanted. For people: ``userMessage``.
public enum MultiCamObstacle: Sendable, Hashable, Codable {
    /// This machine cannot use two cameras at once.
    case notSupported
    /// No other camera is connected that can be used together with the one in use.
    case noOtherCamera
    /// One of the cameras has no format in which it can be used together with another one (R-MULTI-2).
    case noFormats
    /// Together they ask for more than the hardware has, also with the smallest pictures and the lowest rate (R-MULTI-4).
    ///
    /// - Parameter cost: the share of the hardware's budget; above 1, unless a bus has no room that nobody could foresee.
    case tooExpensive(cost: Float)
    /// Another camera is too hot, or its power too weak (R-MULTI-5). It comes back by itself.
    case systemPressure
    /// A camera was disconnected; the others go on.
    ///
    /// - Parameter name: the camera's name.
    case cameraLost(name: String)
    /// Another program has another camera of them.
    case inUse
    /// Another camera stopped delivering, or starting them together failed again and again.
    case notResponding
    /// Anything else.
    ///
    /// - Parameter reason: what the system says.
    case refused(reason: String)
}
