/// One step from a tree to the next. Steps are applied in their order.
public enum TreeChange: Sendable, Equatable {
    /// A new element with all below it, as the child with this index. Parent 0 is what holds the whole tree.
    case insert(parent: ElementID, index: Int, element: Element)
    /// An element goes, and all below it.
    case remove(ElementID)
    /// An element that stays becomes the child with this index, counted after it was taken from where it was.
    case move(ElementID, parent: ElementID, index: Int)
    /// Attributes that are new or different; nil removes one.
    case set(ElementID, [String: String?])
    /// What is listened to from now on.
    case listen(ElementID, [String])
    /// The text of an element without children.
    case text(ElementID, String)
}

/// Changes that belong together, with a number that grows.
public struct TreeUpdate: Sendable, Equatable, Codable {
    public var render: Int
    public var changes: [TreeChange]

    public init(render: Int, changes: [TreeChange]) {
        self.render = render
        self.changes = changes
    }
}

/// An array of mixed values, its kind first: `["move", 7, 3, 0]`.
extension TreeChange: Codable {
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        let kind = try values.decode(String.self)
        switch kind {
        case "insert":
            self = .insert(
                parent: try values.decode(ElementID.self),
                index: try values.decode(Int.self),
                element: try values.decode(Element.self)
            )
        case "remove":
            self = .remove(try values.decode(ElementID.self))
        case "move":
            self = .move(
                try values.decode(ElementID.self),
                parent: try values.decode(ElementID.self),
                index: try values.decode(Int.self)
            )
        case "set":
            self = .set(try values.decode(ElementID.self), try values.decode([String: String?].self))
        case "listen":
            self = .listen(try values.decode(ElementID.self), try values.decode([String].self))
        case "text":
            self = .text(try values.decode(ElementID.self), try values.decode(String.self))
        default:
            throw DecodingError.dataCorruptedError(in: values, debugDescription: "There is no change \"\(kind)\".")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        switch self {
        case .insert(let parent, let index, let element):
            try values.encode("insert")
            try values.encode(parent)
            try values.encode(index)
            try values.encode(element)
        case .remove(let id):
            try values.encode("remove")
            try values.encode(id)
        case .move(let id, let parent, let index):
            try values.encode("move")
            try values.encode(id)
            try values.encode(parent)
            try values.encode(index)
        case .set(let id, let attributes):
            try values.encode("set")
            try values.encode(id)
            try values.encode(attributes)
        case .listen(let id, let events):
            try values.encode("listen")
            try values.encode(id)
            try values.encode(events)
        case .text(let id, let text):
            try values.encode("text")
            try values.encode(id)
            try values.encode(text)
        }
    }
}
