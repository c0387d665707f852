import FoundationExtras

/// Merges several creation-attributes dictionaries into one that satisfies all of them.
///
/// Pixel formats are those that all dictionaries allow, in the order of the first that names any; alignments and
/// extended pixels are the largest; a dictionary-valued attribute is merged; any other attribute must have the same
/// value wherever it stands. UNKNOWN: Apple documents the purpose only.
///
/// - Parameters:
///   - allocator: any.
///   - attributes: an array of dictionaries.
///   - resolvedDictionaryOut: receives the merged dictionary; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidArgument` when there is no array of dictionaries, or
///   `kCVReturnInvalidPixelBufferAttributes` when the dictionaries contradict each other.
@discardableResult
public func CVPixelBufferCreateResolvedAttributesDictionary(
    _ allocator: CFAllocator?,
    _ attributes: CFArray?,
    _ resolvedDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> CVReturn {
    resolvedDictionaryOut.pointee = nil
    guard let attributes else { return kCVReturnInvalidArgument }
    let resolved = NSMutableDictionary()
    for element in attributes {
        guard let dictionary = element as? CFDictionary else { return kCVReturnInvalidArgument }
        guard PixelBufferRequest(dictionary) != nil else { return kCVReturnInvalidPixelBufferAttributes }
        for (key, value) in dictionary {
            guard let key = key as? NSString ?? (key as? String).map({ NSString(string: $0) }) else {
                return kCVReturnInvalidArgument
            }
            guard let merged = mergedAttribute(key, resolved, dictionary, value) else {
                return kCVReturnInvalidPixelBufferAttributes
            }
            resolved.setObject(merged, forKey: key)
        }
    }
    resolvedDictionaryOut.pointee = resolved
    return kCVReturnSuccess
}

/// Whether a buffer is as a dictionary of creation attributes asks: format, size, row alignment and extended pixels.
@discardableResult
public func CVPixelBufferIsCompatibleWithAttributes(
    _ pixelBuffer: CVPixelBuffer,
    _ attributes: CFDictionary?
) -> Bool {
    guard let request = PixelBufferRequest(attributes) else { return false }
    let layout = pixelBuffer.layout
    let asksForAlignment = attributes?.object(forKey: kCVPixelBufferBytesPerRowAlignmentKey) != nil
    return (request.pixelFormats.isEmpty || request.pixelFormats.contains(layout.pixelFormat))
        && (request.width ?? layout.width) == layout.width
        && (request.height ?? layout.height) == layout.height
        && request.extended.fits(into: layout.extended)
        && (!asksForAlignment
            || layout.planes.allSatisfy { $0.bytesPerRow.isMultiple(of: request.bytesPerRowAlignment) })
}

/// The value that satisfies what is resolved so far and one more dictionary; nil when there is none.
private func mergedAttribute(
    _ key: CFString,
    _ resolved: CFDictionary,
    _ dictionary: CFDictionary,
    _ value: Any
) -> Any? {
    guard let present = resolved.object(forKey: key) else { return value }
    if key.isEqual(kCVPixelBufferPixelFormatTypeKey) {
        return commonFormats(resolved, dictionary)
    }
    if largestWins.contains(key as String) {
        guard let left = resolved.number(key), let right = dictionary.number(key) else { return nil }
        return left >= right ? present : value
    }
    if let present = present as? CFDictionary, let value = value as? CFDictionary {
        let merged = NSMutableDictionary(dictionary: present as! [AnyHashable: Any])
        merged.addEntries(from: value as! [AnyHashable: Any])
        return merged
    }
    return NSArray(object: present).isEqual(to: [value]) ? present : nil
}

private func commonFormats(_ left: CFDictionary, _ right: CFDictionary) -> Any? {
    guard
        let allowed = PixelBufferRequest(left)?.pixelFormats,
        let others = PixelBufferRequest(right)?.pixelFormats
    else { return nil }
    let common = allowed.filter(others.contains)
    if common.isEmpty { return nil }
    return common.count == 1 ? NSNumber(value: common[0]) : NSArray(array: common.map { NSNumber(value: $0) })
}

private let largestWins: Set<String> = Set(
    [
        kCVPixelBufferBytesPerRowAlignmentKey, kCVPixelBufferPlaneAlignmentKey, kCVPixelBufferExtendedPixelsLeftKey,
        kCVPixelBufferExtendedPixelsRightKey, kCVPixelBufferExtendedPixelsTopKey, kCVPixelBufferExtendedPixelsBottomKey,
    ].map { $0 as String }
)

extension PixelLayout.ExtendedPixels {
    fileprivate func fits(into other: PixelLayout.ExtendedPixels) -> Bool {
        left <= other.left && right <= other.right && top <= other.top && bottom <= other.bottom
    }
}
