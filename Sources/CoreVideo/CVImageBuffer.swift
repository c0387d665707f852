import FoundationExtras

/// The full size of an image in encoded pixels.
@discardableResult
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.layout.width, height: imageBuffer.layout.height)
}

/// The nominal size for display in square pixels: 640 by 480 for a DV frame of 720 by 480.
///
/// The display-dimensions attachment if there is one; else the clean aperture, widened by the pixel aspect ratio.
@discardableResult
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    let dimensions = imageBuffer.attachment(kCVImageBufferDisplayDimensionsKey)?.value as? CFDictionary
    if let width = dimensions?.number(kCVImageBufferDisplayWidthKey),
        let height = dimensions?.number(kCVImageBufferDisplayHeightKey)
    {
        return CGSize(width: width, height: height)
    }
    let clean = CVImageBufferGetCleanRect(imageBuffer).size
    let aspect = imageBuffer.attachment(kCVImageBufferPixelAspectRatioKey)?.value as? CFDictionary
    guard
        let horizontal = aspect?.number(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
        let vertical = aspect?.number(kCVImageBufferPixelAspectRatioVerticalSpacingKey), vertical > 0
    else { return clean }
    return CGSize(width: (clean.width * horizontal / vertical).rounded(), height: clean.height)
}

/// The part of the image that is free of edge artefacts, in encoded pixels: the clean-aperture attachment, or the
/// whole image. Documented: the origin is the lower left corner.
@discardableResult
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    let encoded = CVImageBufferGetEncodedSize(imageBuffer)
    let aperture = imageBuffer.attachment(kCVImageBufferCleanApertureKey)?.value as? CFDictionary
    guard
        let width = aperture?.number(kCVImageBufferCleanApertureWidthKey),
        let height = aperture?.number(kCVImageBufferCleanApertureHeightKey)
    else { return CGRect(origin: .zero, size: encoded) }
    let right = aperture?.number(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0
    let down = aperture?.number(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
    return CGRect(
        x: (encoded.width - width) / 2 + right,
        y: (encoded.height - height) / 2 - down,
        width: width,
        height: height
    )
}

/// Whether the first row is the top of the image: true for every pixel buffer.
@discardableResult
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool {
    true
}

/// Unavailable: Linux has no Core Graphics colour spaces.
@available(
    *,
    unavailable,
    message: "Linux has no CGColorSpace; read the attachments kCVImageBufferColorPrimariesKey ..."
)
@discardableResult
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<AnyObject>? { nil }

/// Unavailable: Linux has no Core Graphics colour spaces.
@available(
    *,
    unavailable,
    message: "Linux has no CGColorSpace; read the attachments kCVImageBufferColorPrimariesKey ..."
)
@discardableResult
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<AnyObject>? { nil }

// Attachments that tell how an image's pixels are laid out in space and time.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The part of the image that is free of edge artefacts: a dictionary of the four clean-aperture keys.
nonisolated(unsafe) public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// Width of the clean aperture in encoded pixels.
nonisolated(unsafe) public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// Height of the clean aperture in encoded pixels.
nonisolated(unsafe) public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// Offset of the clean aperture's centre from the image's centre, in pixels to the right.
nonisolated(unsafe) public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// Offset of the clean aperture's centre from the image's centre, in pixels downwards.
nonisolated(unsafe) public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The clean aperture that the source would prefer: a dictionary as for ``kCVImageBufferCleanApertureKey``.
nonisolated(unsafe) public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// 1 for progressive, 2 for interlaced images.
nonisolated(unsafe) public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// How the two fields of an interlaced image are stored.
nonisolated(unsafe) public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// Fields are stored in order of time, the top field first.
nonisolated(unsafe) public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// Fields are stored in order of time, the bottom field first.
nonisolated(unsafe) public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// Lines are interleaved and the first line belongs to the earlier field.
nonisolated(unsafe) public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// Lines are interleaved and the first line belongs to the later field.
nonisolated(unsafe) public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The shape of a pixel: a dictionary of horizontal and vertical spacing.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// Relative width of a pixel.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// Relative height of a pixel.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The nominal size for display: a dictionary of width and height.
nonisolated(unsafe) public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// Nominal width for display, in square pixels.
nonisolated(unsafe) public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// Nominal height for display, in square pixels.
nonisolated(unsafe) public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The part of the image that matters most: a dictionary representation of a rectangle.
nonisolated(unsafe) public let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"
/// The part of the raster that is meant to be shown.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangleKey: CFString = "DisplayMaskRectangle"
/// The part of the left eye's raster that is meant to be shown.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangleStereoLeftKey: CFString =
    "DisplayMaskRectangleStereoLeft"
/// The part of the right eye's raster that is meant to be shown.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangleStereoRightKey: CFString =
    "DisplayMaskRectangleStereoRight"
/// Width of the raster in which a display mask's numbers are given.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_ReferenceRasterWidthKey: CFString =
    "ReferenceRasterWidth"
/// Height of the raster in which a display mask's numbers are given.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_ReferenceRasterHeightKey: CFString =
    "ReferenceRasterHeight"
/// Left edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleLeftKey: CFString = "RectangleLeft"
/// Width of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleWidthKey: CFString = "RectangleWidth"
/// Top edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleTopKey: CFString = "RectangleTop"
/// Height of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleHeightKey: CFString = "RectangleHeight"
/// Points that shape the left edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_LeftEdgePointsKey: CFString = "LeftEdgePoints"
/// Points that shape the right edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RightEdgePointsKey: CFString = "RightEdgePoints"

// Attachments that tell what an image's numbers mean as colours.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The image's colour space object.
nonisolated(unsafe) public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The image's ICC profile, as data.
nonisolated(unsafe) public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// The gamma that goes with ``kCVImageBufferTransferFunction_UseGamma``, a number.
nonisolated(unsafe) public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// The matrix between Y'CbCr and R'G'B'.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The matrix of high-definition video.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of standard-definition video and of JPEG.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of early 1035-line video.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The matrix of DCI P3.
@available(*, deprecated, message: "no such matrix is used in practice")
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_DCI_P3: CFString = "DCI_P3"
/// The matrix of P3 with a D65 white.
@available(*, deprecated, message: "no such matrix is used in practice")
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_P3_D65: CFString = "P3_D65"
/// The matrix of ultra-high-definition video.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The chromaticities of the primaries and the white point.
nonisolated(unsafe) public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The primaries of high-definition video and sRGB.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of 625-line video.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The primaries of 525-line video.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The primaries of P22 phosphors.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// The primaries of digital cinema.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// The primaries of digital cinema with a D65 white.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The primaries of ultra-high-definition video.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The curve between light and numbers.
nonisolated(unsafe) public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The curve of high-definition video.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The curve of early 1035-line video.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// A power curve; see ``kCVImageBufferGammaLevelKey``.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// The curve of sRGB.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The curve of ultra-high-definition video.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The curve of digital cinema.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// The perceptual quantizer of HDR10.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// Hybrid log-gamma.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// No curve.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// The curve of 625-line video.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_EBU_3213: CFString = "EBU_3213"
/// The curve of 525-line video.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_C: CFString = "SMPTE_C"
/// The logarithmic curve with which the image was recorded.
nonisolated(unsafe) public let kCVImageBufferLogTransferFunctionKey: CFString = "CVImageBufferLogTransferFunction"
/// Apple's first logarithmic curve.
nonisolated(unsafe) public let kCVImageBufferLogTransferFunction_AppleLog: CFString = "AppleLog"
/// Apple's second logarithmic curve.
nonisolated(unsafe) public let kCVImageBufferLogTransferFunction_AppleLog2: CFString = "AppleLog2"
/// The subsampling that the image had before it was expanded to 4:2:2.
nonisolated(unsafe) public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
/// Chroma was halved in both directions.
nonisolated(unsafe) public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// Chroma was halved horizontally.
nonisolated(unsafe) public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// Chroma was quartered horizontally.
nonisolated(unsafe) public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
/// Where chroma samples lie, in progressive images and top fields.
nonisolated(unsafe) public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// Where chroma samples lie in bottom fields.
nonisolated(unsafe) public let kCVImageBufferChromaLocationBottomFieldKey: CFString =
    "CVImageBufferChromaLocationBottomField"
/// Beside the left luma column, vertically centred.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// Centred among the luma samples.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// On the top left luma sample.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// On the top luma row, horizontally centred.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// On the bottom left luma sample.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// On the bottom luma row, horizontally centred.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// Cr and Cb on alternate lines, as in DV.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// Whether every pixel's alpha is known to be 1.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// Whether colours are multiplied by alpha.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colours are not multiplied by alpha.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied by alpha.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
/// The colour volume of the mastering display: data in the form of the HEVC message.
nonisolated(unsafe) public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The content's light levels: data in the form of the HEVC message.
nonisolated(unsafe) public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// The light in which the content is meant to be seen: data in the form of the HEVC message.
nonisolated(unsafe) public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"
/// The illumination of the captured scene, in millilux.
nonisolated(unsafe) public let kCVImageBufferSceneIlluminationKey: CFString = "SceneIllumination"
/// Processing metadata of the whole sequence.
nonisolated(unsafe) public let kCVImageBufferPostDecodeProcessingSequenceMetadataKey: CFString =
    "PostDecodeProcessingSequenceMetadata"
/// Processing metadata of this frame.
nonisolated(unsafe) public let kCVImageBufferPostDecodeProcessingFrameMetadataKey: CFString =
    "PostDecodeProcessingFrameMetadata"

// Between Core Video's names and the code points of ITU-T H.273, which video streams and encoders use. 2 is "unspecified".

/// The H.273 code point of colour primaries; 2 for names that have none.
@discardableResult
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
    CodePoints.primaries.point(colorPrimariesString)
}

