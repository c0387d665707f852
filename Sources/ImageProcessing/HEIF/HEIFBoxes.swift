import Foundation

/// Reads numbers and boxes of a file of the ISO base media format, one after the other. Where there are none it answers nil;
/// nothing traps.
struct HEIFBoxReader {
    /// One box.
    struct Box {
        var type: String
        /// What is behind the header.
        var body: HEIFBoxReader
    }

    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private let end: Int

    /// - Parameter bytes: a whole file; must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes, 0..<bytes.count)
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// The length of the whole file.
    var fileLength: Int { bytes.count }

    /// All that is left.
    var rest: Data { Data(bytes[position..<end]) }

    /// The bytes at a place of the file.
    func data(at offset: Int, count: Int) -> Data? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return Data(bytes[offset..<offset + count])
    }

    /// The next number, the most significant byte first; zero for one of no bytes.
    mutating func number(byteCount: Int) -> Int? {
        guard (0...7).contains(byteCount), byteCount <= end - position else { return nil }
        defer { position += byteCount }
        return bytes[position..<position + byteCount].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next bytes; fewer at the end.
    mutating func data(count: Int) -> Data {
        let start = position
        skip(count)
        return Data(bytes[start..<position])
    }

    /// Goes on behind some bytes.
    mutating func skip(_ count: Int) {
        position = min(end, position + max(0, count))
    }

    /// The next box.
    mutating func next() -> Box? {
        let start = position
        guard var length = number(byteCount: 4), let code = number(byteCount: 4) else {
            position = start
            return nil
        }
        // Long boxes have their length in eight bytes more; that of the last one may be left open.
        if length == 1, number(byteCount: 4) == 0 {
            length = number(byteCount: 4) ?? 0
        } else if length == 0 {
            length = end - start
        }
        let header = position - start
        guard length >= header, length <= end - start else {
            position = start
            return nil
        }
        position = start + length
        let type = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - $0 * 8)) }, as: UTF8.self)
        return Box(type: type, body: HEIFBoxReader(bytes, start + header..<start + length))
    }

    /// The first box of a type among the next ones.
    func first(_ type: String) -> HEIFBoxReader? {
        var reader = self
        while let box = reader.next() {
            if box.type == type { return box.body }
        }
        return nil
    }
}

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
