import CaptureDriver
import DefaultDrivers

extension CaptureSystem {
    /// The system in force: what the innermost scope was given, else the process's, which is the machine's own devices unless
    /// `use(_:)` chose another.
    public static var current: CaptureSystem {
        current { DefaultDrivers.makeSystem() }
    }
}
