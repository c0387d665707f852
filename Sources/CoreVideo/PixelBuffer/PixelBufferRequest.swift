import FoundationExtras

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
