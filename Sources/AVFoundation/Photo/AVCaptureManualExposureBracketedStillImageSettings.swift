import CoreMedia

/// An exposure of a bracket that is set by hand, exactly as Apple's class of the same name.
public class AVCaptureManualExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings {
    // Safe on any thread: nothing changes.

    /// Makes settings for an exposure.
    ///
    /// - Parameters:
    ///   - duration: exposure time; `AVCaptureDevice.currentExposureDuration` keeps the device's.
    ///   - ISO: sensitivity; `AVCaptureDevice.currentISO` keeps the device's.
    public class func manualExposureSettings(exposureDuration duration: CMTime, iso ISO: Float) -> Self {
        Self(step: .manual(duration: duration, iso: ISO))
    }

    /// The exposure time.
    public var exposureDuration: CMTime {
        switch step {
        case .manual(let duration, _): duration
        case .automatic: .invalid
        }
    }

    /// The sensitivity.
    public var iso: Float {
        switch step {
        case .manual(_, let iso): iso
        case .automatic: 0
        }
    }
}
