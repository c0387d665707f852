import CoreVideo
import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Alpha channel mode: premultiplied alpha.
nonisolated(unsafe) public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString =
    kCVImageBufferAlphaChannelMode_PremultipliedAlpha
/// Alpha channel mode: straight alpha.
nonisolated(unsafe) public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString =
    kCVImageBufferAlphaChannelMode_StraightAlpha
/// Chroma location: bottom.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
/// Chroma location: bottom left.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString =
    kCVImageBufferChromaLocation_BottomLeft
/// Chroma location: center.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
/// Chroma location: DV420.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
/// Chroma location: left.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
/// Chroma location: top.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
/// Chroma location: top left.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_TopLeft: CFString =
    kCVImageBufferChromaLocation_TopLeft
/// Colour primaries: DCI P3.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// Colour primaries: EBU 3213.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString =
    kCVImageBufferColorPrimaries_EBU_3213
/// Colour primaries: ITU r 2020.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString =
    kCVImageBufferColorPrimaries_ITU_R_2020
/// Colour primaries: ITU r 709 2.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString =
    kCVImageBufferColorPrimaries_ITU_R_709_2
/// Colour primaries: P22.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
/// Colour primaries: P3 D65.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// Colour primaries: SMPTE c.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString =
    kCVImageBufferColorPrimaries_SMPTE_C
/// Field order: spatial first line early.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineEarly
/// Field order: spatial first line late.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineLate
/// Field order: temporal bottom first.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString =
    kCVImageBufferFieldDetailTemporalBottomFirst
/// Field order: temporal top first.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString =
    kCVImageBufferFieldDetailTemporalTopFirst
/// Hero eye: left.
nonisolated(unsafe) public let kCMFormatDescriptionHeroEye_Left: CFString = "Left"
/// Hero eye: right.
nonisolated(unsafe) public let kCMFormatDescriptionHeroEye_Right: CFString = "Right"
/// Key inside an extension: clean aperture height.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHeight: CFString =
    kCVImageBufferCleanApertureHeightKey
/// Key inside an extension: clean aperture height rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
/// Key inside an extension: clean aperture horizontal offset.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
    kCVImageBufferCleanApertureHorizontalOffsetKey
/// Key inside an extension: clean aperture horizontal offset rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString =
    "HorizontalOffsetRational"
/// Key inside an extension: clean aperture vertical offset.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString =
    kCVImageBufferCleanApertureVerticalOffsetKey
/// Key inside an extension: clean aperture vertical offset rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString =
    "VerticalOffsetRational"
/// Key inside an extension: clean aperture width.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureWidth: CFString =
    kCVImageBufferCleanApertureWidthKey
/// Key inside an extension: clean aperture width rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
/// Key inside an extension: pixel aspect ratio horizontal spacing.
nonisolated(unsafe) public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
    kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// Key inside an extension: pixel aspect ratio vertical spacing.
nonisolated(unsafe) public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
    kCVImageBufferPixelAspectRatioVerticalSpacingKey
/// Log transfer function: apple log.
nonisolated(unsafe) public let kCMFormatDescriptionLogTransferFunction_AppleLog: CFString =
    kCVImageBufferLogTransferFunction_AppleLog
/// Projection kind: apple immersive video.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_AppleImmersiveVideo: CFString = "AppleImmersiveVideo"
/// Projection kind: equirectangular.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_Equirectangular: CFString = "Equirectangular"
/// Projection kind: half equirectangular.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_HalfEquirectangular: CFString = "HalfEquirectangular"
/// Projection kind: parametric immersive.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_ParametricImmersive: CFString = "ParametricImmersive"
/// Projection kind: rectilinear.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_Rectilinear: CFString = "Rectilinear"
/// Transfer function: ITU r 2020.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString =
    kCVImageBufferTransferFunction_ITU_R_2020
/// Transfer function: ITU r 2100 HLG.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString =
    kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Transfer function: ITU r 709 2.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString =
    kCVImageBufferTransferFunction_ITU_R_709_2
/// Transfer function: linear.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_Linear: CFString =
    kCVImageBufferTransferFunction_Linear
/// Transfer function: SMPTE 240 m 1995.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
    kCVImageBufferTransferFunction_SMPTE_240M_1995
/// Transfer function: SMPTE ST 2084 PQ.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
    kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Transfer function: SMPTE ST 428 1.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString =
    kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// Transfer function: use gamma.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_UseGamma: CFString =
    kCVImageBufferTransferFunction_UseGamma
/// Transfer function: s RGB.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
/// Vendor: apple.
nonisolated(unsafe) public let kCMFormatDescriptionVendor_Apple: CFString = "appl"
/// View packing kind: over under.
nonisolated(unsafe) public let kCMFormatDescriptionViewPackingKind_OverUnder: CFString = "OverUnder"
/// View packing kind: side by side.
nonisolated(unsafe) public let kCMFormatDescriptionViewPackingKind_SideBySide: CFString = "SideBySide"
/// YCbCr matrix: ITU r 2020.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString =
    kCVImageBufferYCbCrMatrix_ITU_R_2020
/// YCbCr matrix: ITU r 601 4.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString =
    kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// YCbCr matrix: ITU r 709 2.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString =
    kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// YCbCr matrix: SMPTE 240 m 1995.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString =
    kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
