import Foundation

/// The notes that an ONNX file carries about its model, which OpenVINO does not hand on. Everything but the notes is skipped:
/// the file is a sequence of Protocol Buffers fields, of which number 14 is a pair of key and value.
struct ONNXMetadata {
    private(set) var values: [String: String] = [:]

    /// - Returns: `nil` if the bytes are no such sequence.
    init?(_ file: Data) {
        var reader = FieldReader(file[...])
        while !reader.isAtEnd {
            guard let field = reader.next() else { return nil }
            guard field.number == 14, let entry = field.bytes else { continue }
            guard let (key, value) = Self.pair(entry) else { return nil }
            values[key] = value
        }
    }

    private static func pair(_ entry: Data) -> (String, String)? {
        var reader = FieldReader(entry)
        var texts: [Int: String] = [:]
        while !reader.isAtEnd {
            guard let field = reader.next() else { return nil }
            if let bytes = field.bytes { texts[field.number] = String(decoding: bytes, as: UTF8.self) }
        }
        guard let key = texts[1] else { return nil }
        return (key, texts[2] ?? "")
    }
}

/// Reads the fields of a Protocol Buffers message one by one.
private struct FieldReader {
    private var rest: Data

    init(_ bytes: Data) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next field: its number, and its bytes if it has a length of its own.
    mutating func next() -> (number: Int, bytes: Data?)? {
        guard let tag = varint(), let number = Int(exactly: tag >> 3) else { return nil }
        switch tag & 7 {
        case 0: return varint() == nil ? nil : (number, nil)
        case 1: return read(8) == nil ? nil : (number, nil)
        case 2:
            guard let size = varint(), let length = Int(exactly: size), let bytes = read(length) else { return nil }
            return (number, bytes)
        case 5: return read(4) == nil ? nil : (number, nil)
        default: return nil
        }
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    private mutating func read(_ count: Int) -> Data? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
