/// A simulated phone, as its panel shows it.
public struct SimulatorState: Codable, Equatable, Sendable {
    /// What the user allows.
    public enum Permission: String, Codable, CaseIterable, Sendable {
        /// Not asked yet.
        case undecided
        /// The user allowed it.
        case granted
        /// The user refused.
        case denied
        /// The user may not decide.
        case restricted
    }

    /// How the phone is held.
    public enum Orientation: String, Codable, CaseIterable, Sendable {
        /// Upright.
        case portrait
        /// The top points to the left.
        case landscapeLeft
        /// Upside down.
        case portraitUpsideDown
        /// The top points to the right.
        case landscapeRight
    }

    /// What else needs the camera hardware.
    public enum Load: String, Codable, CaseIterable, Sendable {
        /// Nothing.
        case normal
        /// So much that each camera costs twice as much: two have to give something up to fit.
        case high
        /// So much that no two cameras fit.
        case overBudget
    }

    /// What a finger does with the Camera Control.
    public enum ControlGesture: String, Codable, CaseIterable, Sendable {
        /// Presses it all the way: the shutter.
        case press
        /// Presses it lightly.
        case lightPress
        /// Presses it lightly twice.
        case doubleLightPress
        /// Slides back along it.
        case slideBack
        /// Slides on along it.
        case slideForward
        /// Swipes away what is shown.
        case dismiss
    }

    /// A camera of the phone's.
    public struct Camera: Codable, Equatable, Sendable {
        /// The camera's unique identifier.
        public var id: String
        /// The name to show.
        public var name: String
        /// Whether it is plugged in.
        public var isPlugged: Bool
        /// How hot it is.
        public var pressure: ViewfinderPressure.Level

        /// Makes the description of a camera.
        public init(id: String, name: String, isPlugged: Bool, pressure: ViewfinderPressure.Level = .nominal) {
            self.id = id
            self.name = name
            self.isPlugged = isPlugged
            self.pressure = pressure
        }
    }

    /// Something of the phone's of which there is only so much.
    public struct Resource: Codable, Equatable, Sendable {
        /// The name to show.
        public var name: String
        /// How much is held now.
        public var held: Int
        /// How much has been let go, and is not free yet.
        public var returning: Int
        /// How much nobody will ever give back.
        public var leaked: Int
        /// How much there is.
        public var capacity: Int

        /// Makes the description of a resource.
        public init(name: String, held: Int, returning: Int, leaked: Int, capacity: Int) {
            self.name = name
            self.held = held
            self.returning = returning
            self.leaked = leaked
            self.capacity = capacity
        }
    }

    /// Whether the app is in the background.
    public var isInBackground: Bool
    /// The interruptions in force, but for the background.
    public var interruptions: [ViewfinderState.Interruption]
    /// What the user allows.
    public var permission: Permission
    /// Whether the phone asks its user for permission at this moment.
    public var isAskingForPermission: Bool
    /// Whether that question is about the microphone.
    public var isAskingForMicrophone: Bool
    /// How hot the phone is: as its hottest camera.
    public var pressure: ViewfinderPressure.Level
    /// What else needs the camera hardware.
    public var load: Load
    /// Whether there is a Camera Control.
    public var hasControl: Bool
    /// How the phone is held; nil for a machine that is not held.
    public var orientation: Orientation?
    /// Whether somebody has said how it is held; before that, the first page holds it as its window is.
    public var isTurned: Bool
    /// All cameras, also those that are unplugged.
    public var cameras: [Camera]
    /// The camera system's resources.
    public var resources: [Resource]
    /// What has happened to the phone last, oldest first.
    public var log: [String]
    /// Why there is a simulated phone that nobody asked for, and what to do about it; nil for one that was asked for.
    public var notice: PhaseMessages?

    /// Makes the description of a phone.
    public init(
        isInBackground: Bool = false,
        interruptions: [ViewfinderState.Interruption] = [],
        permission: Permission = .granted,
        isAskingForPermission: Bool = false,
        isAskingForMicrophone: Bool = false,
        pressure: ViewfinderPressure.Level = .nominal,
        load: Load = .normal,
        hasControl: Bool = false,
        orientation: Orientation? = nil,
        isTurned: Bool = false,
        cameras: [Camera] = [],
        resources: [Resource] = [],
        log: [String] = [],
        notice: PhaseMessages? = nil
    ) {
        self.isInBackground = isInBackground
        self.interruptions = interruptions
        self.permission = permission
        self.isAskingForPermission = isAskingForPermission
        self.isAskingForMicrophone = isAskingForMicrophone
        self.pressure = pressure
        self.load = load
        self.hasControl = hasControl
        self.orientation = orientation
        self.isTurned = isTurned
        self.cameras = cameras
        self.resources = resources
        self.log = log
        self.notice = notice
    }
}
