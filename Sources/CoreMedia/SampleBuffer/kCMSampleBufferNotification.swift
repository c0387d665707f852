import FoundationExtras

/// Key in a pipeline notification: max upcoming output PTS.
public let kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS: CFString = "MaxUpcomingOutputPTS"
/// Key in a pipeline notification: min upcoming output PTS.
public let kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS: CFString = "MinUpcomingOutputPTS"
/// Key in a pipeline notification: resume tag.
public let kCMSampleBufferConduitNotificationParameter_ResumeTag: CFString = "ResumeTag"
/// Key in a pipeline notification: upcoming output PTS range may overlap queued output PTS range.
public let kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange: CFString = "UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange"
/// Key in a sample buffer's notification: OS status.
public let kCMSampleBufferNotificationParameter_OSStatus: CFString = "OSStatus"
/// Notification between stages of a pipeline: inhibit output until.
public let kCMSampleBufferConduitNotification_InhibitOutputUntil: CFString = "kCMSampleBufferConduitNotification_InhibitOutputUntil"
/// Notification between stages of a pipeline: reset output.
public let kCMSampleBufferConduitNotification_ResetOutput: CFString = "kCMSampleBufferConduitNotification_ResetOutput"
/// Notification between stages of a pipeline: upcoming output PTS range changed.
public let kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged: CFString = "kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged"
/// Notification of a buffer's consumer: buffer consumed.
public let kCMSampleBufferConsumerNotification_BufferConsumed: CFString = "kCMSampleBufferConsumerNotification_BufferConsumed"
/// Notification of a sample buffer: data became ready.
public let kCMSampleBufferNotification_DataBecameReady: CFString = "kCMSampleBufferNotification_DataBecameReady"
/// Notification of a sample buffer: data failed.
public let kCMSampleBufferNotification_DataFailed: CFString = "kCMSampleBufferNotification_DataFailed"
