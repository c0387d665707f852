import FoundationExtras

/// Makes a description of timed metadata from its keys.
///
/// - Parameters:
///   - metadataType: the coding of the samples.
///   - keys: dictionaries with at least namespace, value and local ID (`kCMMetadataFormatDescriptionKey_...`); may be nil for
///     codings other than boxes.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for incomplete keys or two keys of one local ID.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithKeys(
    allocator: CFAllocator?,
    metadataType: CMMetadataFormatType,
    keys: CFArray?,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    let table = NSMutableDictionary()
    for index in 0..<(keys?.count ?? 0) {
        guard let key = keys?.object(at: index) as? NSDictionary, MetadataKey(key) != nil,
            let local = key.object(forKey: kCMMetadataFormatDescriptionKey_LocalID) as? NSNumber
        else { return kCMFormatDescriptionError_InvalidParameter }
        let name = tableKey(local.uint32Value)
        guard table.object(forKey: name) == nil else { return kCMFormatDescriptionError_InvalidParameter }
        table.setObject(key, forKey: name)
    }
    return create(metadataType, table, formatDescriptionOut)
}

/// Makes a description of timed metadata from identifiers and types of values; local IDs are given in their order.
///
/// - Parameter metadataSpecifications: dictionaries with `kCMMetadataFormatDescriptionMetadataSpecificationKey_...` keys.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a missing or malformed identifier or a missing data type.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
    allocator: CFAllocator?,
    metadataType: CMMetadataFormatType,
    metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    guard let table = extended([:], by: metadataSpecifications) else {
        return kCMFormatDescriptionError_InvalidParameter
    }
    return create(metadataType, table, formatDescriptionOut)
}

/// Makes a description with the keys of another one and more.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
    allocator: CFAllocator?,
    sourceDescription: CMMetadataFormatDescription,
    metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    guard sourceDescription.mediaTypeCode == kCMMediaType_Metadata,
        let table = extended(sourceDescription.keyTable, by: metadataSpecifications)
    else { return kCMFormatDescriptionError_InvalidParameter }
    return create(sourceDescription.subTypeCode, table, formatDescriptionOut)
}

/// Makes a description with the keys of two; those of the second whose local ID is taken get another.
@discardableResult
public func CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
    allocator: CFAllocator?,
    sourceDescription: CMMetadataFormatDescription,
    otherSourceDescription: CMMetadataFormatDescription,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    guard sourceDescription.mediaTypeCode == kCMMediaType_Metadata,
        otherSourceDescription.mediaTypeCode == kCMMediaType_Metadata,
        sourceDescription.subTypeCode == otherSourceDescription.subTypeCode
    else { return kCMFormatDescriptionError_InvalidParameter }
    var keys = sourceDescription.keyTable
    let known = Set(keys.values.compactMap(identity))
    for (local, key) in otherSourceDescription.keyTable.sorted(by: { $0.key < $1.key }) {
        if let identity = identity(key), known.contains(identity) { continue }
        add(key, to: &keys, preferred: local)
    }
    return create(sourceDescription.subTypeCode, dictionary(keys), formatDescriptionOut)
}

/// The key that a number in the samples stands for; nil if there is none.
@discardableResult
public func CMMetadataFormatDescriptionGetKeyWithLocalID(
    _ desc: CMMetadataFormatDescription,
    localKeyID: OSType
) -> CFDictionary? {
    desc.keyTable[localKeyID]
}

/// The identifiers of all keys, in the order of their local IDs; nil if there are none.
@discardableResult
public func CMMetadataFormatDescriptionGetIdentifiers(_ desc: CMMetadataFormatDescription) -> CFArray? {
    let found = desc.identifiers
    return found.isEmpty ? nil : NSArray(array: found.map { NSString(string: $0) })
}

// UNKNOWN: how Apple names the keys of the key table; here by the local ID in decimal digits.
private func tableKey(_ local: OSType) -> NSString {
    NSString(string: String(local))
}

private func create(
    _ type: CMMetadataFormatType,
    _ table: NSDictionary,
    _ out: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    let extensions = NSMutableDictionary()
    if table.count > 0 { extensions.setObject(table, forKey: kCMFormatDescriptionExtensionKey_MetadataKeyTable) }
    return CMFormatDescriptionCreate(
        allocator: nil,
        mediaType: kCMMediaType_Metadata,
        mediaSubType: type,
        extensions: extensions,
        formatDescriptionOut: out
    )
}

private func dictionary(_ keys: [OSType: NSDictionary]) -> NSDictionary {
    let table = NSMutableDictionary()
    for (local, key) in keys { table.setObject(key, forKey: tableKey(local)) }
    return table
}

/// What makes two keys the same: the identifier and the type of the values.
private func identity(_ key: NSDictionary) -> String? {
    let type = key.object(forKey: kCMMetadataFormatDescriptionKey_DataType) as? String ?? ""
    return MetadataKey(key).map { $0.identifier + " " + type }
}

private func add(_ key: NSDictionary, to keys: inout [OSType: NSDictionary], preferred: OSType) {
    var local = preferred
    while keys[local] != nil { local += 1 }
    let numbered = NSMutableDictionary()
    for (name, value) in key {
        if let name = (name as AnyObject) as? NSString { numbered.setObject(value, forKey: name) }
    }
    numbered.setObject(NSNumber(value: local), forKey: kCMMetadataFormatDescriptionKey_LocalID)
    keys[local] = numbered
}

