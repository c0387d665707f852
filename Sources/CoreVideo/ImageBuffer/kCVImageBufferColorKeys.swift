import FoundationExtras

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
