import Foundation

/// A type of files and data, named by an identifier.
///
/// The types here are those of what cameras, photo apps and their neighbours write and read, with the identifiers, extensions, MIME types
/// and relations that Apple documents. An extension or MIME type that no type here has gives a dynamic type, as it does there.
public struct UTType: Hashable, Sendable {
    /// The type's identifier, such as `public.jpeg`.
    public let identifier: String

    init(known identifier: String) {
        self.identifier = identifier
    }

    /// The type of an identifier.
    ///
    /// - Returns: nil if the type is neither known nor dynamic.
    public init?(_ identifier: String) {
        let identifier = identifier.lowercased()
        guard TypeRecord.table[identifier] != nil || DynamicType(identifier: identifier) != nil else { return nil }
        self.identifier = identifier
    }

    /// The type of files whose names end in a way.
    ///
    /// - Parameters:
    ///   - filenameExtension: without the dot; capital letters do not count.
    ///   - supertype: what the type must conform to.
    /// - Returns: a dynamic type if none is known; nil if the extension cannot be one.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: such as `image/jpeg`; capital letters do not count.
    ///   - supertype: what the type must conform to.
    /// - Returns: a dynamic type if none is known.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The type that something else names.
    ///
    /// - Returns: a dynamic type if none is known; nil for an empty tag.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let tag = tag.lowercased()
        let isPlain = !tag.contains { $0.isWhitespace || ($0 == "." && tagClass == .filenameExtension) }
        guard !tag.isEmpty, tag.utf8.count <= 255, isPlain else { return nil }
        let found = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first
        self = found ?? UTType(known: DynamicType(tag: tag, tagClass: tagClass, supertype: supertype).identifier)
    }

    /// A type that the app declares.
    ///
    /// DEVIATION: what a program's Info.plist says of its types is not read: a type that is not known here conforms to `parentType`, or to
    /// data, and has no extension.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(declared: identifier, parentType)
    }

    /// A type that another app declares; as with ``init(exportedAs:conformingTo:)``.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(declared: identifier, parentType)
    }

    private init(declared identifier: String, _ parentType: UTType?) {
        let identifier = identifier.lowercased()
        self.identifier = identifier
        guard TypeRecord.table[identifier] == nil else { return }
        DeclaredTypes.shared.declare(identifier, parent: parentType ?? .data)
    }

    /// All known types that something else names, the most usual first.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let tag = tag.lowercased()
        return TypeRecord.all.filter { $0.tags(tagClass).contains(tag) }
            .map { UTType(known: $0.identifier) }
            .filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    }

    // MARK: Names

    /// How names of the type's files usually end, without the dot.
    public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

    /// The type's usual MIME type.
    public var preferredMIMEType: String? { tags[.mimeType]?.first }

    /// What else names the type.
    public var tags: [UTTagClass: [String]] {
        if let dynamic = DynamicType(identifier: identifier) { return [dynamic.tagClass: [dynamic.tag]] }
        guard let record = TypeRecord.table[identifier] else { return [:] }
        var tags: [UTTagClass: [String]] = [:]
        for tagClass in [UTTagClass.filenameExtension, .mimeType] where !record.tags(tagClass).isEmpty {
            tags[tagClass] = record.tags(tagClass)
        }
        return tags
    }

    /// What the type is called, in English.
    public var localizedDescription: String? { TypeRecord.table[identifier]?.summary }

    /// The type's version: never known.
    public var version: Int? { nil }

    /// Where the type is described: never known.
    public var referenceURL: URL? { nil }

    /// Whether the type stands for a tag that no known type has.
    public var isDynamic: Bool { DynamicType(identifier: identifier) != nil }

    /// Whether the type is known.
    public var isDeclared: Bool { !isDynamic }

    /// Whether the type belongs to nobody.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    // MARK: Relations

    /// All types that this one conforms to, not counting itself.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var waiting = parents
        while let type = waiting.popLast() {
            guard found.insert(type).inserted else { continue }
            waiting += type.parents
        }
        return found
    }

    /// Whether the type is another, or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Whether the type conforms to another.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

    /// Whether another type conforms to this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    private var parents: [UTType] {
        if let dynamic = DynamicType(identifier: identifier) { return dynamic.supertype.map { [$0] } ?? [] }
        if let record = TypeRecord.table[identifier] { return record.parents.map(UTType.init(known:)) }
        return DeclaredTypes.shared.parent(of: identifier).map { [$0] } ?? []
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier, and what kind of type it is.
    public var debugDescription: String { "\(identifier)\(isDynamic ? " (dynamic)" : "")" }
}

extension UTType: Codable {
    /// Reads the identifier.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
