import FoundationExtras

/// A key of timed metadata: a key space and bytes in it, written as an identifier `space/key`.
struct MetadataKey: Equatable {
    var space: FourCharCode
    var value: Data

    /// Reads an identifier; bytes that are not plain characters are written `%A9`.
    init?(identifier: String) {
        guard let slash = identifier.firstIndex(of: "/") else { return nil }
        let head = Array(identifier[..<slash].utf8)
        guard head.count == 4, let bytes = Self.decoded(identifier[identifier.index(after: slash)...]) else {
            return nil
        }
        space = head.reduce(0) { $0 << 8 | FourCharCode($1) }
        value = bytes
    }

    /// Reads a key of a key table.
    init?(_ dictionary: CFDictionary) {
        guard let space = dictionary.object(forKey: kCMMetadataFormatDescriptionKey_Namespace) as? NSNumber,
            let value = dictionary.object(forKey: kCMMetadataFormatDescriptionKey_Value) as? Data
        else { return nil }
        self.space = space.uint32Value
        self.value = value
    }

    var identifier: String {
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: space >> $0) }
        return String(decoding: head, as: Unicode.UTF8.self) + "/" + value.map(Self.encoded).joined()
    }

    private static func encoded(_ byte: UInt8) -> String {
        let isPlain = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "/")
        return isPlain ? String(UnicodeScalar(byte)) : "%" + String(format: "%02X", byte)
    }

    private static func decoded(_ text: Substring) -> Data? {
        var bytes = Data()
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
