import ALSADriver
import CaptureDriver
import V4L2Driver

/// The one place that knows which drivers of the machine's own hardware there are. Nothing is simulated here.
public enum DefaultDrivers {
    /// The machine's own cameras and microphones: those that are there, and those that are plugged in later. A new driver adds
    /// one line here.
    public static func makeSystem() -> CaptureSystem {
        let microphones = ALSACaptureDriver()
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
