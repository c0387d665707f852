import Foundation

/// A control of a device's hardware controls. No device here has any: `AVCaptureSession.supportsControls` is false, and
/// nothing makes one.
open class AVCaptureControl: NSObject {
    /// Whether the control reacts; true at first.
    open var isEnabled = true

    override init() {
        super.init()
    }
}
