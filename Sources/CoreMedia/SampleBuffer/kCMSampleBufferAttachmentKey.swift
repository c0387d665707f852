import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Key of a sample buffer's attachment: camera intrinsic matrix.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Key of a sample buffer's attachment: display empty media immediately.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString =
    "DisplayEmptyMediaImmediately"
/// Key of a sample buffer's attachment: drain after decoding.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// Key of a sample buffer's attachment: dropped frame reason.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// Key of a sample buffer's attachment: dropped frame reason info.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// Key of a sample buffer's attachment: empty media.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Key of a sample buffer's attachment: ends previous sample duration.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString =
    "EndsPreviousSampleDuration"
/// Key of a sample buffer's attachment: fill discontinuities with silence.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString =
    "FillDiscontinuitiesWithSilence"
/// Key of a sample buffer's attachment: force key frame.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"
/// Key of a sample buffer's attachment: gradual decoder refresh.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Key of a sample buffer's attachment: permanent empty media.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Key of a sample buffer's attachment: post notification when consumed.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString =
    "PostNotificationWhenConsumed"
/// Key of a sample buffer's attachment: reset decoder before decoding.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString =
    "ResetDecoderBeforeDecoding"
/// Key of a sample buffer's attachment: resume output.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// Key of a sample buffer's attachment: reverse.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Key of a sample buffer's attachment: sample reference byte offset.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString =
    "SampleReferenceByteOffset"
/// Key of a sample buffer's attachment: sample reference URL.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// Key of a sample buffer's attachment: speed multiplier.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Key of a sample buffer's attachment: still image lens stabilization info.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString =
    "StillImageLensStabilizationInfo"
/// Key of a sample buffer's attachment: transition ID.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// Key of a sample buffer's attachment: trim duration at end.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// Key of a sample buffer's attachment: trim duration at start.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
