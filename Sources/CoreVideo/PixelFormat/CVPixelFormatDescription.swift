import FoundationExtras

/// The four-character codes of all pixel formats that buffers can be made of, as numbers.
@discardableResult
public func CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(_ allocator: CFAllocator?) -> CFArray? {
    NSArray(array: PixelFormatRegistry.types.map { NSNumber(value: $0) })
}

/// What is known of a pixel format, under the `kCVPixelFormat...` keys; nil for formats that buffers cannot be made of.
@discardableResult
public func CVPixelFormatDescriptionCreateWithPixelFormatType(
    _ allocator: CFAllocator?,
    _ pixelFormat: OSType
) -> CFDictionary? {
    PixelFormatRegistry.format(pixelFormat)?.description
}

/// Makes a pixel format known to this process, or replaces what is known of it; buffers made before are not changed.
///
/// - Parameters:
///   - description: the format under the `kCVPixelFormat...` keys: for packed formats at least
///     `kCVPixelFormatBitsPerBlock`, for planar ones `kCVPixelFormatPlanes`. Other descriptions stop the process.
///   - pixelFormat: the format's four-character code.
public func CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType(
    _ description: CFDictionary,
    _ pixelFormat: OSType
) {
    guard let format = PixelFormat(pixelFormat, description) else {
        programmerError(
            .invalidArgument,
            "*** CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType: the description lacks the size of a block"
        )
    }
    PixelFormatRegistry.register(format)
}

/// A pixel format's four-character code as text, or its number where it has no printable characters (`32` for
/// `kCVPixelFormatType_32ARGB`).
@discardableResult
public func CVPixelFormatTypeCopyFourCharCodeString(_ pixelFormat: OSType) -> CFString {
    NSString(string: fourCharCodeString(pixelFormat))
}

/// Whether the hardware can read and write one of the compressed formats: never on Linux.
@discardableResult
public func CVIsCompressedPixelFormatAvailable(_ pixelFormatType: OSType) -> Bool {
    false
}

func fourCharCodeString(_ code: OSType) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return bytes.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : String(code)
}

extension PixelFormat {
    /// The format in the terms of Core Video's dictionaries.
    var description: CFDictionary {
        let description = NSMutableDictionary()
        func set(_ key: CFString, _ value: Any) {
            description.setObject(value, forKey: key)
        }
        set(kCVPixelFormatName, NSString(string: fourCharCodeString(type)))
        set(kCVPixelFormatConstant, NSNumber(value: type))
        set(kCVPixelFormatContainsAlpha, NSNumber(value: hasAlpha))
        set(kCVPixelFormatContainsRGB, NSNumber(value: content == .rgb))
        set(kCVPixelFormatContainsYCbCr, NSNumber(value: content == .yCbCr))
        set(kCVPixelFormatContainsGrayscale, NSNumber(value: content == .grayscale))
        set(kCVPixelFormatContainsSenselArray, NSNumber(value: content == .sensor))
        set(kCVPixelFormatComponentRange, range.name)
        if bitsPerComponent > 0 {
            set(kCVPixelFormatBitsPerComponent, NSNumber(value: bitsPerComponent))
        }
        if isPlanar {
            set(kCVPixelFormatPlanes, NSArray(array: planes.map(\.description)))
        } else {
            description.addEntries(from: planes[0].description as! [AnyHashable: Any])
        }
        return description
    }

    /// Reads a client's description; nil when it does not tell the size of every block.
    init?(_ type: OSType, _ description: CFDictionary) {
        let planar = description.object(forKey: kCVPixelFormatPlanes) as? CFArray
        let dictionaries = planar?.map { $0 as? CFDictionary } ?? [description]
        let planes = dictionaries.compactMap { $0.flatMap(Plane.init) }
        guard !planes.isEmpty, planes.count == dictionaries.count else { return nil }
        func contains(_ key: CFString) -> Bool {
            description.number(key).map { $0 != 0 } ?? false
        }
        let contents: [(CFString, Content)] = [
            (kCVPixelFormatContainsRGB, .rgb),
            (kCVPixelFormatContainsYCbCr, .yCbCr),
            (kCVPixelFormatContainsGrayscale, .grayscale),
            (kCVPixelFormatContainsSenselArray, .sensor),
        ]
        self.init(
            type,
            planes: planes,
            bits: description.natural(kCVPixelFormatBitsPerComponent, default: 0) ?? 0,
            contents.first { contains($0.0) }?.1 ?? .other,
            Range(name: description.object(forKey: kCVPixelFormatComponentRange)),
            alpha: contains(kCVPixelFormatContainsAlpha)
        )
        isPlanar = planar != nil
    }
}

extension PixelFormat.Plane {
    fileprivate var description: CFDictionary {
        let numbers: [(CFString, Int)] = [
            (kCVPixelFormatBitsPerBlock, bitsPerBlock),
            (kCVPixelFormatBlockWidth, blockWidth),
            (kCVPixelFormatBlockHeight, blockHeight),
            (kCVPixelFormatBlockHorizontalAlignment, blockHorizontalAlignment),
            (kCVPixelFormatHorizontalSubsampling, horizontalSubsampling),
            (kCVPixelFormatVerticalSubsampling, verticalSubsampling),
        ]
        let description = NSMutableDictionary()
        for (key, number) in numbers {
            description.setObject(NSNumber(value: number), forKey: key)
        }
        return description
    }

