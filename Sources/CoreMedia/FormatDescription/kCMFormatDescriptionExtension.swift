import CoreVideo
import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Conforms to mpeg2 video profile.
nonisolated(unsafe) public let kCMFormatDescriptionConformsToMPEG2VideoProfile: CFString = "ConformsToMPEG2VideoProfile"
/// Extension key: metadata key table.
nonisolated(unsafe) public let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
/// Extension key: alpha channel mode.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString =
    kCVImageBufferAlphaChannelModeKey
/// Extension key: alternative transfer characteristics.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
    "AlternativeTransferCharacteristics"
/// Extension key: ambient viewing environment.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
    kCVImageBufferAmbientViewingEnvironmentKey
/// Extension key: auxiliary type info.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// Extension key: bits per component.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Extension key: bytes per row.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// Extension key: camera calibration data lens collection.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_CameraCalibrationDataLensCollection: CFString =
    "CameraCalibrationDataLensCollection"
/// Extension key: chroma location bottom field.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
    kCVImageBufferChromaLocationBottomFieldKey
/// Extension key: chroma location top field.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString =
    kCVImageBufferChromaLocationTopFieldKey
/// Extension key: clean aperture.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// Extension key: color primaries.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// Extension key: contains alpha channel.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// Extension key: content color volume.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContentColorVolume: CFString = "ContentColorVolume"
/// Extension key: content light level info.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString =
    kCVImageBufferContentLightLevelInfoKey
/// Extension key: converted from external spherical tags.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ConvertedFromExternalSphericalTags: CFString =
    "ConvertedFromExternalSphericalTags"
/// Extension key: depth.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Extension key: field count.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// Extension key: field detail.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// Extension key: format name.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Extension key: full range video.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// Extension key: gamma level.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// Extension key: has additional views.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasAdditionalViews: CFString = "HasAdditionalViews"
/// Extension key: has left stereo eye view.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasLeftStereoEyeView: CFString = "HasLeftStereoEyeView"
/// Extension key: has right stereo eye view.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasRightStereoEyeView: CFString = "HasRightStereoEyeView"
/// Extension key: hero eye.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HeroEye: CFString = "HeroEye"
/// Extension key: horizontal disparity adjustment.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HorizontalDisparityAdjustment: CFString =
    "HorizontalDisparityAdjustment"
/// Extension key: horizontal field of view.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
/// Extension key: ICC profile.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Extension key: log transfer function.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_LogTransferFunction: CFString =
    kCVImageBufferLogTransferFunctionKey
/// Extension key: mastering display color volume.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
    kCVImageBufferMasteringDisplayColorVolumeKey
/// Extension key: original compression settings.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString =
    "OriginalCompressionSettings"
/// Extension key: pixel aspect ratio.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString =
    kCVImageBufferPixelAspectRatioKey
/// Extension key: projection kind.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ProjectionKind: CFString = "ProjectionKind"
/// Extension key: protected content original format.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ProtectedContentOriginalFormat: CFString =
    "ProtectedContentOriginalFormat"
/// Extension key: revision level.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// Extension key: sample description extension atoms.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString =
    "SampleDescriptionExtensionAtoms"
/// Extension key: spatial quality.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// Extension key: stereo camera baseline.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_StereoCameraBaseline: CFString = "StereoCameraBaseline"
/// Extension key: temporal quality.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// Extension key: transfer function.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_TransferFunction: CFString =
    kCVImageBufferTransferFunctionKey
/// Extension key: vendor.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// Extension key: verbatim ISO sample entry.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// Extension key: verbatim image description.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimImageDescription: CFString =
    "VerbatimImageDescription"
/// Extension key: verbatim sample description.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString =
    "VerbatimSampleDescription"
/// Extension key: version.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// Extension key: view packing kind.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ViewPackingKind: CFString = "ViewPackingKind"
/// Extension key: y cb cr matrix.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
