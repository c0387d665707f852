/// Several cameras at once, as the page shows them.
///
/// Which of the pictures is the large one, or the left or the upper one, is a matter of the ``arrangement``.
public struct ViewfinderDual: Codable, Equatable, Sendable {
    /// One of the cameras.
    public struct Camera: Codable, Equatable, Sendable {
        /// The index by which arrangements, streams and metrics name it; the first camera has 0, and indices may have gaps.
        public var index: Int
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
        /// Whether it is gone, while the others go on.
        public var isLost: Bool

        /// Makes the description of a camera that works.
        public init(
            index: Int,
            id: String,
            name: String,
            position: ViewfinderCameraInfo.Position,
            width: Int = 0,
            height: Int = 0,
            framesPerSecond: Double = 0,
            pressure: ViewfinderPressure = ViewfinderPressure(),
            isLost: Bool = false
        ) {
            self.index = index
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

    /// Whether several cameras can run together here at all: the page offers it then.
    public var isOffered: Bool
    /// Whether the user wants several.
    public var isWanted: Bool
    /// Whether several run.
    public var isOn: Bool
    /// Why only one camera runs although several are wanted, and what can be done about it; nil when nothing is in the way.
    public var obstacle: PhaseMessages?
    /// The cameras that run, in ascending order of their indices. One that was lost stays here for as long as the others go on without it.
    public var cameras: [Camera]
    /// Where the pictures stand.
    public var arrangement: ViewfinderArrangement
    /// The share of the camera hardware that the cameras take; beyond 1 they do not run.
    public var hardwareCost: Double
    /// What the cameras cost in heat and power; beyond 1 they do not run for long.
    public var systemPressureCost: Double
    /// What was taken from the pictures so that the cameras run together, in words; empty when nothing had to be.
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

/// Where the pictures of several cameras stand.
public struct ViewfinderArrangement: Codable, Equatable, Sendable {
    /// The ways in which pictures share one.
    public enum Layout: String, Codable, CaseIterable, Sendable {
        /// One fills the picture, the others lie small upon it.
        case pictureInPicture
        /// Equal parts, beside each other.
        case sideBySide
        /// Equal parts, one above the other.
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
    /// The camera whose picture is the large one, the left one or the upper one, by its index. It has changed places with camera 0.
    public var leading: Int
    /// Where the small picture lies, also while there is none.
    public var pip: PictureInPicture

    /// Makes an arrangement; the first camera's picture large, the others small in the lower right corner, unless told otherwise.
    public init(
        layout: Layout = .pictureInPicture,
        leading: Int = 0,
        pip: PictureInPicture = PictureInPicture()
    ) {
        self.layout = layout
        self.leading = leading
        self.pip = pip
    }
}

extension ViewfinderArrangement {
    /// A change of a part of it; what is not given stays as it is.
    public struct Change: Codable, Equatable, Sendable {
        /// How the pictures share the whole one.
        public var layout: Layout?
        /// The camera whose picture is the large one, the left one or the upper one.
        public var leading: Int?
        /// Where the small picture lies.
        public var pip: PictureInPicture?

        /// Makes a change of what is given.
        public init(layout: Layout? = nil, leading: Int? = nil, pip: PictureInPicture? = nil) {
            self.layout = layout
            self.leading = leading
            self.pip = pip
        }

        /// Whether it changes nothing.
        public var isEmpty: Bool { layout == nil && leading == nil && pip == nil }
    }

    /// The arrangement in which the next camera leads: of two, the other one.
    ///
    /// - Parameter cameras: the indices of those that run, in ascending order; fewer than two are taken for 0 and 1.
    public func swapped(among cameras: [Int]) -> ViewfinderArrangement {
        let indices = cameras.count > 1 ? cameras : [0, 1]
        return applying(Change(leading: indices.first { $0 > leading } ?? indices[0]))
    }

    /// The arrangement after a change.
    public func applying(_ change: Change) -> ViewfinderArrangement {
        ViewfinderArrangement(
            layout: change.layout ?? layout,
            leading: change.leading ?? leading,
            pip: change.pip ?? pip
        )
    }
}

extension ViewfinderDual {
    /// The indices of the cameras that run, in ascending order.
    public var indices: [Int] { cameras.filter { !$0.isLost }.map(\.index) }
}

/// The control on the device's edge, as far as the page can stand in for it: what it offers to change, and how that is set.
public struct ViewfinderHardware: Codable, Equatable, Sendable {
    /// Something that the control changes.
    public struct Control: Codable, Equatable, Sendable {
        /// What is chosen with it.
        public enum Kind: String, Codable, CaseIterable, Sendable {
            /// A value between two others.
            case slider
            /// One of several things.
            case indexPicker
        }

        /// What tells it from the others.
        public var id: String
        /// What is chosen with it.
        public var kind: Kind
        /// What it is called.
        public var title: String
        /// The name of its symbol.
        public var symbol: String
        /// Whether it can be changed now.
        public var isEnabled: Bool
        /// The value, or the number of the thing that is chosen.
        public var value: Double
        /// The value as the user reads it.
        public var text: String
        /// The least value.
        public var minimum: Double
        /// The greatest value.
        public var maximum: Double
        /// Whether equal ways are equal ratios, as with zoom; else they are equal differences.
        public var isGeometric: Bool
        /// The only values that there are, rising; empty when there are others too.
        public var values: [Double]
        /// The things to choose from, by their names; empty for a slider.
        public var titles: [String]

        /// Makes the description of a control.
        public init(
            id: String,
            kind: Kind,
            title: String,
            symbol: String = "",
            isEnabled: Bool = true,
            value: Double,
            text: String = "",
            minimum: Double = 0,
            maximum: Double = 0,
            isGeometric: Bool = false,
            values: [Double] = [],
            titles: [String] = []
        ) {
            self.id = id
            self.kind = kind
            self.title = title
            self.symbol = symbol
            self.isEnabled = isEnabled
            self.value = value
            self.text = text
            self.minimum = minimum
            self.maximum = maximum
            self.isGeometric = isGeometric
            self.values = values
            self.titles = titles
        }
    }

    /// Whether the user has it under the finger: what it changes is shown then.
    public var isActive: Bool
    /// Whether what it shows takes the screen: a page clears its own controls away then, as apps do, and brings them back.
    public var coversScreen: Bool
    /// What it changes, in the order in which it is gone through.
    public var controls: [Control]

    /// Makes the description of a control on the device's edge.
    public init(isActive: Bool = false, coversScreen: Bool = false, controls: [Control] = []) {
        self.isActive = isActive
        self.coversScreen = coversScreen
        self.controls = controls
    }
}
