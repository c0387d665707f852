import Glibc

/// Why the emulated camera cannot be plugged in.
public enum EmulatedUSBCameraError: Error, Equatable, CustomStringConvertible {
    /// It is plugged in.
    case pluggedInAlready
    /// All ports of the virtual USB host are in use.
    case noFreePort
    /// The kernel does not give up what was plugged into this port before.
    case portInUse(Int)
    /// The kernel refuses; `code` is its error number.
    case refused(operation: String, path: String, code: Int32)

    public var description: String {
        switch self {
        case .pluggedInAlready: "The emulated camera is plugged in already."
        case .noFreePort: "All ports of the virtual USB host are in use. Unplug a camera first."
        case .portInUse(let port): "The kernel keeps port \(port) of the virtual USB host in use."
        case .refused(let operation, let path, let code):
            "Cannot \(operation) \(path): \(String(cString: strerror(code))). "
                + "The emulated camera needs root and the kernel's module vhci-hcd."
        }
    }
}
