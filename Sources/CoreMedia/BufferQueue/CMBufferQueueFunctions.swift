import FoundationExtras

/// What a call throws, as a status code: 0 if it throws nothing.
private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch {
        let error = error as NSError
        guard error.domain == NSOSStatusErrorDomain else { return kCMBufferQueueError_InvalidBuffer }
        return OSStatus(truncatingIfNeeded: error.code)
    }
}

/// The number of ``CMBufferQueue`` at run time.
@discardableResult
public func CMBufferQueueGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMBufferQueue.self))
}

/// Makes a queue. See ``CMBufferQueue/init(capacity:handlers:)``.
///
/// - Returns: `kCMBufferQueueError_InvalidCMBufferCallbacksStruct` for callbacks of another version than 0 and 1.
@discardableResult
public func CMBufferQueueCreate(
    allocator: CFAllocator?,
    capacity: CMItemCount,
    callbacks: UnsafePointer<CMBufferCallbacks>,
    queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
    guard callbacks.pointee.version <= 1 else { return kCMBufferQueueError_InvalidCMBufferCallbacksStruct }
    return status {
        let handlers = CMBufferQueue.Handlers(callbacks.pointee)
        queueOut.pointee = try CMBufferQueue(capacity: capacity, handlers: handlers)
    }
}

/// Puts a buffer into a queue. See ``CMBufferQueue/enqueue(_:)``.
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer buf: CMBuffer) -> OSStatus {
    status { try queue.enqueue(buf) }
}

/// Takes the next buffer; nil if there is none.
@discardableResult
public func CMBufferQueueDequeueAndRetain(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }

/// Takes the next buffer if its data is ready.
@discardableResult
public func CMBufferQueueDequeueIfDataReadyAndRetain(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeueIfDataReady() }

/// The next buffer, which stays in the queue.
@discardableResult
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

/// The next buffer, which stays in the queue.
@discardableResult
public func CMBufferQueueCopyHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

/// Whether there are no buffers.
@discardableResult
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }

/// Refuses buffers from now on, until the queue is reset.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus {
    status { try queue.markEndOfData() }
}

/// Whether the end of data was marked.
@discardableResult
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.containsEndOfData }

/// Whether the end of data was marked and there are no buffers.
@discardableResult
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

/// Lets all buffers go, and takes new ones even after the end of data. Triggers stay.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus {
    status { try queue.reset() }
}

/// Shows all buffers to a function and then resets the queue.
@discardableResult
public func CMBufferQueueResetWithCallback(
    _ queue: CMBufferQueue,
    callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try queue.reset { callback($0, refcon) } }
}

/// How many buffers there are.
@discardableResult
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.bufferCount }

/// The sum of the buffers' durations.
@discardableResult
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }

/// The sum of the buffers' sizes in bytes.
@discardableResult
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }

/// The smallest decode time.
@discardableResult
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.minDecodeTimeStamp }

/// The first buffer's decode time.
@discardableResult
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.firstDecodeTimeStamp }

/// The smallest presentation time.
@discardableResult
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.minPresentationTimeStamp
}

/// The first buffer's presentation time.
@discardableResult
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.firstPresentationTimeStamp
}

/// The greatest presentation time.
@discardableResult
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.maxPresentationTimeStamp
}

/// The greatest sum of a buffer's presentation time and duration.
@discardableResult
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.endPresentationTimeStamp
}

/// Shows all buffers to a function until it returns an error.
///
/// - Returns: that error, or 0.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
    _ queue: CMBufferQueue,
    callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    for buffer in queue.buffers {
        let status = callback(buffer, refcon)
        if status != noErr { return status }
    }
    return noErr
}

/// Asks a function of every buffer before it is enqueued.
@discardableResult
public func CMBufferQueueSetValidationCallback(
    _ queue: CMBufferQueue,
    callback: @escaping CMBufferValidationCallback,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    CMBufferQueueSetValidationHandler(queue) { callback($0, $1, refcon) }
}

