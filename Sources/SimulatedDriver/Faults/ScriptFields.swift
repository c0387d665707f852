/// A key of any name.
struct ScriptKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// Reads the fields of a script's event, remembering which there may be.
struct ScriptFields {
    private let container: KeyedDecodingContainer<ScriptKey>
    private var known: [String] = []

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: ScriptKey.self)
    }

    /// Whether a field is given.
    func has(_ name: String) -> Bool { container.contains(ScriptKey(name)) }

    /// A number in a range; the default, or an error, when it is not given.
    mutating func number(_ name: String, _ range: ClosedRange<Double>, default value: Double? = nil) throws -> Double {
        guard let number = try optionalNumber(name, range) ?? value else {
            throw missing(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number in a range, if it is given.
    mutating func optionalNumber(_ name: String, _ range: ClosedRange<Double>) throws -> Double? {
        known.append(name)
        let allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
        guard has(name) else { return nil }
        guard let number = try? container.decode(Double.self, forKey: ScriptKey(name)), range.contains(number) else {
            throw wrong(name, allowed)
        }
        return number
    }

    /// A whole number in a range.
    mutating func integer(_ name: String, _ range: ClosedRange<Int>, default value: Int? = nil) throws -> Int {
        known.append(name)
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard has(name) else {
            if let value { return value }
            throw missing(name, allowed)
        }
        guard let number = try? container.decode(Int.self, forKey: ScriptKey(name)), range.contains(number) else {
            throw wrong(name, allowed)
        }
        return number
    }

    /// A whole number in a range, if it is given.
    mutating func optionalInteger(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        known.append(name)
        return has(name) ? try integer(name, range) : nil
    }

    /// A text, if it is given.
    mutating func optionalText(_ name: String) throws -> String? {
        known.append(name)
        guard has(name) else { return nil }
        guard let text = try? container.decode(String.self, forKey: ScriptKey(name)) else {
            throw wrong(name, "a text")
        }
        return text
    }

    /// A value that has a word.
    mutating func word<Value>(_ name: String, _ words: [(String, Value)], default value: Value? = nil) throws -> Value {
        let allowed = "one of " + words.map { "\"\($0.0)\"" }.joined(separator: ", ")
        guard let text = try optionalText(name) else {
            if let value { return value }
            throw missing(name, allowed)
        }
        guard let match = words.first(where: { $0.0 == text }) else { throw wrong(name, allowed) }
        return match.1
    }

    /// Refuses fields that nobody has asked for.
    func finish() throws {
        for key in container.allKeys where !known.contains(key.stringValue) {
            throw wrong(
                key.stringValue,
                "no such field; there may be " + known.sorted().joined(separator: ", "),
                isValue: false
            )
        }
    }

    /// The error for a field that is there and not right.
    func wrong(_ name: String, _ allowed: String, isValue: Bool = true) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: container.codingPath + [ScriptKey(name)],
                debugDescription: isValue ? "must be \(allowed)" : allowed
            )
        )
    }

    private func missing(_ name: String, _ allowed: String) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: container.codingPath,
                debugDescription: "the field \"\(name)\" is missing; it must be \(allowed)"
            )
        )
    }
}
