import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras

/// Settings for a bracket: several photos, one after another, with different exposures, exactly as Apple's class of the
/// same name.
open class AVCapturePhotoBracketSettings: AVCapturePhotoSettings {
    /// Settings for a bracket. See the longer initializer.
    public convenience init(
        rawPixelFormatType: OSType,
        processedFormat: [String: Any]?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        self.init(
            rawPixelFormatType: rawPixelFormatType,
            rawFileType: nil,
            processedFormat: processedFormat,
            processedFileType: nil,
            bracketedSettings: bracketedSettings
        )
    }

    /// Settings for a bracket.
    ///
    /// - Parameters:
    ///   - rawPixelFormatType: zero for no RAW photos.
    ///   - rawFileType: `nil` for the default.
    ///   - processedFormat: `nil` for no processed photos; if there are no RAW photos either, JPEG.
    ///   - processedFileType: `nil` for the default.
    ///   - bracketedSettings: the exposures, all of one kind, at least one; anything else stops the program (S-166).
    public convenience init(
        rawPixelFormatType: OSType,
        rawFileType: AVFileType?,
        processedFormat: [String: Any]?,
        processedFileType: AVFileType?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        Self.require(bracketedSettings)
        var values = Self.values(
            rawPixelFormatType: rawPixelFormatType,
            rawFileType: rawFileType,
            processedFormat: processedFormat,
            processedFileType: processedFileType
        )
        values.bracket = bracketedSettings
        values.unsupported.redEyeReduction = false
        values.unsupported.fusion = false
        values.unsupported.stabilization = false
        self.init(values: values, identity: PhotoSettingsIdentity())
    }

    private static func require(_ settings: [AVCaptureBracketedStillImageSettings]) {
        let selector =
            "+[AVCapturePhotoBracketSettings photoBracketSettingsWithRawPixelFormatType:rawFileType:processedFormat:"
            + "processedFileType:bracketedSettings:]"
        guard let first = settings.first else {
            programmerError(.invalidArgument, "*** \(selector) bracketedSettings must contain at least one object")
        }
        guard settings.allSatisfy({ type(of: $0) == type(of: first) }) else {
            programmerError(.invalidArgument, "*** \(selector) bracketedSettings must all be of the same type")
        }
    }

    /// A copy with the same `uniqueID`.
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVCapturePhotoBracketSettings(values: values, identity: identity)
    }

    /// The exposures.
    open var bracketedSettings: [AVCaptureBracketedStillImageSettings] { values.bracket }

    /// Whether the lens is held steady meanwhile; stops the program at capture, as no camera here can.
    open var isLensStabilizationEnabled: Bool {
        get { values.unsupported.lensStabilization }
        set { values.unsupported.lensStabilization = newValue }
    }
}

/// One exposure of a bracket; the base of its two kinds, exactly as Apple's class of the same name.
public class AVCaptureBracketedStillImageSettings: NSObject {
    // Safe on any thread: neither this class nor its subclasses have anything that changes.

    let step: PhotoCaptureRequest.BracketStep

    required init(step: PhotoCaptureRequest.BracketStep) {
        self.step = step
        super.init()
    }

    /// Make one of the subclasses.
    @available(*, unavailable, message: "Use one of the subclasses.")
    public override init() {
        step = .automatic(bias: 0)
        super.init()
    }
}

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
