import FoundationExtras

/// The attachments of each sample: an array of mutable dictionaries with `kCMSampleAttachmentKey_...` keys.
///
/// - Parameter createIfNecessary: whether to make empty dictionaries if there are none; otherwise nil is returned.
@discardableResult
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    sbuf.sampleAttachmentDictionaries(createIfNecessary: createIfNecessary)
}

extension CMSampleBuffer {
    /// The attachments of one sample.
    public struct PerSampleAttachmentsDictionary {
        fileprivate let dictionary: NSMutableDictionary

        /// The attachment under a documented key; nil removes it.
        public subscript(key: Key) -> Any? {
            get { dictionary.object(forKey: key.rawValue) }
            nonmutating set {
                if let newValue {
                    dictionary.setObject(newValue as AnyObject, forKey: key.rawValue)
                } else {
                    dictionary.removeObject(forKey: key.rawValue)
                }
            }
        }
    }

    /// The attachments of each sample: a view of the buffer, not a copy.
    public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
        fileprivate let dictionaries: [NSMutableDictionary]

        /// The index of the first sample: 0.
        public var startIndex: Int { 0 }
        /// The index behind the last sample.
        public var endIndex: Int { dictionaries.count }

        /// The attachments of one sample.
        public subscript(position: Int) -> PerSampleAttachmentsDictionary {
            get { PerSampleAttachmentsDictionary(dictionary: dictionaries[position]) }
            set {
                guard newValue.dictionary !== dictionaries[position] else { return }
                dictionaries[position].removeAllObjects()
                for (key, value) in newValue.dictionary {
                    guard let name = (key as AnyObject) as? NSString else { continue }
                    dictionaries[position].setObject(value, forKey: name)
                }
            }
        }
    }

    /// The attachments of each sample, to be read and changed in place. Empty for a buffer without samples.
    public var sampleAttachments: SampleAttachmentsArray {
        get {
            SampleAttachmentsArray(
                dictionaries: sampleAttachmentDictionaries(createIfNecessary: true)?.dictionaries ?? []
            )
        }
        set {
            var own = sampleAttachments
            for index in own.indices where index < newValue.count { own[index] = newValue[index] }
        }
    }

    func sampleAttachmentDictionaries(createIfNecessary: Bool) -> SampleAttachmentDictionaries? {
        state.withLock { state -> SharedSampleAttachments in
            if state.extras?.sampleAttachments == nil, createIfNecessary, sampleCount > 0, state.isValid {
                let empty = SampleAttachmentDictionaries((0..<sampleCount).map { _ in NSMutableDictionary() })
                state.withExtras { $0.sampleAttachments = empty }
            }
            return SharedSampleAttachments(list: state.extras?.sampleAttachments)
        }.list
    }
}
