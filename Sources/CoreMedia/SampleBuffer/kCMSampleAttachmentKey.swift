import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Key of a single sample's attachment: audio independent sample decoder refresh count.
nonisolated(unsafe) public let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
    "AudioIndependentSampleDecoderRefreshCount"
/// Key of a single sample's attachment: cryptor subsample auxiliary data.
nonisolated(unsafe) public let kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData: CFString =
    "CryptorSubsampleAuxiliaryData"
/// Key of a single sample's attachment: depends on others.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Key of a single sample's attachment: display immediately.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Key of a single sample's attachment: do not display.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// Key of a single sample's attachment: earlier display times allowed.
nonisolated(unsafe) public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString =
    "EarlierDisplayTimesAllowed"
/// Key of a single sample's attachment: HDR10 plus per frame data.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HDR10PlusPerFrameData: CFString = "HDR10PlusPerFrameData"
/// Key of a single sample's attachment: HEVC stepwise temporal sub layer access.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString =
    "HEVCStepwiseTemporalSubLayerAccess"
/// Key of a single sample's attachment: HEVC sync sample NAL unit type.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// Key of a single sample's attachment: HEVC temporal level info.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// Key of a single sample's attachment: HEVC temporal sub layer access.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString =
    "HEVCTemporalSubLayerAccess"
/// Key of a single sample's attachment: has redundant coding.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Key of a single sample's attachment: is depended on by others.
nonisolated(unsafe) public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Key of a single sample's attachment: not sync.
nonisolated(unsafe) public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Key of a single sample's attachment: partial sync.
nonisolated(unsafe) public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Key of a single sample's attachment: post decode processing metadata.
nonisolated(unsafe) public let kCMSampleAttachmentKey_PostDecodeProcessingMetadata: CFString =
    "PostDecodeProcessingMetadata"
