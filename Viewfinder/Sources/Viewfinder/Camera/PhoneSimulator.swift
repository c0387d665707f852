public import CameraEngine
public import CameraLifecycle

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
        public var pressure: CameraPressure.Level

        /// Makes the description of a camera.
        public init(id: String, name: String, isPlugged: Bool, pressure: CameraPressure.Level = .nominal) {
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
    public var interruptions: [CameraInterruption]
    /// What the user allows.
    public var permission: Permission
    /// Whether the phone asks its user for permission at this moment.
    public var isAskingForPermission: Bool
    /// Whether that question is about the microphone.
    public var isAskingForMicrophone: Bool
    /// How hot the phone is: as its hottest camera.
    public var pressure: CameraPressure.Level
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
    public var notice: CameraMessage?

    /// Makes the description of a phone.
    public init(
        isInBackground: Bool = false,
        interruptions: [CameraInterruption] = [],
        permission: Permission = .granted,
        isAskingForPermission: Bool = false,
        isAskingForMicrophone: Bool = false,
        pressure: CameraPressure.Level = .nominal,
        load: Load = .normal,
        hasControl: Bool = false,
        orientation: Orientation? = nil,
        isTurned: Bool = false,
        cameras: [Camera] = [],
        resources: [Resource] = [],
        log: [String] = [],
        notice: CameraMessage? = nil
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

/// What the simulator's panel can let happen to a phone.
///
/// As JSON it is an object with an `action` and, for those that need one, a `value`: `{"action": "interrupt", "value":
/// "cameraInUse"}`; where the action is about one camera out of several, its identifier is the `camera`. Nothing else may stand
/// in it.
public enum SimulatorAction: Hashable, Sendable {
    /// Puts the app in the background.
    case background
    /// Brings it to the foreground again.
    case foreground
    /// Interrupts capture. The background has an action of its own.
    case interrupt(CameraInterruption)
    /// Ends an interruption.
    case endInterruption(CameraInterruption)
    /// Lets media services die and come back.
    case resetMediaServices
    /// Lets the camera system run out of hardware (-11872).
    case exhaustResources
    /// Lets the camera in use deliver nothing for a while.
    case silence
    /// Lets the next start of a camera take long.
    case slowNextStart
    /// Makes a camera as hot as that, or the whole phone when no camera is named.
    case setPressure(CameraPressure.Level, camera: String?)
    /// Lets cameras cost more of the hardware, or as much as usual again.
    case setLoad(SimulatorState.Load)
    /// Does something with the phone's Camera Control.
    case useControl(SimulatorState.ControlGesture)
    /// Turns the phone.
    case turn(SimulatorState.Orientation)
    /// Pulls a camera's plug.
    case unplug(camera: String)
    /// Puts it in again.
    case plug(camera: String)
    /// Decides the permission, as the user does in the dialog or in the settings.
    case setPermission(SimulatorState.Permission)
}

extension SimulatorAction: Decodable {
    /// Why an action cannot be read. The words are for whoever sent it.
    struct Unreadable: Error, Equatable {
        var message: String
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// Reads an action; refuses names that it does not know, values that do not fit, and anything in excess.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        if let excess = fields.allKeys.first(where: { !["action", "value", "camera"].contains($0.stringValue) }) {
            throw Unreadable(
                message:
                    "An action has an \u{201C}action\u{201D} and a \u{201C}value\u{201D}, no \u{201C}\(excess.stringValue)\u{201D}."
            )
        }
        let name = try fields.decode(String.self, forKey: Key(stringValue: "action"))
        let value = try fields.decodeIfPresent(String.self, forKey: Key(stringValue: "value"))
        let camera = try fields.decodeIfPresent(String.self, forKey: Key(stringValue: "camera"))
        guard camera == nil || name == "setPressure" else {
            throw Unreadable(message: "This action is not about one camera of several.")
        }
        self = try Self.action(name, value, on: camera)
    }

    private static func action(
        _ name: String,
        _ value: String?,
        on camera: String?
    ) throws(Unreadable) -> SimulatorAction {
        switch name {
        case "background": try plain(.background, value)
        case "foreground": try plain(.foreground, value)
        case "resetMediaServices": try plain(.resetMediaServices, value)
        case "exhaustResources": try plain(.exhaustResources, value)
        case "silence": try plain(.silence, value)
        case "slowNextStart": try plain(.slowNextStart, value)
        case "interrupt": .interrupt(try interruption(value))
        case "endInterruption": .endInterruption(try interruption(value))
        case "setPressure": .setPressure(try one(of: CameraPressure.Level.self, value), camera: camera)
        case "setLoad": .setLoad(try one(of: SimulatorState.Load.self, value))
        case "useControl": .useControl(try one(of: SimulatorState.ControlGesture.self, value))
        case "turn": .turn(try one(of: SimulatorState.Orientation.self, value))
        case "setPermission": .setPermission(try one(of: SimulatorState.Permission.self, value))
        case "unplug": .unplug(camera: try cameraID(value))
        case "plug": .plug(camera: try cameraID(value))
        default: throw Unreadable(message: "There is no action \u{201C}\(name)\u{201D}.")
        }
    }

    private static func plain(_ action: SimulatorAction, _ value: String?) throws(Unreadable) -> SimulatorAction {
        guard value == nil else { throw Unreadable(message: "This action has no value.") }
        return action
    }

    private static func interruption(_ value: String?) throws(Unreadable) -> CameraInterruption {
        let reason = try one(of: CameraInterruption.self, value)
        guard reason != .background else {
            throw Unreadable(message: "The app goes to the background by the action \u{201C}background\u{201D}.")
        }
        return reason
    }

    private static func cameraID(_ value: String?) throws(Unreadable) -> String {
        guard let value else { throw Unreadable(message: "The value of this action is a camera's identifier.") }
        return value
    }

    private static func one<Value: RawRepresentable<String> & CaseIterable>(
        of type: Value.Type,
        _ value: String?
    ) throws(Unreadable) -> Value {
        if let value, let found = Value(rawValue: value) { return found }
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw Unreadable(message: "The value of this action is one of \(names).")
    }
}