/// Asks a function of every buffer before it is enqueued.
@discardableResult
public func CMBufferQueueSetValidationHandler(
    _ queue: CMBufferQueue,
    _ handler: @escaping CMBufferValidationHandler
) -> OSStatus {
    queue.setValidationHandler { try check(handler($0, $1)) }
    return noErr
}

// MARK: Triggers

private func install(
    _ queue: CMBufferQueue,
    _ condition: CMBufferQueue.TriggerCondition?,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?,
    _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    guard let condition else { return kCMBufferQueueError_InvalidTriggerCondition }
    // A trigger that can be neither tested nor called would be none.
    guard triggerTokenOut != nil || handler != nil else { return kCMBufferQueueError_RequiredParameterMissing }
    return status {
        _ = try queue.install(condition, handler) { triggerTokenOut?.pointee = $0 }
    }
}

/// Calls a function whenever a condition becomes true, at once if it is; by then the token has been written.
///
/// - Returns: `kCMBufferQueueError_BadTriggerDuration` for a time that is no number, unless the condition ignores it;
///   `kCMBufferQueueError_InvalidTriggerCondition` for a condition that compares a count;
///   `kCMBufferQueueError_RequiredParameterMissing` without both function and token.
@discardableResult
public func CMBufferQueueInstallTrigger(
    _ queue: CMBufferQueue,
    callback: CMBufferQueueTriggerCallback?,
    refcon: UnsafeMutableRawPointer?,
    condition: CMBufferQueueTriggerCondition,
    time: CMTime,
    triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
    let handler = callback.map { callback -> CMBufferQueueTriggerHandler in { callback(refcon, $0) } }
    return install(queue, CMBufferQueue.TriggerCondition(condition, time: time), triggerTokenOut, handler)
}

/// As ``CMBufferQueueInstallTrigger(_:callback:refcon:condition:time:triggerTokenOut:)`` for conditions that compare a count.
@discardableResult
public func CMBufferQueueInstallTriggerWithIntegerThreshold(
    _ queue: CMBufferQueue,
    callback: CMBufferQueueTriggerCallback?,
    refcon: UnsafeMutableRawPointer?,
    condition: CMBufferQueueTriggerCondition,
    threshold: CMItemCount,
    triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
    let handler = callback.map { callback -> CMBufferQueueTriggerHandler in { callback(refcon, $0) } }
    return install(queue, CMBufferQueue.TriggerCondition(condition, threshold: threshold), triggerTokenOut, handler)
}

/// As ``CMBufferQueueInstallTrigger(_:callback:refcon:condition:time:triggerTokenOut:)`` with a closure.
@discardableResult
public func CMBufferQueueInstallTriggerHandler(
    _ queue: CMBufferQueue,
    _ condition: CMBufferQueueTriggerCondition,
    _ time: CMTime,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?,
    _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    install(queue, CMBufferQueue.TriggerCondition(condition, time: time), triggerTokenOut, handler)
}

/// As ``CMBufferQueueInstallTriggerHandler(_:_:_:_:_:)`` for conditions that compare a count.
@discardableResult
public func CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
    _ queue: CMBufferQueue,
    _ condition: CMBufferQueueTriggerCondition,
    _ threshold: CMItemCount,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?,
    _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    install(queue, CMBufferQueue.TriggerCondition(condition, threshold: threshold), triggerTokenOut, handler)
}

/// Calls a trigger's function no more.
@discardableResult
public func CMBufferQueueRemoveTrigger(
    _ queue: CMBufferQueue,
    triggerToken: CMBufferQueueTriggerToken
) -> OSStatus {
    status { try queue.removeTrigger(triggerToken) }
}

/// Whether a trigger's condition is true at present.
@discardableResult
public func CMBufferQueueTestTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> Bool {
    queue.testTrigger(triggerToken)
}
