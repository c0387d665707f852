import Foundation

/// A camera's calibration. No camera here knows its own, so there are no objects of this class; it exists so that code
/// that asks for calibration data and finds none compiles.
open class AVCameraCalibrationData: NSObject {
    /// Nothing makes calibration data.
    @available(*, unavailable, message: "No camera here gives calibration data.")
    public override init() { super.init() }
}
