import FoundationExtras

/// Key of a sample buffer's attachment: camera intrinsic matrix.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Key of a sample buffer's attachment: display empty media immediately.
public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString = "DisplayEmptyMediaImmediately"
/// Key of a sample buffer's attachment: drain after decoding.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// Key of a sample buffer's attachment: dropped frame reason.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// Key of a sample buffer's attachment: dropped frame reason info.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// Key of a sample buffer's attachment: empty media.
public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Key of a sample buffer's attachment: ends previous sample duration.
public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString = "EndsPreviousSampleDuration"
/// Key of a sample buffer's attachment: fill discontinuities with silence.
public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString = "FillDiscontinuitiesWithSilence"
/// Key of a sample buffer's attachment: force key frame.
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"
/// Key of a sample buffer's attachment: gradual decoder refresh.
public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Key of a sample buffer's attachment: permanent empty media.
public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Key of a sample buffer's attachment: post notification when consumed.
public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString = "PostNotificationWhenConsumed"
/// Key of a sample buffer's attachment: reset decoder before decoding.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// Key of a sample buffer's attachment: resume output.
public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// Key of a sample buffer's attachment: reverse.
public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Key of a sample buffer's attachment: sample reference byte offset.
public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString = "SampleReferenceByteOffset"
/// Key of a sample buffer's attachment: sample reference URL.
public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// Key of a sample buffer's attachment: speed multiplier.
public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Key of a sample buffer's attachment: still image lens stabilization info.
public let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString = "StillImageLensStabilizationInfo"
/// Key of a sample buffer's attachment: transition ID.
public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// Key of a sample buffer's attachment: trim duration at end.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// Key of a sample buffer's attachment: trim duration at start.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
