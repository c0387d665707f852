internal import CLibExif

/// A tag's value before it is laid out as bytes.
enum ExifValue {
    case ascii(String)
    case bytes([UInt8])
    case undefined([UInt8])
    case short(Int)
    case long(Int)
    case fractions([ExifFraction])
    case signedFraction(ExifFraction)

    var format: ExifFormat {
        switch self {
        case .ascii: EXIF_FORMAT_ASCII
        case .bytes: EXIF_FORMAT_BYTE
        case .undefined: EXIF_FORMAT_UNDEFINED
        case .short: EXIF_FORMAT_SHORT
        case .long: EXIF_FORMAT_LONG
        case .fractions: EXIF_FORMAT_RATIONAL
        case .signedFraction: EXIF_FORMAT_SRATIONAL
        }
    }

    var componentCount: Int {
        switch self {
        case .ascii(let text): text.utf8.count + 1
        case .bytes(let bytes), .undefined(let bytes): bytes.count
        case .short, .long, .signedFraction: 1
        case .fractions(let fractions): fractions.count
        }
    }

    var byteCount: Int {
        componentCount * Int(exif_format_get_size(format))
    }

    /// Writes the value to memory of ``byteCount`` bytes.
    func store(at memory: UnsafeMutablePointer<UInt8>, _ order: ExifByteOrder) {
        switch self {
        case .ascii(let text):
            store(Array(text.utf8) + [0], at: memory)
        case .bytes(let bytes), .undefined(let bytes):
            store(bytes, at: memory)
        case .short(let number):
            exif_set_short(memory, order, ExifShort(clamping: number))
        case .long(let number):
            exif_set_long(memory, order, ExifLong(clamping: number))
        case .fractions(let fractions):
            for (index, fraction) in fractions.enumerated() {
                let value = ExifRational(
                    numerator: ExifLong(clamping: fraction.numerator),
                    denominator: ExifLong(clamping: fraction.denominator)
                )
                exif_set_rational(memory + index * 8, order, value)
            }
        case .signedFraction(let fraction):
            let value = ExifSRational(
                numerator: ExifSLong(clamping: fraction.numerator),
                denominator: ExifSLong(clamping: fraction.denominator)
            )
            exif_set_srational(memory, order, value)
        }
    }

    private func store(_ bytes: [UInt8], at memory: UnsafeMutablePointer<UInt8>) {
        for (index, byte) in bytes.enumerated() { memory[index] = byte }
    }
}
