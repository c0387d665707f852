import CaptureDriver
import Foundation
import SimulatedDriver
import V4L2Driver

/// The one place that knows which drivers there are. A new driver adds one line to `real`.
public enum DefaultDrivers {
    /// The environment variable that chooses a camera: `iphone`, `webcam` and `none` simulate; anything else is looked
    /// for among the machine's own cameras.
    public static let environmentVariable = "PINHOLE_CAMERA"

    /// The drivers of the machine's own hardware.
    private static func real() -> [any CaptureDriver] {
        [V4L2Driver()]
    }

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
    ///   the simulated phone standing in where a machine has none and `nil` was given.
    public static func makeSystem(camera: String?) -> CaptureSystem {
        if let profile = camera.flatMap(SimulatedPhone.Profile.init(rawValue:)) {
            return SimulatedPhone(profile: profile).system
        }
        let drivers = real()
        let hasCamera = drivers.contains { !$0.devices().isEmpty }
        guard hasCamera || camera != nil else {
            return SimulatedPhone(profile: .iphone).system
        }
        return CaptureSystem(drivers: drivers, conditions: LinuxSystemConditions(), clock: HostCaptureClock())
    }
}
