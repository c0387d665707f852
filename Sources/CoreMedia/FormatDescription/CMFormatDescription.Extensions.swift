import FoundationExtras

extension CMFormatDescription {
    /// The extensions of a format: a dictionary with typed keys and values.
    public struct Extensions {
        private var storage: [CFString: CFPropertyList]

        /// Makes an empty set of extensions.
        public init() {
            storage = [:]
        }

        /// Makes extensions from a dictionary.
        public init(base: [CFString: CFPropertyList]?) {
            storage = base ?? [:]
        }

        init(dictionary: CFDictionary?) {
            storage = [:]
            for (key, value) in dictionary ?? [:] {
                guard let name = (key as AnyObject) as? NSString else { continue }
                storage[name] = value as AnyObject
            }
        }

        /// The extensions as the C-style functions take them; nil if there are none.
        var dictionary: CFDictionary? {
            if storage.isEmpty { return nil }
            let result = NSMutableDictionary()
            for (key, value) in storage { result.setObject(value, forKey: key) }
            return result
        }

        /// One extension under a documented key.
        public subscript(key: Key) -> Value? {
            get { storage[key.rawValue].map(Value.init) }
            set { storage[key.rawValue] = newValue?.propertyListRepresentation }
        }

        /// One extension under any key, as a property list.
        public subscript(key: CFString) -> CFPropertyList? {
            get { storage[key] }
            set { storage[key] = newValue }
        }
    }
}

extension CMFormatDescription.Extensions: Collection {
    /// A position in the extensions.
    public struct Index: Comparable {
        fileprivate let base: Dictionary<CFString, CFPropertyList>.Index

        /// Positions follow the order of iteration.
        public static func < (left: Index, right: Index) -> Bool { left.base < right.base }
    }

    /// The position of the first extension.
    public var startIndex: Index { Index(base: storage.startIndex) }
    /// The position behind the last extension.
    public var endIndex: Index { Index(base: storage.endIndex) }

    /// The next position.
    public func index(after i: Index) -> Index {
        Index(base: storage.index(after: i.base))
    }

    /// The extension at a position.
    public subscript(position: Index) -> (key: Key, value: Value) {
        let element = storage[position.base]
        return (Key(rawValue: element.key), Value(element.value))
    }
}

extension CMFormatDescription.Extensions: ExpressibleByDictionaryLiteral {
    /// Makes extensions from a literal.
    public init(dictionaryLiteral elements: (Key, Value)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}