/// The name of the colour primaries with an H.273 code point, not retained; nil if there is none.
@discardableResult
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> Unmanaged<CFString>? {
    CodePoints.primaries.name(colorPrimariesCodePoint)
}

/// The H.273 code point of a transfer function; 2 for names that have none.
@discardableResult
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
    CodePoints.transfer.point(transferFunctionString)
}

/// The name of the transfer function with an H.273 code point, not retained; nil if there is none.
@discardableResult
public func CVTransferFunctionGetStringForIntegerCodePoint(
    _ transferFunctionCodePoint: Int32
) -> Unmanaged<CFString>? {
    CodePoints.transfer.name(transferFunctionCodePoint)
}

/// The H.273 code point of a Y'CbCr matrix; 2 for names that have none.
@discardableResult
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
    CodePoints.matrix.point(yCbCrMatrixString)
}

/// The name of the Y'CbCr matrix with an H.273 code point, not retained; nil if there is none.
@discardableResult
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> Unmanaged<CFString>? {
    CodePoints.matrix.name(yCbCrMatrixCodePoint)
}

/// One of H.273's tables. Where several points share a name, the first in the list is the name's own.
// @unchecked: the strings are immutable constants.
private struct CodePoints: @unchecked Sendable {
    let pairs: [(point: Int32, name: CFString)]

