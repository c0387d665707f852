/// What somebody did to an element, or, with the identity 0, to the phone.
public struct ViewEvent: Sendable, Equatable, Codable {
    public var id: ElementID
    /// `tap`, `longPress`, `drag`, `pinch`, `value`, `submit`, `size`, `scroll`; `scene`, `environment`, `hardware`.
    public var event: String
    public var value: EventValue

    public init(id: ElementID, event: String, value: EventValue = .null) {
        self.id = id
        self.event = event
        self.value = value
    }

    private enum CodingKeys: String, CodingKey {
        case id, event, value
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(ElementID.self, forKey: .id)
        event = try values.decode(String.self, forKey: .event)
        value = try values.decodeIfPresent(EventValue.self, forKey: .value) ?? .null
    }
}

/// A value of JSON, as events carry it.
public enum EventValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([EventValue])
    case object([String: EventValue])
}

extension EventValue {
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    public var number: Double? {
        if case .number(let value) = self, value.isFinite { value } else { nil }
    }

    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// A member of an object; null where there is none.
    public subscript(name: String) -> EventValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }
}

extension EventValue: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(dictionaryLiteral elements: (String, EventValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension EventValue: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([EventValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: EventValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
