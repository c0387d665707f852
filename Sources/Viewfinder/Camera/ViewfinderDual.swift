/// Several cameras at once, as the page shows them.
///
/// Which of the pictures is the large one, or the left or the upper one, is a matter of the ``arrangement``.
public struct ViewfinderDual: Codable, Equatable, Sendable {
    /// One of the cameras.
    public struct Camera: Codable, Equatable, Sendable {
        /// The device's unique identifier.
        public var id: String
        /// The name to show.
        public var name: String
        /// Where the camera looks.
        public var position: ViewfinderCameraInfo.Position
        /// The picture's width in pixels; zero as long as it is not known.
        public var width: Int
        /// The picture's height in pixels; zero as long as it is not known.
        public var height: Int
        /// The frames a second that the camera is set to; zero as long as it is not known.
        public var framesPerSecond: Double
        /// How hard heat and power press on this camera.
        public var pressure: ViewfinderPressure
        /// Whether it is gone, while the other one goes on.
        public var isLost: Bool

        /// Makes the description of a camera that works.
        public init(
            id: String,
            name: String,
            position: ViewfinderCameraInfo.Position,
            width: Int = 0,
            height: Int = 0,
            framesPerSecond: Double = 0,
            pressure: ViewfinderPressure = ViewfinderPressure(),
            isLost: Bool = false
        ) {
            self.id = id
            self.name = name
            self.position = position
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.pressure = pressure
            self.isLost = isLost
        }
    }

    /// Whether two cameras can run together here at all: the page offers it then.
    public var isOffered: Bool
    /// Whether the user wants two.
    public var isWanted: Bool
    /// Whether two run.
    public var isOn: Bool
    /// Why only one camera runs although two are wanted, and what can be done about it; nil when nothing is in the way.
    public var obstacle: PhaseMessages?
    /// The cameras that run, by their index. One that was lost stays here for as long as the others go on without it.
    public var cameras: [Camera]
    /// Where the two pictures stand.
    public var arrangement: ViewfinderArrangement
    /// The share of the camera hardware that the cameras take; beyond 1 they do not run.
    public var hardwareCost: Double
    /// What the cameras cost in heat and power; beyond 1 they do not run for long.
    public var systemPressureCost: Double
    /// What was taken from the pictures so that both cameras run together, in words; empty when nothing had to be.
    public var steps: [String]

    /// Makes a description; one camera alone, on a machine that has no more, unless told otherwise.
    public init(
        isOffered: Bool = false,
        isWanted: Bool = false,
        isOn: Bool = false,
        obstacle: PhaseMessages? = nil,
        cameras: [Camera] = [],
        arrangement: ViewfinderArrangement = ViewfinderArrangement(),
        hardwareCost: Double = 0,
        systemPressureCost: Double = 0,
        steps: [String] = []
    ) {
        self.isOffered = isOffered
        self.isWanted = isWanted
        self.isOn = isOn
        self.obstacle = obstacle
        self.cameras = cameras
        self.arrangement = arrangement
        self.hardwareCost = hardwareCost
        self.systemPressureCost = systemPressureCost
        self.steps = steps
    }
}