    func point(_ name: CFString?) -> Int32 {
        guard let name else { return 2 }
        return pairs.first { $0.name.isEqual(name) }?.point ?? 2
    }

    func name(_ point: Int32) -> Unmanaged<CFString>? {
        pairs.first { $0.point == point }.map { Unmanaged.passUnretained($0.name) }
    }

    static let primaries = CodePoints(pairs: [
        (1, kCVImageBufferColorPrimaries_ITU_R_709_2),
        (5, kCVImageBufferColorPrimaries_EBU_3213),
        (6, kCVImageBufferColorPrimaries_SMPTE_C),
        (7, kCVImageBufferColorPrimaries_SMPTE_C),
        (9, kCVImageBufferColorPrimaries_ITU_R_2020),
        (11, kCVImageBufferColorPrimaries_DCI_P3),
        (12, kCVImageBufferColorPrimaries_P3_D65),
        (22, kCVImageBufferColorPrimaries_P22),
    ])

    static let transfer = CodePoints(pairs: [
        (1, kCVImageBufferTransferFunction_ITU_R_709_2),
        (6, kCVImageBufferTransferFunction_ITU_R_709_2),
        (7, kCVImageBufferTransferFunction_SMPTE_240M_1995),
        (8, kCVImageBufferTransferFunction_Linear),
        (13, kCVImageBufferTransferFunction_sRGB),
        (14, kCVImageBufferTransferFunction_ITU_R_2020),
        (15, kCVImageBufferTransferFunction_ITU_R_2020),
        (16, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
        (17, kCVImageBufferTransferFunction_SMPTE_ST_428_1),
        (18, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
    ])

    static let matrix = CodePoints(pairs: [
        (1, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
        (6, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
        (5, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
        (7, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
        (9, kCVImageBufferYCbCrMatrix_ITU_R_2020),
    ])
}
