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
