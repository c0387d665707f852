import CaptureDriver
import Foundation
import SimulatedDriver
import V4L2Driver

/// The one place that knows which drivers there are.
public enum DefaultDrivers {
    /// The environment variable that chooses a camera: `iphone`, `webcam` and `none` simulate; anything else is looked
    /// for among the machine's own cameras.
    public static let environmentVariable = "PINHOLE_CAMERA"

    /// The system to use when nobody has chosen one: what the environment says; else the machine's own cameras, or the
    /// simulated phone if it has none.
    public static func makeSystem(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> CaptureSystem {
        makeSystem(camera: environment[environmentVariable])
    }

    /// The system that has a camera.
    ///
    /// - Parameter camera: `iphone`, `webcam` or `none` for a simulation; anything else, or `nil`, for real cameras, with
    ///   the simulated phone standing in where a machine has none and `nil` was given. A machine whose cameras may not be
    ///   opened has cameras.
    public static func makeSystem(camera: String?) -> CaptureSystem {
        if let profile = camera.flatMap(SimulatedPhone.Profile.init(rawValue:)) {
            return SimulatedPhone(profile: profile).system
        }
        let real = realSystem()
        let hasCamera = !real.devices().isEmpty || real.conditions.authorization(for: .video) != .authorized
        return hasCamera || camera != nil ? real : SimulatedPhone(profile: .iphone).system
    }

    /// The machine's own hardware. A new driver adds one line here.
    private static func realSystem() -> CaptureSystem {
        let drivers: [any CaptureDriver] = [
            Video4LinuxDriver()
        ]
        let clock = HostCaptureClock()
        let conditions = LinuxSystemConditions(clock: clock) { drivers.flatMap { $0.devices() }.map(\.id) }
        return CaptureSystem(drivers: drivers, conditions: conditions, clock: clock)
    }
}
