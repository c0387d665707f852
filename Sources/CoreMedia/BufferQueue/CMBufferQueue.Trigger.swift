import FoundationExtras

/// Names a trigger of a queue; valid as long as the trigger is installed.
public typealias CMBufferQueueTriggerToken = OpaquePointer
/// Is called when a trigger's condition becomes true.
public typealias CMBufferQueueTriggerCallback = (UnsafeMutableRawPointer?, CMBufferQueueTriggerToken) -> Void
/// Is called when a trigger's condition becomes true.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void
/// When a trigger fires.
public typealias CMBufferQueueTriggerCondition = Int32

/// Trigger: the queue's duration becomes less than a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesLessThan: CMBufferQueueTriggerCondition = 1
/// Trigger: the queue's duration becomes less than a time, or equal to it.
public let kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo: CMBufferQueueTriggerCondition = 2
/// Trigger: the queue's duration becomes greater than a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: CMBufferQueueTriggerCondition = 3
/// Trigger: the queue's duration becomes greater than a time, or equal to it.
public let kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo: CMBufferQueueTriggerCondition = 4
/// Trigger: the smallest presentation time changes.
public let kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: CMBufferQueueTriggerCondition = 5
/// Trigger: the greatest presentation time changes.
public let kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: CMBufferQueueTriggerCondition = 6
/// Trigger: the next buffer's data becomes ready.
public let kCMBufferQueueTrigger_WhenDataBecomesReady: CMBufferQueueTriggerCondition = 7
/// Trigger: the end of data is marked and the queue is empty.
public let kCMBufferQueueTrigger_WhenEndOfDataReached: CMBufferQueueTriggerCondition = 8
/// Trigger: the queue is reset.
public let kCMBufferQueueTrigger_WhenReset: CMBufferQueueTriggerCondition = 9
/// Trigger: there are fewer buffers than a number.
public let kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: CMBufferQueueTriggerCondition = 10
/// Trigger: there are more buffers than a number.
public let kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: CMBufferQueueTriggerCondition = 11

extension CMBufferQueue {
    /// Names a trigger.
    public typealias TriggerToken = CMBufferQueueTriggerToken

    /// When a trigger fires.
    public enum TriggerCondition {
        /// The queue's duration becomes less than a time.
        case whenDurationBecomesLessThan(CMTime)
        /// The queue's duration becomes less than a time, or equal to it.
        case whenDurationBecomesLessThanOrEqualTo(CMTime)
        /// The queue's duration becomes greater than a time.
        case whenDurationBecomesGreaterThan(CMTime)
        /// The queue's duration becomes greater than a time, or equal to it.
        case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
        /// The smallest presentation time changes.
        case whenMinPresentationTimeStampChanges
        /// The greatest presentation time changes.
        case whenMaxPresentationTimeStampChanges
        /// The next buffer's data becomes ready.
        case whenDataBecomesReady
        /// The end of data is marked and the queue is empty.
        case whenEndOfDataReached
        /// The queue is reset.
        case whenReset
        /// There are fewer buffers than a number.
        case whenBufferCountBecomesLessThan(CMItemCount)
        /// There are more buffers than a number.
        case whenBufferCountBecomesGreaterThan(CMItemCount)

        /// The condition of a number that is compared with a time; nil for others.
        init?(_ condition: CMBufferQueueTriggerCondition, time: CMTime) {
            switch condition {
            case kCMBufferQueueTrigger_WhenDurationBecomesLessThan: self = .whenDurationBecomesLessThan(time)
            case kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo:
                self = .whenDurationBecomesLessThanOrEqualTo(time)
            case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: self = .whenDurationBecomesGreaterThan(time)
            case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo:
                self = .whenDurationBecomesGreaterThanOrEqualTo(time)
            case kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges:
                self = .whenMinPresentationTimeStampChanges
            case kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges:
                self = .whenMaxPresentationTimeStampChanges
            case kCMBufferQueueTrigger_WhenDataBecomesReady: self = .whenDataBecomesReady
            case kCMBufferQueueTrigger_WhenEndOfDataReached: self = .whenEndOfDataReached
            case kCMBufferQueueTrigger_WhenReset: self = .whenReset
            default: return nil
            }
        }

        /// The condition of a number that is compared with a count; nil for others.
        init?(_ condition: CMBufferQueueTriggerCondition, threshold: CMItemCount) {
            switch condition {
            case kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: self = .whenBufferCountBecomesLessThan(threshold)
            case kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan:
                self = .whenBufferCountBecomesGreaterThan(threshold)
            default: return nil
            }
        }

        /// The duration that the queue's is compared with.
        var duration: CMTime? {
            switch self {
            case .whenDurationBecomesLessThan(let time), .whenDurationBecomesLessThanOrEqualTo(let time),
                .whenDurationBecomesGreaterThan(let time), .whenDurationBecomesGreaterThanOrEqualTo(let time):
                time
            case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenDataBecomesReady,
                .whenEndOfDataReached, .whenReset, .whenBufferCountBecomesLessThan,
                .whenBufferCountBecomesGreaterThan:
                nil
            }
        }
    }

    /// What waits for a condition.
    final class Trigger {
        let condition: TriggerCondition
        let handler: CMBufferQueueTriggerHandler?
        /// What the condition was when it was looked at last.
        var wasTrue = false
        /// The presentation time that was seen last, for the conditions that it changes.
        var lastTime = CMTime.invalid

        init(_ condition: TriggerCondition, _ handler: CMBufferQueueTriggerHandler?) {
            self.condition = condition
            self.handler = handler
        }

        var token: TriggerToken { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

        /// Whether the condition has become true since the last look.
        func becomesTrue(in queue: CMBufferQueue, isReset: Bool) -> Bool {
            switch condition {
            case .whenMinPresentationTimeStampChanges: return hasChanged(to: queue.minPresentationTimeStamp)
            case .whenMaxPresentationTimeStampChanges: return hasChanged(to: queue.maxPresentationTimeStamp)
            case .whenReset: return isReset
            case .whenDurationBecomesLessThan, .whenDurationBecomesLessThanOrEqualTo, .whenDurationBecomesGreaterThan,
                .whenDurationBecomesGreaterThanOrEqualTo, .whenDataBecomesReady, .whenEndOfDataReached,
                .whenBufferCountBecomesLessThan, .whenBufferCountBecomesGreaterThan:
                let isTrue = isTrue(in: queue)
                defer { wasTrue = isTrue }
                return isTrue && !wasTrue
            }
        }

        /// Whether the condition is true at present; never for what only happens.
        func isTrue(in queue: CMBufferQueue) -> Bool {
            switch condition {
            case .whenDurationBecomesLessThan(let time): queue.duration < time
            case .whenDurationBecomesLessThanOrEqualTo(let time): queue.duration <= time
            case .whenDurationBecomesGreaterThan(let time): queue.duration > time
            case .whenDurationBecomesGreaterThanOrEqualTo(let time): queue.duration >= time
            case .whenDataBecomesReady: queue.isHeadReady
            case .whenEndOfDataReached: queue.isAtEndOfData
            case .whenBufferCountBecomesLessThan(let count): queue.bufferCount < count
            case .whenBufferCountBecomesGreaterThan(let count): queue.bufferCount > count
            case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenReset: false
            }
        }

        private func hasChanged(to time: CMTime) -> Bool {
            defer { lastTime = time }
            return time != lastTime
        }
    }
}
