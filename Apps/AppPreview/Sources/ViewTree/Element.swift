/// A number that names an element for as long as it lives. Zero stands for the phone as a whole.
public typealias ElementID = Int

/// What a browser shows: a tag, its attributes, and either text or children.
public struct Element: Sendable, Equatable, Codable {
    /// The same number names the same element in later trees.
    public var id: ElementID
    /// The tag of HTML; it never changes for one `id`.
    public var tag: String
    public var attributes: [String: String]
    /// The events that somebody listens to; those of other elements are not sent up.
    public var events: [String]
    /// Text instead of children.
    public var text: String?
    public var children: [Element]

    public init(
        id: ElementID,
        tag: String,
        attributes: [String: String] = [:],
        events: [String] = [],
        text: String? = nil,
        children: [Element] = []
    ) {
        precondition(text == nil || children.isEmpty, "An element has text or children, not both.")
        self.id = id
        self.tag = tag
        self.attributes = attributes
        self.events = events
        self.text = text
        self.children = children
    }

    private enum CodingKeys: String, CodingKey {
        case id, tag, attributes, events, text, children
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(ElementID.self, forKey: .id)
        tag = try values.decode(String.self, forKey: .tag)
        attributes = try values.decodeIfPresent([String: String].self, forKey: .attributes) ?? [:]
        events = try values.decodeIfPresent([String].self, forKey: .events) ?? []
        text = try values.decodeIfPresent(String.self, forKey: .text)
        children = try values.decodeIfPresent([Element].self, forKey: .children) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(tag, forKey: .tag)
        if !attributes.isEmpty { try values.encode(attributes, forKey: .attributes) }
        if !events.isEmpty { try values.encode(events, forKey: .events) }
        try values.encodeIfPresent(text, forKey: .text)
        if !children.isEmpty { try values.encode(children, forKey: .children) }
    }
}

extension Element {
    /// The element and all below it, parents before their children.
    public var flattened: [Element] {
        var all: [Element] = []
        collect(into: &all)
        return all
    }

    private func collect(into all: inout [Element]) {
        all.append(self)
        for child in children { child.collect(into: &all) }
    }

    /// All text in it, in reading order.
    public var allText: String {
        text ?? children.map(\.allText).joined()
    }
}

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

/// What became of events, for the page that sent them.
public struct EventAnswer: Sendable, Equatable, Codable {
    /// How many of them nobody listened to.
    public var ignored: Int
    /// The number of the last render that the events led to.
    public var render: Int
    /// What the elements whose values were edited show as of that render: the app may have taken another value than it was given,
    /// or none.
    public var values: [ElementID: String]

    /// Makes an answer.
    public init(ignored: Int = 0, render: Int, values: [ElementID: String] = [:]) {
        self.ignored = ignored
        self.render = render
        self.values = values
    }
}
