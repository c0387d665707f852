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
    case interrupt(ViewfinderState.Interruption)
    /// Ends an interruption.
    case endInterruption(ViewfinderState.Interruption)
    /// Lets media services die and come back.
    case resetMediaServices
    /// Lets the camera system run out of hardware (-11872).
    case exhaustResources
    /// Lets the camera in use deliver nothing for a while.
    case silence
    /// Lets the next start of a camera take long.
    case slowNextStart
    /// Makes a camera as hot as that, or the whole phone when no camera is named.
    case setPressure(ViewfinderPressure.Level, camera: String?)
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
        case "setPressure": .setPressure(try one(of: ViewfinderPressure.Level.self, value), camera: camera)
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

    private static func interruption(_ value: String?) throws(Unreadable) -> ViewfinderState.Interruption {
        let reason = try one(of: ViewfinderState.Interruption.self, value)
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