/// As JSON the first two cameras are `first` and `second`, further ones `further`.
extension ViewfinderDual {
    private enum CodingKeys: String, CodingKey {
        case isOffered, isWanted, isOn, obstacle, first, second, further
        case arrangement, hardwareCost, systemPressureCost, steps
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let leading = [
            try container.decodeIfPresent(Camera.self, forKey: .first),
            try container.decodeIfPresent(Camera.self, forKey: .second),
        ]
        let further = try container.decodeIfPresent([Camera].self, forKey: .further) ?? []
        self.init(
            isOffered: try container.decode(Bool.self, forKey: .isOffered),
            isWanted: try container.decode(Bool.self, forKey: .isWanted),
            isOn: try container.decode(Bool.self, forKey: .isOn),
            obstacle: try container.decodeIfPresent(PhaseMessages.self, forKey: .obstacle),
            cameras: leading.compactMap(\.self) + further,
            arrangement: try container.decode(ViewfinderArrangement.self, forKey: .arrangement),
            hardwareCost: try container.decode(Double.self, forKey: .hardwareCost),
            systemPressureCost: try container.decode(Double.self, forKey: .systemPressureCost),
            steps: try container.decode([String].self, forKey: .steps)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isOffered, forKey: .isOffered)
        try container.encode(isWanted, forKey: .isWanted)
        try container.encode(isOn, forKey: .isOn)
        try container.encodeIfPresent(obstacle, forKey: .obstacle)
        try container.encodeIfPresent(cameras.first, forKey: .first)
        try container.encodeIfPresent(cameras.dropFirst().first, forKey: .second)
        if cameras.count > 2 { try container.encode(Array(cameras.dropFirst(2)), forKey: .further) }
        try container.encode(arrangement, forKey: .arrangement)
        try container.encode(hardwareCost, forKey: .hardwareCost)
        try container.encode(systemPressureCost, forKey: .systemPressureCost)
        try container.encode(steps, forKey: .steps)
    }
}

/// Where two pictures stand.
public struct ViewfinderArrangement: Codable, Equatable, Sendable {
    /// The ways in which two pictures share one.
    public enum Layout: String, Codable, CaseIterable, Sendable {
        /// One fills the picture, the other one lies small upon it.
        case pictureInPicture
        /// Half and half, beside each other.
        case sideBySide
        /// Half and half, one above the other.
        case topAndBottom
    }

    /// Where the small picture lies, as shares of the whole one.
    public struct PictureInPicture: Codable, Equatable, Sendable {
        /// The small picture's centre: 0 at the left edge, 1 at the right.
        public var x: Double
        /// The small picture's centre: 0 at the top edge, 1 at the bottom.
        public var y: Double
        /// The small picture's width, as a share of the whole one's.
        public var width: Double

        /// The widths that there are.
        public static let widths = 0.15...0.5

        /// Makes a place; unless told otherwise, the lower right corner.
        public init(x: Double = 0.8275, y: Double = 0.81, width: Double = 0.3) {
            self.x = x
            self.y = y
            self.width = width
        }
    }

    /// How the pictures share the whole one.
    public var layout: Layout
    /// Whether the second camera's picture is the large one, the left one or the upper one.
    public var isSwapped: Bool
    /// Where the small picture lies, also while there is none.
    public var pip: PictureInPicture

    /// Makes an arrangement; the first camera's picture large, the second one's small in the lower right corner, unless told
    /// otherwise.
    public init(
        layout: Layout = .pictureInPicture,
        isSwapped: Bool = false,
        pip: PictureInPicture = PictureInPicture()
    ) {
        self.layout = layout
        self.isSwapped = isSwapped
        self.pip = pip
    }
}

extension ViewfinderArrangement {
    /// A change of a part of it; what is not given stays as it is.
    public struct Change: Codable, Equatable, Sendable {
        /// How the pictures share the whole one.
        public var layout: Layout?
        /// Whether the second camera's picture is the large one, the left one or the upper one.
        public var isSwapped: Bool?
        /// Where the small picture lies.
        public var pip: PictureInPicture?

        /// Makes a change of what is given.
        public init(layout: Layout? = nil, isSwapped: Bool? = nil, pip: PictureInPicture? = nil) {
            self.layout = layout
            self.isSwapped = isSwapped
            self.pip = pip
        }

        /// Whether it changes nothing.
        public var isEmpty: Bool { layout == nil && isSwapped == nil && pip == nil }
    }

    /// The arrangement after a change.
    public func applying(_ change: Change) -> ViewfinderArrangement {
        ViewfinderArrangement(
            layout: change.layout ?? layout,
            isSwapped: change.isSwapped ?? isSwapped,
            pip: change.pip ?? pip
        )
    }
}
