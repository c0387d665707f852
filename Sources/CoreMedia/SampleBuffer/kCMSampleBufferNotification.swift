import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Key in a pipeline notification: max upcoming output PTS.
nonisolated(unsafe) public let kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS: CFString =
    "MaxUpcomingOutputPTS"
/// Key in a pipeline notification: min upcoming output PTS.
nonisolated(unsafe) public let kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS: CFString =
    "MinUpcomingOutputPTS"
/// Key in a pipeline notification: resume tag.
nonisolated(unsafe) public let kCMSampleBufferConduitNotificationParameter_ResumeTag: CFString = "ResumeTag"
/// Key in a pipeline notification: upcoming output PTS range may overlap queued output PTS range.
nonisolated(unsafe) public
    let kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange: CFString =
        "UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange"
/// Key in a sample buffer's notification: OS status.
nonisolated(unsafe) public let kCMSampleBufferNotificationParameter_OSStatus: CFString = "OSStatus"
/// Notification between stages of a pipeline: inhibit output until.
nonisolated(unsafe) public let kCMSampleBufferConduitNotification_InhibitOutputUntil: CFString =
    "kCMSampleBufferConduitNotification_InhibitOutputUntil"
/// Notification between stages of a pipeline: reset output.
nonisolated(unsafe) public let kCMSampleBufferConduitNotification_ResetOutput: CFString =
    "kCMSampleBufferConduitNotification_ResetOutput"
/// Notification between stages of a pipeline: upcoming output PTS range changed.
nonisolated(unsafe) public let kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged: CFString =
    "kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged"
/// Notification of a buffer's consumer: buffer consumed.
nonisolated(unsafe) public let kCMSampleBufferConsumerNotification_BufferConsumed: CFString =
    "kCMSampleBufferConsumerNotification_BufferConsumed"
/// Notification of a sample buffer: data became ready.
nonisolated(unsafe) public let kCMSampleBufferNotification_DataBecameReady: CFString =
    "kCMSampleBufferNotification_DataBecameReady"
/// Notification of a sample buffer: data failed.
nonisolated(unsafe) public let kCMSampleBufferNotification_DataFailed: CFString =
    "kCMSampleBufferNotification_DataFailed"
