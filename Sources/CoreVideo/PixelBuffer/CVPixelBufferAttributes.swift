import FoundationExtras

// Attributes with which pixel buffers are created.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The pixel format: a number, or an array of numbers of which the first is preferred.
nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The `CFAllocator` to take memory from. Every predefined allocator takes it from the C library.
nonisolated(unsafe) public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// Width in pixels.
nonisolated(unsafe) public let kCVPixelBufferWidthKey: CFString = "Width"
/// Height in pixels.
nonisolated(unsafe) public let kCVPixelBufferHeightKey: CFString = "Height"
/// Pixels of memory beyond the left edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Pixels of memory beyond the top edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Pixels of memory beyond the right edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Pixels of memory beyond the bottom edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// Every row's length is a multiple of this number of bytes; 64 if not given.
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Every plane's address is a multiple of this number of bytes; 64 if not given.
nonisolated(unsafe) public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Asks for buffers that Core Graphics can draw into. DEVIATION: accepted for source compatibility; Linux has no Core
/// Graphics to be compatible with.
nonisolated(unsafe) public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Asks for buffers that Core Graphics can read. DEVIATION: accepted for source compatibility; Linux has no Core
/// Graphics to be compatible with.
nonisolated(unsafe) public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Asks for buffers that OpenGL can use. DEVIATION: accepted for source compatibility; the memory is ordinary memory.
nonisolated(unsafe) public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Asks for buffers that OpenGL ES can use. DEVIATION: accepted for source compatibility; the memory is ordinary
/// memory.
nonisolated(unsafe) public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// Asks for buffers that Metal can use. DEVIATION: accepted for source compatibility; Linux has no Metal.
nonisolated(unsafe) public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Asks for buffers for OpenGL texture caches. DEVIATION: accepted for source compatibility; Linux has no such cache.
nonisolated(unsafe) public let kCVPixelBufferOpenGLTextureCacheCompatibilityKey: CFString =
    "OpenGLTextureCacheCompatibility"
/// Asks for buffers for OpenGL ES texture caches. DEVIATION: accepted for source compatibility; Linux has no such
/// cache.
nonisolated(unsafe) public let kCVPixelBufferOpenGLESTextureCacheCompatibilityKey: CFString =
    "OpenGLESTextureCacheCompatibility"
/// Asks for memory that other processes can share. DEVIATION: accepted for source compatibility; Linux has no
/// IOSurface, the memory is the process's own and `CVPixelBufferGetIOSurface` is unavailable.
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLTextureCompatibilityKey: CFString =
    "IOSurfaceOpenGLTextureCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLFBOCompatibilityKey: CFString =
    "IOSurfaceOpenGLFBOCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString =
    "IOSurfaceCoreAnimationCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLESTextureCompatibilityKey: CFString =
    "IOSurfaceOpenGLESTextureCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLESFBOCompatibilityKey: CFString =
    "IOSurfaceOpenGLESFBOCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePurgeableKey: CFString = "IOSurfacePurgeable"
/// Attachment of `bp16` buffers: the mosaic's pattern, a number.
nonisolated(unsafe) public let kCVPixelBufferVersatileBayerKey_BayerPattern: CFString = "BayerPattern"
/// Attachment of ProRes RAW buffers: where the colour samples lie.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_SenselSitingOffsets: CFString = "SenselSitingOffsets"
/// Attachment of ProRes RAW buffers: the value of black.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_BlackLevel: CFString = "BlackLevel"
/// Attachment of ProRes RAW buffers: the value of white.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteLevel: CFString = "WhiteLevel"
/// Attachment of ProRes RAW buffers: the white balance as a colour temperature in kelvin.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteBalanceCCT: CFString = "WhiteBalanceCCT"
/// Attachment of ProRes RAW buffers: the factor of red.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteBalanceRedFactor: CFString = "WhiteBalanceRedFactor"
/// Attachment of ProRes RAW buffers: the factor of blue.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteBalanceBlueFactor: CFString = "WhiteBalanceBlueFactor"
/// Attachment of ProRes RAW buffers: the matrix from the sensor's colours.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_ColorMatrix: CFString = "ColorMatrix"
/// Attachment of ProRes RAW buffers: the gain.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_GainFactor: CFString = "GainFactor"
/// Attachment of ProRes RAW buffers: the edges to leave out.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_RecommendedCrop: CFString = "RecommendedCrop"
/// Attachment of ProRes RAW buffers: further metadata.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_MetadataExtension: CFString = "MetadataExtension"

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

