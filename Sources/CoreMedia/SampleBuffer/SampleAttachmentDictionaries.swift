import FoundationExtras

/// The mutable dictionaries of a buffer's samples as a Core Foundation array.
///
/// Linux's own `NSArray` hands out copies of the dictionaries in it, as Swift values; clients must get the very dictionaries,
/// because they change them.
// @unchecked: the list never changes; its dictionaries are the client's to synchronise, as on Apple's platforms.
final class SampleAttachmentDictionaries: NSArray, @unchecked Sendable {
    let dictionaries: [NSMutableDictionary]

    init(_ dictionaries: [NSMutableDictionary]) {
        self.dictionaries = dictionaries
        super.init(objects: nil, count: 0)
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
            })
    }
}
