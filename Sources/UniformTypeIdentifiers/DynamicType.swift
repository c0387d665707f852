import Foundation

/// A type for a tag that no known type has. Its identifier holds all there is to know: the tag in hexadecimal digits, its class, and what it
/// conforms to. UNKNOWN: Apple's coding is not documented; programs can only compare and keep identifiers.
struct DynamicType {
    private static let prefix = "dyn.pinhole."
    private static let classes: [(name: String, tagClass: UTTagClass)] = [
        ("e", .filenameExtension), ("m", .mimeType),
    ]

    let tag: String
    let tagClass: UTTagClass
    let supertype: UTType?

    init(tag: String, tagClass: UTTagClass, supertype: UTType?) {
        self.tag = tag
        self.tagClass = tagClass
        self.supertype = supertype
    }

    /// - Returns: nil if the identifier is not one of a dynamic type.
    init?(identifier: String) {
        guard identifier.hasPrefix(Self.prefix) else { return nil }
        let parts = identifier.dropFirst(Self.prefix.count).split(separator: ".", maxSplits: 2)
        guard
            parts.count >= 2, let tag = Self.decode(parts[1]),
            let tagClass = Self.classes.first(where: { $0.name == parts[0] })?.tagClass
        else { return nil }
        self.tag = tag
        self.tagClass = tagClass
        let supertype = parts.count == 3 ? String(parts[2]) : nil
        // A dynamic type conforms to known ones only: an identifier cannot name one within another without end.
        self.supertype = supertype.flatMap { TypeRecord.table[$0] == nil ? nil : UTType(known: $0) }
    }

    /// The type's identifier.
    var identifier: String {
        let name = Self.classes.first { $0.tagClass == tagClass }?.name ?? "e"
        let digits = tag.utf8.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        return Self.prefix + name + "." + digits + (supertype.map { "." + $0.identifier } ?? "")
    }

    private static func decode(_ digits: Substring) -> String? {
        let values = digits.map(\.hexDigitValue)
        guard values.count % 2 == 0, !values.contains(nil) else { return nil }
        let numbers = values.compactMap { $0 }
        let bytes = stride(from: 0, to: numbers.count, by: 2).map { UInt8(numbers[$0] << 4 | numbers[$0 + 1]) }
        return String(validating: bytes, as: UTF8.self)
    }
}
