import FoundationExtras

/// Attaches a value to a buffer, replacing what was attached under the key. Any thread.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the attachment's name.
///   - value: the attachment's value; it is retained, not copied.
///   - attachmentMode: whether the attachment goes along with `CVBufferPropagateAttachments`.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer,
    _ key: CFString,
    _ value: CFTypeRef,
    _ attachmentMode: CVAttachmentMode
) {
    buffer.attachments.withLock { $0.set(key, value, attachmentMode) }
}

/// The value attached under a key, or nil. Any thread.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the attachment's name.
///   - attachmentMode: receives the attachment's mode; left alone when there is no attachment.
@discardableResult
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer,
    _ key: CFString,
    _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let entry = buffer.attachment(key) else { return nil }
    attachmentMode?.pointee = entry.mode
    return entry.value
}

/// The value attached under a key, not retained, or nil. Any thread, but the value lives only as long as it stays
/// attached.
@available(*, deprecated, renamed: "CVBufferCopyAttachment")
@discardableResult
public func CVBufferGetAttachment(
    _ buffer: CVBuffer,
    _ key: CFString,
    _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map(Unmanaged.passUnretained)
}

/// Whether something is attached under a key. Any thread.
@discardableResult
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.attachment(key) != nil
}

/// All attachments of one mode, or nil when there are none. Any thread.
@discardableResult
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    buffer.attachmentDictionary(attachmentMode)
}

/// All attachments of one mode, or nil when there are none. Any thread.
@available(*, deprecated, renamed: "CVBufferCopyAttachments")
@discardableResult
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    buffer.attachmentDictionary(attachmentMode)
}

/// Attaches every value of a dictionary under its key, which must be a string. Other attachments stay. Any thread.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer,
    _ theAttachments: CFDictionary,
    _ attachmentMode: CVAttachmentMode
) {
    buffer.attachments.withLock { $0.set(theAttachments, attachmentMode) }
}

/// Removes what is attached under a key; nothing happens if nothing is. Any thread.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.attachments.withLock { $0.remove(key) }
}

/// Removes every attachment. Any thread.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
    buffer.attachments.withLock { $0.removeAll() }
}

/// Copies those attachments of one buffer to another whose mode is `.shouldPropagate`, keeping that mode.
///
/// The two buffers are never locked together, so that copying both ways at once cannot deadlock. Any thread.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    let list = sourceBuffer.attachments.withLock { $0 }
    if list.isEmpty { return }
    destinationBuffer.attachments.withLock { destination in
        for entry in list.entries where entry.mode == .shouldPropagate {
            destination.set(entry.key, entry.value, entry.mode)
        }
    }
}

extension CVBuffer {
    func attachment(_ key: CFString) -> AttachmentList.Entry? {
        attachments.withLock { $0.entry(for: key) }
    }

    func attachmentDictionary(_ mode: CVAttachmentMode) -> CFDictionary? {
        attachments.withLock { $0 }.dictionary(mode)
    }
}
