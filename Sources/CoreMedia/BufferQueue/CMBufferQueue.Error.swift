import FoundationExtras

/// Buffer queue error: memory ran out.
public let kCMBufferQueueError_AllocationFailed: OSStatus = -12760
/// Buffer queue error: a parameter that may not be nil was nil.
public let kCMBufferQueueError_RequiredParameterMissing: OSStatus = -12761
/// Buffer queue error: the callbacks are of no known version.
public let kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus = -12762
/// Buffer queue error: nothing may be enqueued after the end of data.
public let kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus = -12763
/// Buffer queue error: the queue holds as many buffers as it may.
public let kCMBufferQueueError_QueueIsFull: OSStatus = -12764
/// Buffer queue error: a trigger's duration is no number.
public let kCMBufferQueueError_BadTriggerDuration: OSStatus = -12765
/// Buffer queue error: a trigger's callback may not change its queue.
public let kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus = -12766
/// Buffer queue error: there is no such condition, or it is compared with something else.
public let kCMBufferQueueError_InvalidTriggerCondition: OSStatus = -12767
/// Buffer queue error: the queue has no such trigger.
public let kCMBufferQueueError_InvalidTriggerToken: OSStatus = -12768
/// Buffer queue error: the queue's validation refused a buffer.
public let kCMBufferQueueError_InvalidBuffer: OSStatus = -12769

extension CMBufferQueue {
    /// The errors of queues, as the Foundation errors that Swift code catches.
    public struct Error {
        /// Memory ran out.
        public static let allocationFailed = statusError(kCMBufferQueueError_AllocationFailed)
        /// A parameter that may not be nil was nil.
        public static let requiredParameterMissing = statusError(kCMBufferQueueError_RequiredParameterMissing)
        /// The callbacks are of no known version.
        public static let invalidCMBufferCallbacksStruct =
            statusError(kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
        /// Nothing may be enqueued after the end of data.
        public static let enqueueAfterEndOfData = statusError(kCMBufferQueueError_EnqueueAfterEndOfData)
        /// The queue holds as many buffers as it may.
        public static let queueIsFull = statusError(kCMBufferQueueError_QueueIsFull)
        /// A trigger's duration is no number.
        public static let badTriggerDuration = statusError(kCMBufferQueueError_BadTriggerDuration)
        /// A trigger's callback may not change its queue.
        public static let cannotModifyQueueFromTriggerCallback =
            statusError(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
        /// There is no such condition, or it is compared with something else.
        public static let invalidTriggerCondition = statusError(kCMBufferQueueError_InvalidTriggerCondition)
        /// The queue has no such trigger.
        public static let invalidTriggerToken = statusError(kCMBufferQueueError_InvalidTriggerToken)
        /// The queue's validation refused a buffer.
        public static let invalidBuffer = statusError(kCMBufferQueueError_InvalidBuffer)
    }
}