private func extended(_ known: [OSType: NSDictionary], by specifications: CFArray) -> NSDictionary? {
    var keys = known
    for index in 0..<specifications.count {
        guard let specification = specifications.object(at: index) as? NSDictionary,
            let identifier = specification.object(
                forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier
            ) as? String,
            let metadataKey = MetadataKey(identifier: identifier),
            let type = specification.object(
                forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType
            ) as? String
        else { return nil }
        let key = NSMutableDictionary()
        key.setObject(NSNumber(value: metadataKey.space), forKey: kCMMetadataFormatDescriptionKey_Namespace)
        key.setObject(NSData(data: metadataKey.value), forKey: kCMMetadataFormatDescriptionKey_Value)
        key.setObject(NSString(string: type), forKey: kCMMetadataFormatDescriptionKey_DataType)
        let languageKey = kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag
        if let language = specification.object(forKey: languageKey) as? String {
            key.setObject(NSString(string: language), forKey: kCMMetadataFormatDescriptionKey_LanguageTag)
        }
        add(key, to: &keys, preferred: 1)
    }
    return dictionary(keys)
}

extension CMFormatDescription {
    /// The keys by their local IDs.
    fileprivate var keyTable: [OSType: NSDictionary] {
        let table =
            CMFormatDescriptionGetExtension(self, extensionKey: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
            as? NSDictionary
        var keys: [OSType: NSDictionary] = [:]
        for (name, value) in table ?? [:] {
            guard let local = (name as? String).flatMap(OSType.init), let key = (value as AnyObject) as? NSDictionary
            else { continue }
            keys[local] = key
        }
        return keys
    }

    /// The identifiers of all keys of timed metadata, in the order of their local IDs.
    public var identifiers: [String] {
        keyTable.sorted { $0.key < $1.key }.compactMap { MetadataKey($0.value)?.identifier }
    }

    /// The key that a number in the samples of timed metadata stands for.
    public func keyWithLocalID(_ localKeyID: OSType) -> [String: CFPropertyList]? {
        guard let key = keyTable[localKeyID] else { return nil }
        var result: [String: CFPropertyList] = [:]
        for (name, value) in key {
            if let name = name as? String { result[name] = value as AnyObject }
        }
        return result
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The coding of timed metadata, as four characters.
public typealias CMMetadataFormatType = FourCharCode

/// Timed metadata of ICY streams (`icy `).
public let kCMMetadataFormatType_ICY: CMMetadataFormatType = 0x6963_7920
/// Timed metadata as ID3 tags (`id3 `).
public let kCMMetadataFormatType_ID3: CMMetadataFormatType = 0x6964_3320
/// Timed metadata items of various keys in boxes (`mebx`).
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6D65_6278
/// Timed metadata as event messages (`emsg`).
public let kCMMetadataFormatType_EMSG: CMMetadataFormatType = 0x656D_7367

/// In a key: the key space, four characters as a number.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_Namespace: CFString = "MetadataKeyNamespace"
/// In a key: the key itself, bytes.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_Value: CFString = "MetadataKeyValue"
/// In a key: the number that stands for the key in samples.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_LocalID: CFString = "MetadataKeyLocalID"
/// In a key: the type of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_DataType: CFString = "MetadataKeyDataType"
/// In a key: the language of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "MetadataKeyLanguageTag"
/// In a specification: the identifier, such as `mdta/com.apple.quicktime.location.ISO6709`.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString =
    "MetadataIdentifier"
/// In a specification: the type of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString =
    "MetadataDataType"
/// In a specification: the language of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
    "MetadataExtendedLanguageTag"

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Type of metadata values: bytes.
nonisolated(unsafe) public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// Type of metadata values: text in UTF-8.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// Type of metadata values: text in UTF-16, the most significant byte first.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
/// Type of metadata values: a JPEG picture.
nonisolated(unsafe) public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// Type of metadata values: a PNG picture.
nonisolated(unsafe) public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
/// Type of metadata values: a signed number of 8 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
/// Type of metadata values: a signed number of 16 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
/// Type of metadata values: a signed number of 32 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
/// Type of metadata values: a signed number of 64 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// Type of metadata values: a number of 8 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
/// Type of metadata values: a number of 16 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
/// Type of metadata values: a number of 32 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
/// Type of metadata values: a number of 64 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// Type of metadata values: a floating-point number of 32 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
/// Type of metadata values: a floating-point number of 64 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
/// Identifier of metadata: the place, as a string of ISO 6709.
nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709: CFString =
    "mdta/com.apple.quicktime.location.ISO6709"

/// A key of timed metadata: a key space and bytes in it, written as an identifier `space/key`.
struct MetadataKey: Equatable {
    var space: FourCharCode
    var value: Data

    /// Reads an identifier; bytes that are not plain characters are written `%A9`.
    init?(identifier: String) {
        guard let slash = identifier.firstIndex(of: "/") else { return nil }
        let head = Array(identifier[..<slash].utf8)
        guard head.count == 4, let bytes = Self.decoded(identifier[identifier.index(after: slash)...]) else {
            return nil
        }
        space = head.reduce(0) { $0 << 8 | FourCharCode($1) }
        value = bytes
    }

    /// Reads a key of a key table.
    init?(_ dictionary: CFDictionary) {
        guard let space = dictionary.object(forKey: kCMMetadataFormatDescriptionKey_Namespace) as? NSNumber,
            let value = dictionary.object(forKey: kCMMetadataFormatDescriptionKey_Value) as? Data
        else { return nil }
        self.space = space.uint32Value
        self.value = value
    }

    var identifier: String {
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: space >> $0) }
        return String(decoding: head, as: Unicode.UTF8.self) + "/" + value.map(Self.encoded).joined()
    }

    private static func encoded(_ byte: UInt8) -> String {
        let isPlain = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "/")
        return isPlain ? String(UnicodeScalar(byte)) : "%" + String(format: "%02X", byte)
    }

    private static func decoded(_ text: Substring) -> Data? {
        var bytes = Data()
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