    fileprivate init?(_ description: CFDictionary) {
        func positive(_ key: CFString, default missing: Int) -> Int? {
            description.natural(key, default: missing).flatMap { $0 > 0 ? $0 : nil }
        }
        guard
            let bits = positive(kCVPixelFormatBitsPerBlock, default: 0),
            let width = positive(kCVPixelFormatBlockWidth, default: 1),
            let height = positive(kCVPixelFormatBlockHeight, default: 1),
            let alignment = positive(kCVPixelFormatBlockHorizontalAlignment, default: 1),
            let horizontal = positive(kCVPixelFormatHorizontalSubsampling, default: 1),
            let vertical = positive(kCVPixelFormatVerticalSubsampling, default: 1)
        else { return nil }
        self.init(
            blockWidth: width,
            blockHeight: height,
            bitsPerBlock: bits,
            blockHorizontalAlignment: alignment,
            horizontalSubsampling: horizontal,
            verticalSubsampling: vertical
        )
    }
}

extension PixelFormat.Range {
    fileprivate var name: CFString {
        switch self {
        case .video: kCVPixelFormatComponentRange_VideoRange
        case .full: kCVPixelFormatComponentRange_FullRange
        case .wide: kCVPixelFormatComponentRange_WideRange
        }
    }

    /// The range of a name; full range if the description does not tell.
    fileprivate init(name: Any?) {
        let name = name as? NSString ?? (name as? String).map { NSString(string: $0) }
        switch name {
        case kCVPixelFormatComponentRange_VideoRange: self = .video
        case kCVPixelFormatComponentRange_WideRange: self = .wide
        default: self = .full
        }
    }
}

// Keys of pixel format descriptions.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The format's name for people.
nonisolated(unsafe) public let kCVPixelFormatName: CFString = "Name"
/// The format's four-character code, a number.
nonisolated(unsafe) public let kCVPixelFormatConstant: CFString = "PixelFormat"
/// The descriptions of a planar format's planes, an array; packed formats have the keys of a plane themselves.
nonisolated(unsafe) public let kCVPixelFormatPlanes: CFString = "Planes"
/// Width of a block in pixels; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatBlockWidth: CFString = "BlockWidth"
/// Height of a block in pixels; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatBlockHeight: CFString = "BlockHeight"
/// Size of a block in bits.
nonisolated(unsafe) public let kCVPixelFormatBitsPerBlock: CFString = "BitsPerBlock"
/// Bits of one component, where all have the same number.
nonisolated(unsafe) public let kCVPixelFormatBitsPerComponent: CFString = "BitsPerComponent"
/// A row holds a multiple of this number of blocks; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatBlockHorizontalAlignment: CFString = "BlockHorizontalAlignment"
/// The image's width divided by the plane's; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatHorizontalSubsampling: CFString = "HorizontalSubsampling"
/// The image's height divided by the plane's; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatVerticalSubsampling: CFString = "VerticalSubsampling"
/// Whether there is an alpha component.
nonisolated(unsafe) public let kCVPixelFormatContainsAlpha: CFString = "ContainsAlpha"
/// Whether the components are red, green and blue.
nonisolated(unsafe) public let kCVPixelFormatContainsRGB: CFString = "ContainsRGB"
/// Whether the components are luma and colour differences.
nonisolated(unsafe) public let kCVPixelFormatContainsYCbCr: CFString = "ContainsYCbCr"
/// Whether the only colour component is grey.
nonisolated(unsafe) public let kCVPixelFormatContainsGrayscale: CFString = "ContainsGrayscale"
/// Whether the components are those of a sensor's mosaic.
nonisolated(unsafe) public let kCVPixelFormatContainsSenselArray: CFString = "ContainsSenselArray"
/// How the numbers use their bits.
nonisolated(unsafe) public let kCVPixelFormatComponentRange: CFString = "ComponentRange"
/// Black and white leave room below and above.
nonisolated(unsafe) public let kCVPixelFormatComponentRange_VideoRange: CFString = "VideoRange"
/// The whole range is used.
nonisolated(unsafe) public let kCVPixelFormatComponentRange_FullRange: CFString = "FullRange"
/// Values beyond black and white are allowed.
nonisolated(unsafe) public let kCVPixelFormatComponentRange_WideRange: CFString = "WideRange"

/// Pattern R G / G B of a `bp16` buffer, for `kCVPixelBufferVersatileBayerKey_BayerPattern`.
@inlinable
public var kCVVersatileBayer_BayerPattern_RGGB: Int { 0 }
/// Pattern G R / B G of a `bp16` buffer.
@inlinable
public var kCVVersatileBayer_BayerPattern_GRBG: Int { 1 }
/// Pattern G B / R G of a `bp16` buffer.
@inlinable
public var kCVVersatileBayer_BayerPattern_GBRG: Int { 2 }
/// Pattern B G / G R of a `bp16` buffer.
@inlinable
public var kCVVersatileBayer_BayerPattern_BGGR: Int { 3 }
