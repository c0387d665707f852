import FoundationExtras

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
