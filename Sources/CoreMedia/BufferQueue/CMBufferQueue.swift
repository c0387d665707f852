import FoundationExtras

/// A queue of timed buffers that knows its duration, may sort, and tells when conditions become true.
///
/// All functions may be called on any thread. Triggers' handlers, and the handlers that tell about buffers, are called on the
/// thread of the call that leads to them, while the queue is locked for other threads. UNKNOWN whether Apple declares the
/// class Sendable; here it is not. Documented in `CMBufferQueue.h`.
public final class CMBufferQueue: CFTypeIdentified {
    private struct Entry {
        let buffer: CMBuffer
        let duration: CMTime
        let size: Int
    }

    private let handlers: Handlers
    private let capacity: CMItemCount
    private let lock = NSRecursiveLock()
    private var entries: [Entry] = []
    private var totalDuration = CMTime.zero
    private var bytes = 0
    private var hasEnded = false
    private var validate: ((CMBufferQueue, CMBuffer) throws -> Void)?
    private var triggers: [Trigger] = []
    private var isCallingTriggers = false
    private let headReadiness = HeadReadiness()

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - capacity: how many buffers it holds at most; 0 for any number.
    ///   - handlers: how it learns about its buffers.
    public init(capacity: CMItemCount, handlers: Handlers) throws {
        guard capacity >= 0 else { throw Error.requiredParameterMissing }
        self.capacity = capacity
        self.handlers = handlers
    }

    deinit { headReadiness.stop() }

    /// The number of the type at run time.
    public class var typeID: CFTypeID { CMBufferQueueGetTypeID() }

    // MARK: Buffers

    /// Puts a buffer behind those that are dequeued before it.
    ///
    /// - Throws: ``Error/enqueueAfterEndOfData``, ``Error/queueIsFull``, what the validation handler throws, or
    ///   ``Error/cannotModifyQueueFromTriggerCallback``.
    public func enqueue(_ buffer: CMBuffer) throws {
        try change {
            if hasEnded { throw Error.enqueueAfterEndOfData }
            if capacity > 0, entries.count >= capacity { throw Error.queueIsFull }
            try validate?(self, buffer)
            let entry = Entry(
                buffer: buffer,
                duration: handlers.getDuration(buffer),
                size: handlers.getSize?(buffer) ?? 0
            )
            entries.insert(entry, at: position(for: buffer))
            if entry.duration.isNumeric { totalDuration = CMTimeAdd(totalDuration, entry.duration) }
            bytes += entry.size
        }
    }

    /// Behind all that are dequeued before a buffer, and behind its equals.
    private func position(for buffer: CMBuffer) -> Int {
        guard let compare = handlers.compare else { return entries.count }
        let last = entries.lastIndex { compare($0.buffer, buffer) != .compareGreaterThan }
        return last.map { $0 + 1 } ?? 0
    }

    /// Takes the next buffer; nil if there is none, or while a trigger's handler is being called.
    public func dequeue() -> CMBuffer? { dequeueHead { true } }

    /// Takes the next buffer if its data is ready.
    public func dequeueIfDataReady() -> CMBuffer? { dequeueHead { isHeadReady } }

    private func dequeueHead(if condition: () -> Bool) -> CMBuffer? {
        try? change {
            guard condition(), !entries.isEmpty else { throw Error.invalidBuffer }
            let entry = entries.removeFirst()
            let isLast = entries.isEmpty
            if entry.duration.isNumeric {
                totalDuration = isLast ? .zero : CMTimeSubtract(totalDuration, entry.duration)
            }
            bytes -= entry.size
            return entry.buffer
        }
    }

    /// Refuses buffers from now on, until the queue is reset.
    public func markEndOfData() throws {
        try change { hasEnded = true }
    }

    /// Lets all buffers go and takes new ones, even after the end of data. Triggers stay.
    public func reset() throws { try reset { _ in } }

    /// Shows all buffers to a function and then resets the queue. If the function throws, the queue stays as it is.
    public func reset(_ body: (CMBuffer) throws -> Void) throws {
        try change(isReset: true) {
            for entry in entries { try body(entry.buffer) }
            entries.removeAll()
            totalDuration = .zero
            bytes = 0
            hasEnded = false
        }
    }

    /// Is asked of every buffer before it is enqueued; what it throws, ``enqueue(_:)`` throws.
    public func setValidationHandler(_ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void) {
        lock.withLock { validate = body }
    }

    // MARK: State

    /// The next buffer, which stays in the queue.
    public var head: CMBuffer? { lock.withLock { entries.first?.buffer } }
    /// Whether there are no buffers.
    public var isEmpty: Bool { lock.withLock { entries.isEmpty } }
    /// How many buffers there are.
    public var bufferCount: CMItemCount { lock.withLock { entries.count } }
    /// Whether the end of data was marked.
    public var containsEndOfData: Bool { lock.withLock { hasEnded } }
    /// Whether the end of data was marked and there are no buffers.
    public var isAtEndOfData: Bool { lock.withLock { hasEnded && entries.isEmpty } }
    /// The sum of the buffers' durations; zero without buffers. UNKNOWN: durations that are no numbers do not count.
    public var duration: CMTime { lock.withLock { totalDuration } }
    /// The sum of the buffers' sizes in bytes.
    public var totalSize: Int { lock.withLock { bytes } }
    /// The first buffer's decode time.
    public var firstDecodeTimeStamp: CMTime {
        lock.withLock { times(handlers.getDecodeTimeStamp, first: true).first } ?? .invalid
    }
    /// The smallest decode time.
    public var minDecodeTimeStamp: CMTime { lock.withLock { times(handlers.getDecodeTimeStamp).min() } ?? .invalid }
    /// The first buffer's presentation time.
    public var firstPresentationTimeStamp: CMTime {
        lock.withLock { times(handlers.getPresentationTimeStamp, first: true).first } ?? .invalid
    }
    /// The smallest presentation time.
    public var minPresentationTimeStamp: CMTime {
        lock.withLock { times(handlers.getPresentationTimeStamp).min() } ?? .invalid
    }
    /// The greatest presentation time.
    public var maxPresentationTimeStamp: CMTime {
        lock.withLock { times(handlers.getPresentationTimeStamp).max() } ?? .invalid
    }
    /// The greatest sum of a buffer's presentation time and duration.
    public var endPresentationTimeStamp: CMTime {
        lock.withLock {
            guard let get = handlers.getPresentationTimeStamp else { return .invalid }
            return entries.map { CMTimeAdd(get($0.buffer), $0.duration) }.filter(\.isNumeric).max() ?? .invalid
        }
    }

