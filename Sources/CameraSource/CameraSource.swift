public import CaptureDriver
import DefaultDrivers
public import SimulatedDriver

/// Where a program's cameras come from: the machine, or a simulation that was asked for or stands in for missing cameras.
///
/// For programs that are to be of use on a machine without a camera, as `pinhole` is. An app that only says
/// `import AVFoundation` has the machine's cameras, and none where there are none.
///
/// Cameras and microphones are either all real or all simulated: a real camera without a microphone makes movies without
/// sound, and a simulated camera never records what is said in the room.
public struct CameraSource: Sendable {
    /// Why these cameras.
    public enum Origin: Sendable, Hashable {
        /// They are the machine's own.
        case machine
        /// A simulation was asked for.
        case simulation
        /// The machine has no camera; a simulated phone stands in for it.
        case standIn
    }

    /// Why these cameras.
    public let origin: Origin
    /// The capture system that has them. It is not in force yet: `CaptureSystem.use(_:)` does that.
    public let system: CaptureSystem
    /// The simulated phone; `nil` when the cameras are the machine's.
    public let phone: SimulatedPhone?
    /// The machine's own devices, while a simulated phone stands in for missing cameras.
    private let machine: CaptureSystem?

    /// The environment variable in which programs look for the name of a camera.
    public static let environmentVariable = "PINHOLE_CAMERA"

    /// The profile of the simulated phone that a name asks for: `iphone`, `iphone-se`, `ipad`, `webcam` or `none`.
    public static func profile(named name: String?) -> SimulatedPhone.Profile? {
        name.flatMap(SimulatedPhone.Profile.init(rawValue:))
    }

    /// Chooses the system that a program uses.
    ///
    /// - Parameters:
    ///   - name: `iphone`, `iphone-se`, `ipad`, `webcam` or `none` for a simulation. Anything else, or `nil`, is left to the
    ///     machine's cameras: by which name to look among them is not decided here.
    ///   - scene: what simulated cameras that were asked for look at; `nil` for a valley with something that moves.
    ///   - bearsTimecode: whether simulated pictures bear the camera's name, a clock and a timecode, where the scene has them.
    ///   - machine: makes the system of the machine's own devices.
    public init(
        named name: String?,
        scene: (any SimulatedScene)? = nil,
        bearsTimecode: Bool = false,
        machine: () -> CaptureSystem = DefaultDrivers.makeSystem
    ) {
        func marked(_ scene: any SimulatedScene) -> any SimulatedScene { bearsTimecode ? scene : UnmarkedScene(scene) }
        if let profile = Self.profile(named: name) {
            let phone = SimulatedPhone(profile: profile, scene: marked(scene ?? MovingScene()))
            self.init(.simulation, phone: phone)
            return
        }
        let machine = machine()
        // A machine whose cameras may not be opened has cameras.
        let mayHaveCamera =
            machine.devices().contains { $0.medium == .video }
            || machine.conditions.authorization(for: .video) != .authorized
        if mayHaveCamera {
            self.init(.machine, system: machine, phone: nil, machine: nil)
        } else {
            self.init(.standIn, phone: SimulatedPhone(scene: marked(MovingScene())), machine: machine)
        }
    }

    private init(_ origin: Origin, phone: SimulatedPhone, machine: CaptureSystem? = nil) {
        self.init(origin, system: phone.system, phone: phone, machine: machine)
    }

    private init(_ origin: Origin, system: CaptureSystem, phone: SimulatedPhone?, machine: CaptureSystem?) {
        self.origin = origin
        self.system = system
        self.phone = phone
        self.machine = machine
    }

    /// The cameras that the machine has got since, while a simulated phone stands in for missing cameras; none in all other cases.
    public var lateCameras: [CaptureDeviceDescription] { (machine?.devices() ?? []).filter { $0.medium == .video } }

    /// Tells of each camera that the machine gets while a simulated phone stands in for it, until the observations are cancelled
    /// or released. Called on a thread of the driver's.
    public func observeLateCameras(
        _ handler: @escaping @Sendable (CaptureDeviceDescription) -> Void
    ) -> [CaptureObservation] {
        (machine?.drivers ?? []).map { driver in
            driver.observeDevices { change in
                if case .appeared(let device) = change, device.medium == .video { handler(device) }
            }
        }
    }
}