/// What a creation-attributes dictionary asks for, checked and in Swift types.
struct PixelBufferRequest {
    var pixelFormats: [OSType] = []
    var width: Int?
    var height: Int?
    var extended = PixelLayout.ExtendedPixels()
    var bytesPerRowAlignment = PixelLayout.defaultAlignment
    var planeAlignment = PixelLayout.defaultAlignment

    /// No wish at all.
    init() {}

    /// Reads a dictionary.
    ///
    /// - Returns: nil when a value has the wrong type, is negative, or is not a power of two where alignments are
    ///   asked for.
    init?(_ attributes: CFDictionary?) {
        guard let attributes else { return }
        guard
            let formats = PixelBufferRequest.formats(attributes),
            let width = attributes.natural(kCVPixelBufferWidthKey, default: 0),
            let height = attributes.natural(kCVPixelBufferHeightKey, default: 0),
            let left = attributes.natural(kCVPixelBufferExtendedPixelsLeftKey, default: 0),
            let right = attributes.natural(kCVPixelBufferExtendedPixelsRightKey, default: 0),
            let top = attributes.natural(kCVPixelBufferExtendedPixelsTopKey, default: 0),
            let bottom = attributes.natural(kCVPixelBufferExtendedPixelsBottomKey, default: 0),
            let rows = attributes.alignment(kCVPixelBufferBytesPerRowAlignmentKey),
            let planes = attributes.alignment(kCVPixelBufferPlaneAlignmentKey)
        else { return nil }
        pixelFormats = formats
        self.width = width == 0 ? nil : width
        self.height = height == 0 ? nil : height
        extended = PixelLayout.ExtendedPixels(left: left, right: right, top: top, bottom: bottom)
        bytesPerRowAlignment = rows
        planeAlignment = planes
    }

    /// The format key holds a number or an array of numbers.
    private static func formats(_ attributes: CFDictionary) -> [OSType]? {
        guard let value = attributes.object(forKey: kCVPixelBufferPixelFormatTypeKey) else { return [] }
        let values = (value as? CFArray).map(Array.init) ?? (value as? [Any]) ?? [value]
        let types = values.compactMap(pixelFormatType)
        return types.count == values.count ? types : nil
    }
}

/// A four-character code from a dictionary; literals above 2^31 arrive as negative 32-bit numbers from C-minded code.
private func pixelFormatType(_ value: Any) -> OSType? {
    switch value {
    case let type as OSType: type
    case let number as NSNumber: OSType(truncatingIfNeeded: number.int64Value)
    case let number as any BinaryInteger: OSType(truncatingIfNeeded: number)
    default: nil
    }
}

extension CFDictionary {
    /// A number that is not negative, the default when the key is missing, nil when the value is anything else.
    func natural(_ key: CFString, default missing: Int) -> Int? {
        guard let value = object(forKey: key) else { return missing }
        let number = (value as? NSNumber)?.intValue ?? (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
        guard let number, number >= 0, number <= Int(Int32.max) else { return nil }
        return number
    }

    /// A number of any kind, nil when the key is missing or its value is no number.
    func number(_ key: CFString) -> Double? {
        guard let value = object(forKey: key) else { return nil }
        return (value as? NSNumber)?.doubleValue ?? (value as? Double)
            ?? (value as? any BinaryInteger).map { Double($0) }
    }

    /// A power of two; 0 or a missing key means the default.
    fileprivate func alignment(_ key: CFString) -> Int? {
        guard let value = natural(key, default: 0) else { return nil }
        if value == 0 { return PixelLayout.defaultAlignment }
        return value & (value - 1) == 0 ? value : nil
    }
}
