import Foundation

/// Writes numbers and boxes as files of the ISO base media format have them (ISO/IEC 14496-12).
struct HEIFBoxWriter {
    private(set) var data = Data()

    /// Appends a number in four bytes, the most significant first.
    mutating func append(_ number: UInt32) { appendBytes(of: number.bigEndian) }

    /// Appends a number in two bytes.
    mutating func append(_ number: UInt16) { appendBytes(of: number.bigEndian) }

    /// Appends a number in one byte.
    mutating func append(_ number: UInt8) { data.append(number) }

    /// Appends bytes as they are.
    mutating func append(_ bytes: Data) { data.append(bytes) }

    /// Appends the characters of a type, or any other ASCII.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { data.append(contentsOf: $0) }
    }

    /// Appends a box.
    mutating func box(_ type: StaticString, _ body: (inout HEIFBoxWriter) -> Void) {
        var inner = HEIFBoxWriter()
        body(&inner)
        append(UInt32(8 + inner.data.count))
        append(type)
        append(inner.data)
    }

    /// Appends a box with a version and no flags.
    mutating func fullBox(_ type: StaticString, version: UInt8 = 0, _ body: (inout HEIFBoxWriter) -> Void) {
        box(type) { box in
            box.append(UInt32(version) << 24)
            body(&box)
        }
    }

    /// One box for itself.
    static func box(_ type: StaticString, _ body: (inout HEIFBoxWriter) -> Void) -> Data {
        var writer = HEIFBoxWriter()
        writer.box(type, body)
        return writer.data
    }

    private mutating func appendBytes<Number>(of number: Number) {
        withUnsafeBytes(of: number) { data.append(contentsOf: $0) }
    }
}
