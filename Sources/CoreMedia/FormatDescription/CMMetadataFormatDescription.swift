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
