import CoreVideo
import FoundationExtras

/// Makes a description of video.
///
/// - Parameters:
///   - codecType: the codec, or the pixel format of uncompressed video.
///   - width: pixels in a row of encoded pictures; more than 0.
///   - height: rows; more than 0.
///   - extensions: further properties under `kCMFormatDescriptionExtension_...` keys.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for empty pictures.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?,
    codecType: CMVideoCodecType,
    width: Int32,
    height: Int32,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    guard width > 0, height > 0 else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMFormatDescription(
        videoCodecType: codecType,
        width: width,
        height: height,
        extensions: extensions
    )
    return noErr
}

/// Makes the description that matches an image buffer: pixel format, size, and those of its attachments that describe
/// it.
///
/// OBSERVED: the row length and a version of 2 stand among the extensions.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?,
    imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    let extensions = NSMutableDictionary()
    for key in extensionKeysCommonWithImages {
        if let value = CVBufferCopyAttachment(imageBuffer, key, nil) { extensions.setObject(value, forKey: key) }
    }
    extensions.setObject(
        NSNumber(value: CVPixelBufferGetBytesPerRow(imageBuffer)),
        forKey: kCMFormatDescriptionExtension_BytesPerRow
    )
    extensions.setObject(NSNumber(value: 2), forKey: kCMFormatDescriptionExtension_Version)
    return CMVideoFormatDescriptionCreate(
        allocator: allocator,
        codecType: CVPixelBufferGetPixelFormatType(imageBuffer),
        width: Int32(clamping: CVPixelBufferGetWidth(imageBuffer)),
        height: Int32(clamping: CVPixelBufferGetHeight(imageBuffer)),
        extensions: extensions,
        formatDescriptionOut: formatDescriptionOut
    )
}

// `nonisolated(unsafe)`: an immutable array of constants.
nonisolated(unsafe) private let extensionKeysCommonWithImages: [CFString] = [
    kCMFormatDescriptionExtension_CleanAperture, kCMFormatDescriptionExtension_PixelAspectRatio,
    kCMFormatDescriptionExtension_FieldCount, kCMFormatDescriptionExtension_FieldDetail,
    kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
    kCMFormatDescriptionExtension_YCbCrMatrix, kCMFormatDescriptionExtension_GammaLevel,
    kCMFormatDescriptionExtension_ICCProfile, kCMFormatDescriptionExtension_ChromaLocationTopField,
    kCMFormatDescriptionExtension_ChromaLocationBottomField,
    kCMFormatDescriptionExtension_MasteringDisplayColorVolume, kCMFormatDescriptionExtension_ContentLightLevelInfo,
    kCMFormatDescriptionExtension_AlphaChannelMode, kCMFormatDescriptionExtension_AmbientViewingEnvironment,
    kCMFormatDescriptionExtension_LogTransferFunction,
]

/// The keys that name the same property as an extension and as an image buffer's attachment.
@discardableResult
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
    NSArray(array: extensionKeysCommonWithImages)
}

/// The size of encoded pictures in pixels; 0 by 0 if the format is not video.
@discardableResult
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    if case .video(let dimensions) = videoDesc.details { dimensions } else { CMVideoDimensions() }
}

/// Whether an image buffer has the format: the same pixel format, size, and describing attachments.
@discardableResult
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ desc: CMVideoFormatDescription,
    imageBuffer: CVImageBuffer
) -> Bool {
    let dimensions = CMVideoFormatDescriptionGetDimensions(desc)
    guard desc.mediaTypeCode == kCMMediaType_Video,
        desc.subTypeCode == CVPixelBufferGetPixelFormatType(imageBuffer),
        Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer),
        Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
    else { return false }
    if let bytesPerRow = CMFormatDescriptionGetExtension(desc, extensionKey: kCMFormatDescriptionExtension_BytesPerRow)
        as? NSNumber, bytesPerRow.intValue != CVPixelBufferGetBytesPerRow(imageBuffer)
    {
        return false
    }
    return extensionKeysCommonWithImages.allSatisfy { key in
        let described = CMFormatDescriptionGetExtension(desc, extensionKey: key) as? NSObject
        let attached = CVBufferCopyAttachment(imageBuffer, key, nil) as? NSObject
        return described == attached
    }
}

