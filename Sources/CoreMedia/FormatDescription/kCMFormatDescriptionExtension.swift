import CoreVideo
import FoundationExtras

/// Conforms to mpeg2 video profile: .
public let kCMFormatDescriptionConformsToMPEG2VideoProfile: CFString = "ConformsToMPEG2VideoProfile"
/// Extension key: metadata key table.
public let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
/// Extension key: alpha channel mode.
public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString = kCVImageBufferAlphaChannelModeKey
/// Extension key: alternative transfer characteristics.
public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString = "AlternativeTransferCharacteristics"
/// Extension key: ambient viewing environment.
public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString = kCVImageBufferAmbientViewingEnvironmentKey
/// Extension key: auxiliary type info.
public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// Extension key: bits per component.
public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Extension key: bytes per row.
public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// Extension key: camera calibration data lens collection.
public let kCMFormatDescriptionExtension_CameraCalibrationDataLensCollection: CFString = "CameraCalibrationDataLensCollection"
/// Extension key: chroma location bottom field.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString = kCVImageBufferChromaLocationBottomFieldKey
/// Extension key: chroma location top field.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey
/// Extension key: clean aperture.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// Extension key: color primaries.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// Extension key: contains alpha channel.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// Extension key: content color volume.
public let kCMFormatDescriptionExtension_ContentColorVolume: CFString = "ContentColorVolume"
/// Extension key: content light level info.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey
/// Extension key: converted from external spherical tags.
public let kCMFormatDescriptionExtension_ConvertedFromExternalSphericalTags: CFString = "ConvertedFromExternalSphericalTags"
/// Extension key: depth.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Extension key: field count.
public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// Extension key: field detail.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// Extension key: format name.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Extension key: full range video.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// Extension key: gamma level.
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// Extension key: has additional views.
public let kCMFormatDescriptionExtension_HasAdditionalViews: CFString = "HasAdditionalViews"
/// Extension key: has left stereo eye view.
public let kCMFormatDescriptionExtension_HasLeftStereoEyeView: CFString = "HasLeftStereoEyeView"
/// Extension key: has right stereo eye view.
public let kCMFormatDescriptionExtension_HasRightStereoEyeView: CFString = "HasRightStereoEyeView"
/// Extension key: hero eye.
public let kCMFormatDescriptionExtension_HeroEye: CFString = "HeroEye"
/// Extension key: horizontal disparity adjustment.
public let kCMFormatDescriptionExtension_HorizontalDisparityAdjustment: CFString = "HorizontalDisparityAdjustment"
/// Extension key: horizontal field of view.
public let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
/// Extension key: ICC profile.
public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Extension key: log transfer function.
public let kCMFormatDescriptionExtension_LogTransferFunction: CFString = kCVImageBufferLogTransferFunctionKey
/// Extension key: mastering display color volume.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString = kCVImageBufferMasteringDisplayColorVolumeKey
/// Extension key: original compression settings.
public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString = "OriginalCompressionSettings"
/// Extension key: pixel aspect ratio.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// Extension key: projection kind.
public let kCMFormatDescriptionExtension_ProjectionKind: CFString = "ProjectionKind"
/// Extension key: protected content original format.
public let kCMFormatDescriptionExtension_ProtectedContentOriginalFormat: CFString = "ProtectedContentOriginalFormat"
/// Extension key: revision level.
public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// Extension key: sample description extension atoms.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"
/// Extension key: spatial quality.
public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// Extension key: stereo camera baseline.
public let kCMFormatDescriptionExtension_StereoCameraBaseline: CFString = "StereoCameraBaseline"
/// Extension key: temporal quality.
public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// Extension key: transfer function.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey
/// Extension key: vendor.
public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// Extension key: verbatim ISO sample entry.
public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// Extension key: verbatim image description.
public let kCMFormatDescriptionExtension_VerbatimImageDescription: CFString = "VerbatimImageDescription"
/// Extension key: verbatim sample description.
public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString = "VerbatimSampleDescription"
/// Extension key: version.
public let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// Extension key: view packing kind.
public let kCMFormatDescriptionExtension_ViewPackingKind: CFString = "ViewPackingKind"
/// Extension key: y cb cr matrix.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
