import CaptureCore
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