/// The part of encoded pictures to be shown, in pixels; all of the picture if the format does not say.
///
/// - Parameter originIsAtTopLeft: whether y grows downwards; otherwise it grows upwards from the lower edge.
@discardableResult
public func CMVideoFormatDescriptionGetCleanAperture(
    _ videoDesc: CMVideoFormatDescription,
    originIsAtTopLeft: Bool
) -> CGRect {
    let dimensions = CMVideoFormatDescriptionGetDimensions(videoDesc)
    let (width, height) = (Double(dimensions.width), Double(dimensions.height))
    guard
        let aperture = CMFormatDescriptionGetExtension(
            videoDesc,
            extensionKey: kCMFormatDescriptionExtension_CleanAperture
        ) as? NSDictionary
    else { return CGRect(x: 0, y: 0, width: width, height: height) }
    func value(_ rational: CFString, _ plain: CFString, _ other: Double) -> Double {
        if let pair = aperture.object(forKey: rational) as? [NSNumber], pair.count == 2, pair[1].doubleValue != 0 {
            return pair[0].doubleValue / pair[1].doubleValue
        }
        return (aperture.object(forKey: plain) as? NSNumber)?.doubleValue ?? other
    }
    let shownWidth = value(
        kCMFormatDescriptionKey_CleanApertureWidthRational,
        kCMFormatDescriptionKey_CleanApertureWidth,
        width
    )
    let shownHeight = value(
        kCMFormatDescriptionKey_CleanApertureHeightRational,
        kCMFormatDescriptionKey_CleanApertureHeight,
        height
    )
    let right = value(
        kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational,
        kCMFormatDescriptionKey_CleanApertureHorizontalOffset,
        0
    )
    let down = value(
        kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational,
        kCMFormatDescriptionKey_CleanApertureVerticalOffset,
        0
    )
    return CGRect(
        x: (width - shownWidth) / 2 + right,
        y: (height - shownHeight) / 2 + (originIsAtTopLeft ? down : -down),
        width: shownWidth,
        height: shownHeight
    )
}

/// The size at which pictures are to be shown, in square pixels.
///
/// - Parameters:
///   - usePixelAspectRatio: whether to stretch the width by the pixels' shape.
///   - useCleanAperture: whether to leave out what lies outside of the clean aperture.
@discardableResult
public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription,
    usePixelAspectRatio: Bool,
    useCleanAperture: Bool
) -> CGSize {
    let dimensions = CMVideoFormatDescriptionGetDimensions(videoDesc)
    var size = CGSize(width: Double(dimensions.width), height: Double(dimensions.height))
    if useCleanAperture {
        size = CMVideoFormatDescriptionGetCleanAperture(videoDesc, originIsAtTopLeft: true).size
    }
    let ratio =
        CMFormatDescriptionGetExtension(videoDesc, extensionKey: kCMFormatDescriptionExtension_PixelAspectRatio)
        as? NSDictionary
    let horizontal = ratio?.object(forKey: kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing) as? NSNumber
    let vertical = ratio?.object(forKey: kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing) as? NSNumber
    if usePixelAspectRatio, let horizontal, let vertical, vertical.doubleValue != 0 {
        size.width *= horizontal.doubleValue / vertical.doubleValue
    }
    return size
}

extension CMFormatDescription {
    /// Makes a description of video.
    public convenience init(
        videoCodecType: MediaSubType,
        width: Int,
        height: Int,
        extensions: Extensions? = nil
    ) throws {
        guard width > 0, height > 0, let width = Int32(exactly: width), let height = Int32(exactly: height) else {
            throw Error.invalidParameter
        }
        self.init(
            videoCodecType: videoCodecType.rawValue,
            width: width,
            height: height,
            extensions: extensions?.dictionary
        )
    }