    private func times(_ get: CMBufferGetTimeHandler?, first: Bool = false) -> [CMTime] {
        guard let get else { return [] }
        return entries.prefix(first ? 1 : entries.count).map { get($0.buffer) }.filter(\.isNumeric)
    }

    /// Whether the next buffer's data is there.
    var isHeadReady: Bool {
        lock.withLock {
            guard let head = entries.first?.buffer else { return false }
            return handlers.isDataReady?(head) ?? true
        }
    }

    /// The buffers of one moment, in the order in which they are dequeued.
    public struct Buffers: Sequence {
        fileprivate let buffers: [CMBuffer]

        /// Goes through the buffers.
        public func makeIterator() -> IndexingIterator<[CMBuffer]> { buffers.makeIterator() }
    }

    /// The buffers that there are now, in the order in which they are dequeued.
    public var buffers: Buffers { lock.withLock { Buffers(buffers: entries.map(\.buffer)) } }

    // MARK: Triggers

    /// Calls a function whenever a condition becomes true, at once if it is.
    ///
    /// The function must not change the queue.
    ///
    /// - Throws: ``Error/badTriggerDuration`` for a duration that is no number.
    public func installTrigger(
        condition: TriggerCondition,
        _ body: CMBufferQueueTriggerHandler? = nil
    ) throws -> TriggerToken {
        try install(condition, body) { _ in }
    }

    /// - Parameter isInstalled: is given the token before the handler may be called.
    func install(
        _ condition: TriggerCondition,
        _ body: CMBufferQueueTriggerHandler?,
        isInstalled: (TriggerToken) -> Void
    ) throws -> TriggerToken {
        if let duration = condition.duration, !duration.isNumeric { throw Error.badTriggerDuration }
        let trigger = Trigger(condition, body)
        return lock.withLock {
            trigger.lastTime =
                switch condition {
                case .whenMinPresentationTimeStampChanges: minPresentationTimeStamp
                case .whenMaxPresentationTimeStampChanges: maxPresentationTimeStamp
                default: .invalid
                }
            triggers.append(trigger)
            isInstalled(trigger.token)
            followHead()
            callTriggers([trigger], isReset: false)
            return trigger.token
        }
    }

    /// Calls a trigger's function no more.
    public func removeTrigger(_ triggerToken: TriggerToken) throws {
        try lock.withLock {
            guard let number = triggers.firstIndex(where: { $0.token == triggerToken }) else {
                throw Error.invalidTriggerToken
            }
            triggers.remove(at: number)
            followHead()
        }
    }

    /// Whether a trigger's condition is true at present. Never for what only happens, such as a reset, and never for a trigger
    /// of another queue.
    public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
        lock.withLock {
            triggers.first { $0.token == triggerToken }?.isTrue(in: self) ?? false
        }
    }

    /// Changes the queue and calls the triggers whose conditions become true by it.
    private func change<Result>(isReset: Bool = false, _ body: () throws -> Result) throws -> Result {
        try lock.withLock {
            if isCallingTriggers { throw Error.cannotModifyQueueFromTriggerCallback }
            let result = try body()
            followHead()
            callTriggers(triggers, isReset: isReset)
            return result
        }
    }

    private func callTriggers(_ triggers: [Trigger], isReset: Bool) {
        let due = triggers.filter { $0.becomesTrue(in: self, isReset: isReset) }
        guard !due.isEmpty else { return }
        let wasCalling = isCallingTriggers
        isCallingTriggers = true
        defer { isCallingTriggers = wasCalling }
        for trigger in due { trigger.handler?(trigger.token) }
    }

    // MARK: The head's readiness

    /// Listens to the next buffer while a trigger waits for its data.
    private func followHead() {
        let waits = triggers.contains { if case .whenDataBecomesReady = $0.condition { true } else { false } }
        guard waits, let name = handlers.dataBecameReadyNotification, let head = entries.first?.buffer else {
            return headReadiness.stop()
        }
        headReadiness.follow(head, name: NSNotification.Name(name), for: self)
    }

    fileprivate func headBecameReady() {
        lock.withLock { callTriggers(triggers, isReset: false) }
    }
}

/// Listens to one buffer's notification. Used under the queue's lock.
private final class HeadReadiness {
    private struct WeakQueue: @unchecked Sendable {
        // @unchecked: the queue locks itself.
        weak var queue: CMBufferQueue?
    }

    private weak var buffer: CMBuffer?
    private var observer: (any NSObjectProtocol)?

    func follow(_ buffer: CMBuffer, name: NSNotification.Name, for queue: CMBufferQueue) {
        guard self.buffer !== buffer || observer == nil else { return }
        stop()
        self.buffer = buffer
        let listener = WeakQueue(queue: queue)
        observer = NotificationCenter.default.addObserver(forName: name, object: buffer, queue: nil) { _ in
            listener.queue?.headBecameReady()
        }
    }

    func stop() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
        buffer = nil
    }
}

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
