import CoreVideo
import FoundationExtras

/// Alpha channel mode: premultiplied alpha.
public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString = kCVImageBufferAlphaChannelMode_PremultipliedAlpha
/// Alpha channel mode: straight alpha.
public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString = kCVImageBufferAlphaChannelMode_StraightAlpha
/// Chroma location: bottom.
public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
/// Chroma location: bottom left.
public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString = kCVImageBufferChromaLocation_BottomLeft
/// Chroma location: center.
public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
/// Chroma location: DV420.
public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
/// Chroma location: left.
public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
/// Chroma location: top.
public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
/// Chroma location: top left.
public let kCMFormatDescriptionChromaLocation_TopLeft: CFString = kCVImageBufferChromaLocation_TopLeft
/// Colour primaries: DCI P3.
public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// Colour primaries: EBU 3213.
public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString = kCVImageBufferColorPrimaries_EBU_3213
/// Colour primaries: ITU r 2020.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString = kCVImageBufferColorPrimaries_ITU_R_2020
/// Colour primaries: ITU r 709 2.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString = kCVImageBufferColorPrimaries_ITU_R_709_2
/// Colour primaries: P22.
public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
/// Colour primaries: P3 D65.
public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// Colour primaries: SMPTE c.
public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString = kCVImageBufferColorPrimaries_SMPTE_C
/// Field order: spatial first line early.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString = kCVImageBufferFieldDetailSpatialFirstLineEarly
/// Field order: spatial first line late.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString = kCVImageBufferFieldDetailSpatialFirstLineLate
/// Field order: temporal bottom first.
public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString = kCVImageBufferFieldDetailTemporalBottomFirst
/// Field order: temporal top first.
public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString = kCVImageBufferFieldDetailTemporalTopFirst
/// Hero eye: left.
public let kCMFormatDescriptionHeroEye_Left: CFString = "Left"
/// Hero eye: right.
public let kCMFormatDescriptionHeroEye_Right: CFString = "Right"
/// Key inside an extension: clean aperture height.
public let kCMFormatDescriptionKey_CleanApertureHeight: CFString = kCVImageBufferCleanApertureHeightKey
/// Key inside an extension: clean aperture height rational.
public let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
/// Key inside an extension: clean aperture horizontal offset.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString = kCVImageBufferCleanApertureHorizontalOffsetKey
/// Key inside an extension: clean aperture horizontal offset rational.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString = "HorizontalOffsetRational"
/// Key inside an extension: clean aperture vertical offset.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString = kCVImageBufferCleanApertureVerticalOffsetKey
/// Key inside an extension: clean aperture vertical offset rational.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString = "VerticalOffsetRational"
/// Key inside an extension: clean aperture width.
public let kCMFormatDescriptionKey_CleanApertureWidth: CFString = kCVImageBufferCleanApertureWidthKey
/// Key inside an extension: clean aperture width rational.
public let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
/// Key inside an extension: pixel aspect ratio horizontal spacing.
public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString = kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// Key inside an extension: pixel aspect ratio vertical spacing.
public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString = kCVImageBufferPixelAspectRatioVerticalSpacingKey
/// Log transfer function: apple log.
public let kCMFormatDescriptionLogTransferFunction_AppleLog: CFString = kCVImageBufferLogTransferFunction_AppleLog
/// Projection kind: apple immersive video.
public let kCMFormatDescriptionProjectionKind_AppleImmersiveVideo: CFString = "AppleImmersiveVideo"
/// Projection kind: equirectangular.
public let kCMFormatDescriptionProjectionKind_Equirectangular: CFString = "Equirectangular"
/// Projection kind: half equirectangular.
public let kCMFormatDescriptionProjectionKind_HalfEquirectangular: CFString = "HalfEquirectangular"
/// Projection kind: parametric immersive.
public let kCMFormatDescriptionProjectionKind_ParametricImmersive: CFString = "ParametricImmersive"
/// Projection kind: rectilinear.
public let kCMFormatDescriptionProjectionKind_Rectilinear: CFString = "Rectilinear"
/// Transfer function: ITU r 2020.
public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString = kCVImageBufferTransferFunction_ITU_R_2020
/// Transfer function: ITU r 2100 HLG.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Transfer function: ITU r 709 2.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString = kCVImageBufferTransferFunction_ITU_R_709_2
/// Transfer function: linear.
public let kCMFormatDescriptionTransferFunction_Linear: CFString = kCVImageBufferTransferFunction_Linear
/// Transfer function: SMPTE 240 m 1995.
public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString = kCVImageBufferTransferFunction_SMPTE_240M_1995
/// Transfer function: SMPTE ST 2084 PQ.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString = kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Transfer function: SMPTE ST 428 1.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString = kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// Transfer function: use gamma.
public let kCMFormatDescriptionTransferFunction_UseGamma: CFString = kCVImageBufferTransferFunction_UseGamma
/// Transfer function: s RGB.
public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
/// Vendor: apple.
public let kCMFormatDescriptionVendor_Apple: CFString = "appl"
/// View packing kind: over under.
public let kCMFormatDescriptionViewPackingKind_OverUnder: CFString = "OverUnder"
/// View packing kind: side by side.
public let kCMFormatDescriptionViewPackingKind_SideBySide: CFString = "SideBySide"
/// YCbCr matrix: ITU r 2020.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString = kCVImageBufferYCbCrMatrix_ITU_R_2020
/// YCbCr matrix: ITU r 601 4.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// YCbCr matrix: ITU r 709 2.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// YCbCr matrix: SMPTE 240 m 1995.
public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
