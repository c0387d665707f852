import FoundationExtras

/// The mutable dictionaries of a buffer's samples as a Core Foundation array.
///
/// Linux's own `NSArray` hands out copies of the dictionaries in it, as Swift values; clients must get the very
/// dictionaries,
/// because they change them.
final class SampleAttachmentDictionaries: NSArray {
    let dictionaries: [NSMutableDictionary]

    init(_ dictionaries: [NSMutableDictionary]) {
        self.dictionaries = dictionaries
        super.init(objects: nil, count: 0)
    }

    // What `NSArray` requires of its subclasses; only dictionaries can be elements.

    required init(objects: UnsafePointer<AnyObject>?, count: Int) {
        dictionaries = UnsafeBufferPointer(start: objects, count: count).compactMap { $0 as? NSMutableDictionary }
        super.init(objects: nil, count: 0)
    }

    required convenience init(arrayLiteral elements: Any...) {
        self.init(elements.compactMap { $0 as? NSMutableDictionary })
    }

    required init?(coder: NSCoder) {
        // Never archived: sample buffers are not.
        nil
    }

    override var count: Int { dictionaries.count }

    override func object(at index: Int) -> Any { dictionaries[index] }

    /// Dictionaries of some of the samples, for another buffer.
    func copies(of samples: Range<Int>) -> SampleAttachmentDictionaries {
        SampleAttachmentDictionaries(
            samples.map { index in
                let copy = NSMutableDictionary()
                dictionaries[index].forEach { key, value in
                    if let name = (key as AnyObject) as? NSString { copy.setObject(value, forKey: name) }
                }
                return copy
            }
        )
    }
}

// @unchecked: the list never changes; its dictionaries are the client's to synchronise, as on Apple's platforms.
struct SharedSampleAttachments: @unchecked Sendable {
    let list: SampleAttachmentDictionaries?
}
