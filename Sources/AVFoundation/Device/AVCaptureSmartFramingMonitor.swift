import Foundation

/// What frames the picture by itself. No device here does, so there are no such objects.
open class AVCaptureSmartFramingMonitor: NSObject {
    // Keeps clients from making one.
    init(device: AVCaptureDevice) {
        super.init()
    }
}
