import Foundation

/// Reads the TIFF structure that holds EXIF. Bytes of unknown origin: whatever reaches beyond the end, or has no sense, is left out.
///
/// The work is bounded: four directories, each with 1024 entries at most, and no value is longer than the bytes are.
struct TIFFReader {
    static let identifier = Data("Exif\0\0".utf8)
    private static let mostEntries = 1024
    private static let mostBytes = 1 << 24

    private let bytes: [UInt8]
    private let isLittleEndian: Bool

    /// - Parameter payload: the structure, with or without EXIF's identifier before it.
    init?(_ payload: Data) {
        guard payload.count <= Self.mostBytes else { return nil }
        let hasIdentifier = payload.starts(with: Self.identifier)
        bytes = Array(hasIdentifier ? payload.dropFirst(Self.identifier.count) : payload)
        guard bytes.count >= 8 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isLittleEndian = true
        case (0x4D, 0x4D): isLittleEndian = false
        default: return nil
        }
        guard number(at: 2, size: 2) == 42 else { return nil }
    }

    /// All tags that have a key.
    func metadata() -> ImageMetadata {
        var metadata = ImageMetadata()
        let (image, next) = directory(at: number(at: 4, size: 4))
        metadata.image = values(image, .image)
        let exif = image[TIFFPointer.exif].flatMap(firstNumber).map { directory(at: $0).entries }
        let gps = image[TIFFPointer.gps].flatMap(firstNumber).map { directory(at: $0).entries }
        metadata.exif = values(exif ?? [:], .exif)
        metadata.gps = values(gps ?? [:], .gps)
        if next != 0 { metadata.thumbnail = thumbnail(directory(at: next).entries) }
        return metadata
    }

    /// A tag's value, unread.
    private struct Entry {
        let format: TIFFFormat
        let count: Int
        let start: Int
    }

    private func directory(at start: Int?) -> (entries: [UInt16: Entry], next: Int) {
        guard let start, let count = number(at: start, size: 2), count <= Self.mostEntries else { return ([:], 0) }
        var entries: [UInt16: Entry] = [:]
        for index in 0..<count {
            let place = start + 2 + index * 12
            guard let tag = number(at: place, size: 2), let entry = entry(at: place) else { continue }
            let known = entries[UInt16(tag)]
            entries[UInt16(tag)] = known ?? entry
        }
        return (entries, number(at: start + 2 + count * 12, size: 4) ?? 0)
    }

    private func entry(at place: Int) -> Entry? {
        guard
            let format = number(at: place + 2, size: 2).flatMap({ TIFFFormat(rawValue: UInt16($0)) }),
            let count = number(at: place + 4, size: 4), count > 0, count <= bytes.count
        else { return nil }
        let length = count * format.size
        guard let start = length <= 4 ? place + 8 : number(at: place + 8, size: 4) else { return nil }
        guard start + length <= bytes.count else { return nil }
        return Entry(format: format, count: count, start: start)
    }

    private func number(at place: Int, size: Int) -> Int? {
        guard place >= 0, place + size <= bytes.count else { return nil }
        let part = bytes[place..<place + size]
        return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    private func thumbnail(_ entries: [UInt16: Entry]) -> Data? {
        guard
            let start = entries[TIFFPointer.thumbnail].flatMap(firstNumber),
            let length = entries[TIFFPointer.thumbnailLength].flatMap(firstNumber),
            length > 0, start <= bytes.count, length <= bytes.count - start
        else { return nil }
        return Data(bytes[start..<start + length])
    }

    // MARK: Values

    private func values(_ entries: [UInt16: Entry], _ directory: TIFFDirectory) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        for field in TIFFField.all(directory) {
            guard let entry = entries[field.tag], let value = value(entry, field.kind) else { continue }
            values[field.key] = value
        }
        return values
    }

    private func value(_ entry: Entry, _ kind: TIFFField.Kind) -> PropertyValue? {
        switch kind {
        case .text: text(entry)
        case .integer, .byte, .byteOfNoFormat: firstNumber(entry).map(PropertyValue.integer)
        case .integers, .bytes, .bytesOfNoFormat: .integers(numbers(entry))
        case .fraction, .signedFraction: fractions(entry).first.map(PropertyValue.real)
        case .fractions: .reals(fractions(entry))
        case .version: version(entry)
        case .comment: comment(entry)
        case .angle: angle(entry)
        case .clock: clock(entry)
        }
    }

    private func raw(_ entry: Entry) -> ArraySlice<UInt8> {
        bytes[entry.start..<entry.start + entry.count * entry.format.size]
    }

    private func text(_ entry: Entry) -> PropertyValue? {
        guard entry.format == .ascii || entry.format == .undefined else { return nil }
        let text = String(decoding: raw(entry).prefix { $0 != 0 }, as: UTF8.self)
        return .text(text.trimmingCharacters(in: .whitespaces))
    }

    private func numbers(_ entry: Entry) -> [Int] {
        let size = entry.format.size
        guard size <= 4 else { return fractions(entry).map { Int($0) } }
        return (0..<entry.count).compactMap { number(at: entry.start + $0 * size, size: size) }
    }

    private func firstNumber(_ entry: Entry) -> Int? {
        let size = entry.format.size
        return size <= 4 ? number(at: entry.start, size: size) : nil
    }

    /// Fractions without a denominator are left out.
    private func fractions(_ entry: Entry) -> [Double] {
        guard entry.format.size == 8 else { return numbers(entry).map(Double.init) }
        let isSigned = entry.format == .signedRational
        func part(_ place: Int) -> Double? {
            number(at: place, size: 4).map { isSigned ? Double(Int32(truncatingIfNeeded: $0)) : Double($0) }
        }
        return (0..<entry.count).compactMap { index in
            let place = entry.start + index * 8
            guard let numerator = part(place), let denominator = part(place + 4), denominator != 0 else { return nil }
            return numerator / denominator
        }
    }

    /// A version as ImageIO tells it: its digits without a leading and a final zero of the pairs, 0232 as 2, 3, 2.
    private func version(_ entry: Entry) -> PropertyValue? {
        let digits = raw(entry).map { Int($0) - 48 }
        guard digits.count == 4, digits.allSatisfy((0...9).contains) else { return nil }
        let parts = [digits[0] * 10 + digits[1], digits[2], digits[3]]
        return .integers(parts[2] == 0 ? Array(parts.dropLast()) : parts)
    }

    private func comment(_ entry: Entry) -> PropertyValue? {
        guard entry.format == .undefined || entry.format == .ascii else { return nil }
        let content = raw(entry)
        guard content.count >= 8 else { return nil }
        let code = String(decoding: content.prefix(8).prefix { $0 != 0 }, as: UTF8.self)
        let text = content.dropFirst(8)
        if code == "UNICODE" {
            let units = stride(from: text.startIndex, to: text.endIndex - 1, by: 2).map { index in
                isLittleEndian
                    ? UInt16(text[index + 1]) << 8 | UInt16(text[index])
                    : UInt16(text[index]) << 8 | UInt16(text[index + 1])
            }
            return .text(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
        }
        return .text(String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).trimmingCharacters(in: .whitespaces))
    }

    private func angle(_ entry: Entry) -> PropertyValue? {
        let parts = fractions(entry)
        guard !parts.isEmpty, parts.count <= 3 else { return nil }
        let seconds = parts.count == 3 ? parts[2] : 0
        return .real(parts[0] + (parts.count > 1 ? parts[1] : 0) / 60 + seconds / 3600)
    }

    private func clock(_ entry: Entry) -> PropertyValue? {
        let parts = fractions(entry)
        guard parts.count == 3, parts.allSatisfy({ (0..<100).contains($0) }) else { return nil }
        func twoDigits(_ number: Double) -> String { (number < 10 ? "0" : "") + String(Int(number)) }
        let rest = parts[2] - parts[2].rounded(.down)
        let fraction = rest > 0 ? String(String(rest).dropFirst().prefix(4)) : ""
        return .text(parts.map(twoDigits).joined(separator: ":") + fraction)
    }
}
