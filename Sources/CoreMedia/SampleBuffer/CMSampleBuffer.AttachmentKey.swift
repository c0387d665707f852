import FoundationExtras

extension CMSampleBuffer {
    /// The name of a sample buffer's attachment.
    // @unchecked: keys are immutable strings.
    public struct AttachmentKey: RawRepresentable, Hashable, @unchecked Sendable {
        /// The key as the C-style functions take it.
        public let rawValue: CFString

        /// Makes a key.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Camera intrinsic matrix: `kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix`.
        public static let cameraIntrinsicMatrix = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix
        )
        /// Display empty media immediately: `kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately`.
        public static let displayEmptyMediaImmediately = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately
        )
        /// Drain after decoding: `kCMSampleBufferAttachmentKey_DrainAfterDecoding`.
        public static let drainAfterDecoding = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
        /// Dropped frame reason: `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
        public static let droppedFrameReason = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
        /// Dropped frame reason info: `kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo`.
        public static let droppedFrameReasonInfo = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo
        )
        /// Empty media: `kCMSampleBufferAttachmentKey_EmptyMedia`.
        public static let emptyMedia = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
        /// Ends previous sample duration: `kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration`.
        public static let endsPreviousSampleDuration = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration
        )
        /// Fill discontinuities with silence: `kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence`.
        public static let fillDiscontinuitiesWithSilence = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence
        )
        /// Force key frame: `kCMSampleBufferAttachmentKey_ForceKeyFrame`.
        public static let forceKeyFrame = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
        /// Gradual decoder refresh: `kCMSampleBufferAttachmentKey_GradualDecoderRefresh`.
        public static let gradualDecoderRefresh = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh
        )
        /// Permanent empty media: `kCMSampleBufferAttachmentKey_PermanentEmptyMedia`.
        public static let permanentEmptyMedia = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia
        )
        /// Post notification when consumed: `kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed`.
        public static let postNotificationWhenConsumed = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed
        )
        /// Reset decoder before decoding: `kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding`.
        public static let resetDecoderBeforeDecoding = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding
        )
        /// Resume output: `kCMSampleBufferAttachmentKey_ResumeOutput`.
        public static let resumeOutput = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
        /// Reverse: `kCMSampleBufferAttachmentKey_Reverse`.
        public static let reverse = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_Reverse)
        /// Sample reference byte offset: `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`.
        public static let sampleReferenceByteOffset = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset
        )
        /// Sample reference url: `kCMSampleBufferAttachmentKey_SampleReferenceURL`.
        public static let sampleReferenceURL = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
        /// Speed multiplier: `kCMSampleBufferAttachmentKey_SpeedMultiplier`.
        public static let speedMultiplier = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
        /// Still image lens stabilization info: `kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo`.
        public static let stillImageLensStabilizationInfo = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo
        )
        /// Transition id: `kCMSampleBufferAttachmentKey_TransitionID`.
        public static let transitionID = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_TransitionID)
        /// Trim duration at end: `kCMSampleBufferAttachmentKey_TrimDurationAtEnd`.
        public static let trimDurationAtEnd = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
        /// Trim duration at start: `kCMSampleBufferAttachmentKey_TrimDurationAtStart`.
        public static let trimDurationAtStart = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart
        )
    }
}
