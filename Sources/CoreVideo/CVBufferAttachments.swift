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

/// Whether an attachment goes along when a buffer is made from another one.
public enum CVAttachmentMode: UInt32, Sendable {
    /// The attachment stays with its buffer.
    case shouldNotPropagate = 0
    /// `CVBufferPropagateAttachments` copies the attachment.
    case shouldPropagate = 1
}

// Keys of attachments that any buffer may carry.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// In a creation-attributes dictionary: attachments that the new buffer gets with the mode "should propagate".
nonisolated(unsafe) public let kCVBufferPropagatedAttachmentsKey: CFString = "CVPropagatedAttachments"
/// In a creation-attributes dictionary: attachments that the new buffer gets with the mode "should not propagate".
nonisolated(unsafe) public let kCVBufferNonPropagatedAttachmentsKey: CFString = "CVNonPropagatedAttachments"
/// The buffer's time in its movie: a dictionary of ``kCVBufferTimeValueKey`` and ``kCVBufferTimeScaleKey``.
nonisolated(unsafe) public let kCVBufferMovieTimeKey: CFString = "CVBufferMovieTime"
/// The numerator of a time, in units of ``kCVBufferTimeScaleKey``.
nonisolated(unsafe) public let kCVBufferTimeValueKey: CFString = "TimeValue"
/// The units per second of a time.
nonisolated(unsafe) public let kCVBufferTimeScaleKey: CFString = "TimeScale"

/// The attachments of one buffer.
///
/// A list, not a dictionary: a frame carries a handful of attachments, an empty list costs no memory, and a list that
/// was emptied for reuse keeps its memory for the next frame's.
// @unchecked: the list is a value; the attached objects are shared between threads by design, as on Apple's platforms.
package struct AttachmentList: @unchecked Sendable {
    // @unchecked: as for the list.
    package struct Entry: @unchecked Sendable {
        package let key: CFString
        package var value: CFTypeRef
        package var mode: CVAttachmentMode

        package init(key: CFString, value: CFTypeRef, mode: CVAttachmentMode) {
            self.key = key
            self.value = value
            self.mode = mode
        }
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    /// The attachments that a creation-attributes dictionary asks for.
    init(creationAttributes: CFDictionary?) {
        guard let creationAttributes else { return }
        if let propagated = creationAttributes.object(forKey: kCVBufferPropagatedAttachmentsKey) as? CFDictionary {
            set(propagated, .shouldPropagate)
        }
        if let others = creationAttributes.object(forKey: kCVBufferNonPropagatedAttachmentsKey) as? CFDictionary {
            set(others, .shouldNotPropagate)
        }
    }

    package var isEmpty: Bool { entries.isEmpty }

    package func entry(for key: CFString) -> Entry? {
        index(of: key).map { entries[$0] }
    }

    package mutating func set(_ key: CFString, _ value: CFTypeRef, _ mode: CVAttachmentMode) {
        if let index = index(of: key) {
            entries[index].value = value
            entries[index].mode = mode
        } else {
            entries.append(Entry(key: key.copiedIfMutable, value: value, mode: mode))
        }
    }

    package mutating func remove(_ key: CFString) {
        if let index = index(of: key) {
            entries.remove(at: index)
        }
    }

    package mutating func set(_ values: CFDictionary, _ mode: CVAttachmentMode) {
        for (key, value) in values {
            guard let name = attachmentKey(key) else { continue }
            set(name, value as CFTypeRef, mode)
        }
    }

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
    }

    /// Takes another list's entries into this one's memory.
    mutating func reset(to other: AttachmentList) {
        removeAll()
        entries.append(contentsOf: other.entries)
    }

    package func dictionary(_ mode: CVAttachmentMode) -> CFDictionary? {
        let dictionary = NSMutableDictionary()
        for entry in entries where entry.mode == mode {
            dictionary.setObject(entry.value, forKey: entry.key)
        }
        return dictionary.count == 0 ? nil : dictionary
    }

    /// Keys are nearly always the very constants, so identity decides before characters are compared.
    private func index(of key: CFString) -> Int? {
        entries.firstIndex { $0.key === key } ?? entries.firstIndex { $0.key.isEqual(key) }
    }
}

/// A dictionary's keys come back from Foundation as Swift strings or as `NSString`.
private func attachmentKey(_ key: Any) -> CFString? {
    switch key {
    case let string as CFString: string
    case let string as String: NSString(string: string)
    default: nil
    }
}

extension CFString {
    /// A key must not change after it was filed.
    fileprivate var copiedIfMutable: CFString {
        self is NSMutableString ? NSString(string: self as String) : self
    }
}
