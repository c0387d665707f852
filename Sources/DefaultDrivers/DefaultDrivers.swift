import ALSADriver
import CaptureDriver
import Foundation
import SimulatedDriver
import V4L2Driver

/// The one place that knows which drivers there are.
public enum DefaultDrivers {
    /// The environment variable that chooses a camera: `iphone`, `webcam` and `none` simulate; anything else is looked
    /// for among the machine's own cameras.
    public static let environmentVariable = "PINHOLE_CAMERA"

    /// The system to use when nobody has chosen one: what the environment says; else the machine's own cameras and
    /// microphones, or the simulated phone if it has no camera.
    public static func makeSystem(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> CaptureSystem {
        makeSystem(camera: environment[environmentVariable])
    }

    /// The system that has a camera.
    ///
    /// Cameras and microphones are either all real or all simulated: a real camera without a microphone makes movies without
    /// sound, and a simulated camera never records what is said in the room.
    ///
    /// - Parameter camera: `iphone`, `webcam` or `none` for a simulation; anything else, or `nil`, for real cameras, with
    ///   the simulated phone standing in where a machine has none and `nil` was given. A machine whose cameras may not be
    ///   opened has cameras.
    public static func makeSystem(camera: String?) -> CaptureSystem {
        if let profile = camera.flatMap(SimulatedPhone.Profile.init(rawValue:)) {
            return SimulatedPhone(profile: profile).system
        }
        let real = realSystem()
        let hasCamera =
            real.devices().contains { $0.medium == .video } || real.conditions.authorization(for: .video) != .authorized
        return hasCamera || camera != nil ? real : SimulatedPhone(profile: .iphone).system
    }

    /// The machine's own hardware. A new driver adds one line here.
    private static func realSystem() -> CaptureSystem {
        let microphones = ALSASoundDriver()
        let drivers: [any CaptureDriver] = [
            Video4LinuxDriver(),
            microphones,
        ]
        let clock = HostCaptureClock()
        let conditions = LinuxSystemConditions(
            clock: clock,
            devices: { drivers.flatMap { $0.devices() }.filter { $0.medium == .video }.map(\.id) },
            hasSharedMicrophone: { microphones.devices().contains { $0.id == "default" } }
        )
        return CaptureSystem(drivers: drivers, conditions: conditions, clock: clock)
    }
}