    /// Makes the description that matches an image buffer.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        var made: CMFormatDescription?
        try check(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: nil,
                imageBuffer: imageBuffer,
                formatDescriptionOut: &made
            )
        )
        guard let made else { throw Error.allocationFailed }
        self.init(copying: made)
    }

    convenience init(copying other: CMFormatDescription) {
        self.init(
            mediaType: other.mediaTypeCode,
            subType: other.subTypeCode,
            extensions: other.extensionDictionary,
            details: other.details
        )
    }

    /// The size of encoded pictures in pixels.
    public var dimensions: CMVideoDimensions { CMVideoFormatDescriptionGetDimensions(self) }

    /// The keys that name the same property as an extension and as an image buffer's attachment.
    public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] {
        extensionKeysCommonWithImages.map { Extensions.Key(rawValue: $0) }
    }

    /// The size at which pictures are to be shown, in square pixels.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        CMVideoFormatDescriptionGetPresentationDimensions(
            self,
            usePixelAspectRatio: usePixelAspectRatio,
            useCleanAperture: useCleanAperture
        )
    }

    /// The part of encoded pictures to be shown, in pixels.
    public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
        CMVideoFormatDescriptionGetCleanAperture(self, originIsAtTopLeft: originIsAtTopLeft)
    }

    /// Whether an image buffer has this format.
    public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
        CMVideoFormatDescriptionMatchesImageBuffer(self, imageBuffer: imageBuffer)
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Camera calibration extrinsic origin source: stereo camera system baseline.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationExtrinsicOriginSource_StereoCameraSystemBaseline:
    CFString = "StereoCameraSystemBaseline"
/// Camera calibration lens algorithm kind: parametric lens.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensAlgorithmKind_ParametricLens: CFString =
    "ParametricLens"
/// Camera calibration lens domain: color.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensDomain_Color: CFString = "Color"
/// Camera calibration lens role: left.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensRole_Left: CFString = "Left"
/// Camera calibration lens role: mono.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensRole_Mono: CFString = "Mono"
/// Camera calibration lens role: right.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensRole_Right: CFString = "Right"
/// Camera calibration: extrinsic orientation quaternion.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_ExtrinsicOrientationQuaternion: CFString =
    "ExtrinsicOrientationQuaternion"
/// Camera calibration: extrinsic origin source.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_ExtrinsicOriginSource: CFString =
    "ExtrinsicOriginSource"
/// Camera calibration: intrinsic matrix.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrix: CFString = "IntrinsicMatrix"
/// Camera calibration: intrinsic matrix projection offset.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrixProjectionOffset: CFString =
    "IntrinsicMatrixProjectionOffset"
/// Camera calibration: intrinsic matrix reference dimensions.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrixReferenceDimensions: CFString =
    "IntrinsicMatrixReferenceDimensions"
/// Camera calibration: lens algorithm kind.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensAlgorithmKind: CFString = "LensAlgorithmKind"
/// Camera calibration: lens distortions.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensDistortions: CFString = "LensDistortions"
/// Camera calibration: lens domain.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensDomain: CFString = "LensDomain"
/// Camera calibration: lens frame adjustments polynomial x.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensFrameAdjustmentsPolynomialX: CFString =
    "LensFrameAdjustmentsPolynomialX"
/// Camera calibration: lens frame adjustments polynomial y.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensFrameAdjustmentsPolynomialY: CFString =
    "LensFrameAdjustmentsPolynomialY"
/// Camera calibration: lens identifier.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensIdentifier: CFString = "LensIdentifier"
/// Camera calibration: lens role.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensRole: CFString = "LensRole"
/// Camera calibration: radial angle limit.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_RadialAngleLimit: CFString = "RadialAngleLimit"
