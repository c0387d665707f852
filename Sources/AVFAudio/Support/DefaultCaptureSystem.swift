import CaptureDriver
import DefaultDrivers

/// The capture system that the public API uses.
package enum DefaultCaptureSystem {
    /// What was chosen with `CaptureSystem.use(_:)`; else the machine's own cameras, or the simulated phone if it has none.
    package static var current: CaptureSystem {
        CaptureSystem.current { DefaultDrivers.makeSystem() }
    }
}
