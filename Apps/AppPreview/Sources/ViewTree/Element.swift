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
