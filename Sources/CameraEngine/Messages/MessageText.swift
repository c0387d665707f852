/// A sentence for people, in English, that other languages can say otherwise: its key for a string catalog, and its values.
///
/// It is written as an ordinary string. What is interpolated becomes a value: `"\(name) was unplugged"` has the key `%@ was unplugged`.
/// Values are texts themselves; a name, or a number, is one that no catalog has.
public struct MessageText: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The sentence, with `%@` in the place of each value, and `%%` for a percent sign. Without values the sentence as it is.
    public let key: String
    /// The values, in the order of their places.
    public let values: [MessageText]

    /// Words without values, which may be a key.
    public init(_ words: String) {
        key = words
        values = []
    }

    public init(stringLiteral words: String) { self.init(words) }

    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.values.isEmpty ? stringInterpolation.words : stringInterpolation.format
        values = stringInterpolation.values
    }

    private init(key: String, values: [MessageText]) {
        self.key = key
        self.values = values
    }

    /// What a text is made of while it is written.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var words = ""
        fileprivate var format = ""
        fileprivate var values: [MessageText] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            format.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            words += literal
            format += MessageText.doublingPercentSigns(literal)
        }

        /// A sentence in the sentence.
        public mutating func appendInterpolation(_ text: MessageText) {
            format += "%@"
            values.append(text)
        }

        /// A name, a number, or what else describes itself.
        public mutating func appendInterpolation(_ value: some Any) {
            appendInterpolation(MessageText(String(describing: value)))
        }
    }

    /// The sentence in English.
    public var description: String {
        guard !values.isEmpty else { return key }
        var rest = values[...]
        return key.split(separator: "%%", omittingEmptySubsequences: false).map { part in
            let pieces = part.split(separator: "%@", omittingEmptySubsequences: false)
            return pieces.dropFirst().reduce(into: String(pieces[0])) { sentence, piece in
                sentence += (rest.popFirst()?.description ?? "") + piece
            }
        }.joined(separator: "%")
    }

    /// Whether there is nothing to say.
    public var isEmpty: Bool { key.isEmpty }

    /// Two sentences, or two parts of one.
    public static func + (first: MessageText, second: MessageText) -> MessageText {
        guard !first.values.isEmpty || !second.values.isEmpty else { return MessageText(first.key + second.key) }
        return MessageText(key: first.format + second.format, values: first.values + second.values)
    }

    private var format: String { values.isEmpty ? Self.doublingPercentSigns(key) : key }

    private static func doublingPercentSigns(_ words: String) -> String {
        words.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }
}

extension MessageText: Codable {
    /// Reads a string, or an array of a key and its values.
    public init(from decoder: any Decoder) throws {
        guard var parts = try? decoder.unkeyedContainer() else {
            self.init(try decoder.singleValueContainer().decode(String.self))
            return
        }
        let key = try parts.decode(String.self)
        var values: [MessageText] = []
        while !parts.isAtEnd { values.append(try parts.decode(MessageText.self)) }
        self.init(key: key, values: values)
    }

    /// Writes a string; with values an array of the key and these.
    public func encode(to encoder: any Encoder) throws {
        guard !values.isEmpty else {
            var container = encoder.singleValueContainer()
            return try container.encode(key)
        }
        var parts = encoder.unkeyedContainer()
        try parts.encode(key)
        for value in values { try parts.encode(value) }
    }
}
