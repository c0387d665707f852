import Foundation
import ImageProcessing

/// Writes the TIFF structure that holds EXIF, with the least significant byte first.
struct TIFFWriter {
    /// A tag with its value's bytes.
    private struct Entry {
        let tag: UInt16
        let format: TIFFFormat
        let bytes: [UInt8]
    }

    /// The structure with EXIF's identifier before it; nil if there is nothing to write.
    static func payload(_ metadata: ImageMetadata) -> Data? {
        let exif = entries(metadata.exif, .exif)
        let gps = entries(metadata.gps, .gps)
        var image = entries(metadata.image, .image)
        guard !(exif.isEmpty && gps.isEmpty && image.isEmpty) else { return nil }
        // Directories follow each other, each with its long values after it. A directory's length does not depend on where it is.
        let pointers = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
        let exifStart = 8 + length(image) + pointers * 12
        let gpsStart = exifStart + (exif.isEmpty ? 0 : length(exif))
        if !exif.isEmpty { image.append(Entry(tag: TIFFPointer.exif, format: .long, bytes: little(exifStart, 4))) }
        if !gps.isEmpty { image.append(Entry(tag: TIFFPointer.gps, format: .long, bytes: little(gpsStart, 4))) }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        append(image, to: &bytes)
        if !exif.isEmpty { append(exif, to: &bytes) }
        if !gps.isEmpty { append(gps, to: &bytes) }
        return TIFFReader.identifier + Data(bytes)
    }

    private static func length(_ entries: [Entry]) -> Int {
        2 + entries.count * 12 + 4 + entries.reduce(0) { $0 + room($1) }
    }

    /// What an entry needs besides its twelve bytes; values begin at even places.
    private static func room(_ entry: Entry) -> Int {
        entry.bytes.count <= 4 ? 0 : (entry.bytes.count + 1) / 2 * 2
    }

    private static func append(_ entries: [Entry], to bytes: inout [UInt8]) {
        var place = bytes.count + 2 + entries.count * 12 + 4
        var values: [UInt8] = []
        bytes += little(entries.count, 2)
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            bytes += little(Int(entry.tag), 2) + little(Int(entry.format.rawValue), 2)
            bytes += little(entry.bytes.count / entry.format.size, 4)
            if entry.bytes.count <= 4 {
                bytes += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
            } else {
                bytes += little(place, 4)
                values += entry.bytes + [UInt8](repeating: 0, count: room(entry) - entry.bytes.count)
                place += room(entry)
            }
        }
        bytes += little(0, 4) + values
    }

    private static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    // MARK: Values

    private static func entries(_ values: [String: PropertyValue], _ directory: TIFFDirectory) -> [Entry] {
        TIFFField.all(directory).compactMap { field in
            values[field.key].flatMap { entry(field, $0.object) }
        }
    }

    private static func entry(_ field: TIFFField, _ value: Any) -> Entry? {
        func make(_ format: TIFFFormat, _ bytes: [UInt8]?) -> Entry? {
            guard let bytes, !bytes.isEmpty else { return nil }
            return Entry(tag: field.tag, format: format, bytes: bytes)
        }
        let whole = PropertyValue.integers(value)
        let numbers = PropertyValue.reals(value)
        switch field.kind {
        case .text: return make(.ascii, PropertyValue.text(value).map { Array($0.utf8) + [0] })
        case .integer, .integers:
            let limited = field.kind == .integer ? whole.map { Array($0.prefix(1)) } : whole
            guard let limited, limited.allSatisfy({ (0...Int(UInt32.max)).contains($0) }) else { return nil }
            let isShort = limited.allSatisfy { $0 <= Int(UInt16.max) }
            return make(isShort ? .short : .long, limited.flatMap { little($0, isShort ? 2 : 4) })
        case .fraction: return make(.rational, numbers.map { fraction(max($0[0], 0)) })
        case .signedFraction: return make(.signedRational, numbers.map { fraction($0[0]) })
        case .fractions: return make(.rational, numbers.map { $0.flatMap { fraction(max($0, 0)) } })
        case .version: return make(.undefined, whole.flatMap(version))
        case .byteOfNoFormat: return make(.undefined, whole.map { [UInt8(clamping: $0[0])] })
        case .bytesOfNoFormat: return make(.undefined, whole.map { $0.map { UInt8(clamping: $0) } })
        case .byte: return make(.byte, whole.map { [UInt8(clamping: $0[0])] })
        case .bytes: return make(.byte, whole.map { $0.map { UInt8(clamping: $0) } })
        case .comment: return make(.undefined, PropertyValue.text(value).map(comment))
        case .angle: return make(.rational, numbers.map { angle(abs($0[0])) })
        case .clock: return make(.rational, PropertyValue.text(value).flatMap(clock))
        }
    }

    private static func fraction(_ value: Double) -> [UInt8] {
        let fraction = ExifFraction(approximating: value)
        return little(fraction.numerator, 4) + little(fraction.denominator, 4)
    }

    /// From 2, 3, 2 to 0232, as it is read.
    private static func version(_ parts: [Int]) -> [UInt8]? {
        guard (1...3).contains(parts.count), (0...99).contains(parts[0]) else { return nil }
        let rest = (Array(parts.dropFirst()) + [0, 0]).prefix(2)
        guard rest.allSatisfy((0...9).contains) else { return nil }
        return ([parts[0] / 10, parts[0] % 10] + rest).map { UInt8($0 + 48) }
    }

    private static func comment(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array("ASCII\0\0\0".utf8) + Array(text.utf8) }
        return Array("UNICODE\0".utf8) + text.utf16.flatMap { little(Int($0), 2) }
    }

    /// Degrees, minutes, and seconds to a ten-thousandth: 3 millimetres on the ground.
    private static func angle(_ angle: Double) -> [UInt8] {
        let total = Int((min(angle, 360) * 36_000_000).rounded())
        let parts = [(total / 36_000_000, 1), (total / 600_000 % 60, 1), (total % 600_000, 10_000)]
        return parts.flatMap { little($0.0, 4) + little($0.1, 4) }
    }

    private static func clock(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ":").compactMap { Double($0) }
        guard parts.count == 3, parts.allSatisfy({ (0..<100).contains($0) }) else { return nil }
        return parts.flatMap(fraction)
    }
}
