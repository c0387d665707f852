/// An exposure of a bracket that is automatic but for a bias, exactly as Apple's class of the same name.
public class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings {
    // Safe on any thread: nothing changes.

    /// Makes settings for an exposure.
    ///
    /// - Parameter exposureTargetBias: in EV; `AVCaptureDevice.currentExposureTargetBias` keeps the device's.
    public class func autoExposureSettings(exposureTargetBias: Float) -> Self {
        Self(step: .automatic(bias: exposureTargetBias))
    }

    /// The bias in EV.
    public var exposureTargetBias: Float {
        switch step {
        case .automatic(let bias): bias
        case .manual: 0
        }
    }
}
