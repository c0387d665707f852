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

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
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

extension CFString {
    /// A key must not change after it was filed.
    fileprivate var copiedIfMutable: CFString {
        self is NSMutableString ? NSString(string: self as String) : self
    }
}
