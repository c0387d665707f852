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

/// What has to be done to one tree to make it another.
///
/// Children are matched by their identity. The fewest are moved: those outside of the longest run that is in order already.
public enum TreeDifference {
    /// The changes, for whoever has `old`. Both trees are children of parent 0.
    ///
    /// All removals come first. An element that gets another parent is removed from the one and inserted into the other; its
    /// number stands for one element at any time.
    public static func changes(from old: Element?, to new: Element?) -> [TreeChange] {
        var changes = Changes()
        differ(old.map { [$0] } ?? [], new.map { [$0] } ?? [], parent: 0, into: &changes)
        return changes.removals + changes.others
    }

    private struct Changes {
        var removals: [TreeChange] = []
        var others: [TreeChange] = []

        mutating func append(_ change: TreeChange) {
            if case .remove = change { removals.append(change) } else { others.append(change) }
        }
    }

    private static func differ(_ old: Element, _ new: Element, into changes: inout Changes) {
        if old.attributes != new.attributes {
            var set: [String: String?] = [:]
            for (name, value) in new.attributes where old.attributes[name] != value { set[name] = .some(value) }
            for name in old.attributes.keys where new.attributes[name] == nil { set[name] = .some(nil) }
            changes.append(.set(new.id, set))
        }
        if old.events != new.events { changes.append(.listen(new.id, new.events)) }
        // An element that had text and now has children, or the other way round, loses what it had first.
        if old.text != nil, new.text == nil { changes.append(.text(new.id, "")) }
        if old.children != new.children { differ(old.children, new.children, parent: new.id, into: &changes) }
        if let text = new.text, old.text != text { changes.append(.text(new.id, text)) }
    }

    private static func differ(
        _ old: [Element],
        _ new: [Element],
        parent: ElementID,
        into changes: inout Changes
    ) {
        let oldByID = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let newByID = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        // An element of another tag is another element, whatever its number.
        func stays(_ element: Element) -> Bool {
            guard let before = oldByID[element.id], let after = newByID[element.id] else { return false }
            return before.tag == after.tag
        }
        for element in old where !stays(element) { changes.append(.remove(element.id)) }
        var present = old.filter(stays).map(\.id)
        let inOrder = longestOrdered(present, in: new.map(\.id))
        // Each comes right behind the one before it. Those that are still to be moved may stand between until their turn.
        var end = 0
        for element in new {
            if !stays(element) {
                present.insert(element.id, at: end)
                changes.append(.insert(parent: parent, index: end, element: element))
            } else if !inOrder.contains(element.id), let place = present.firstIndex(of: element.id) {
                present.remove(at: place)
                if place < end { end -= 1 }
                present.insert(element.id, at: end)
                changes.append(.move(element.id, parent: parent, index: end))
            } else if let place = present[end...].firstIndex(of: element.id) {
                end = place
            }
            end += 1
            if stays(element), let before = oldByID[element.id], before != element {
                differ(before, element, into: &changes)
            }
        }
    }

    /// The largest set of elements that are in the same order before and after.
    private static func longestOrdered(_ old: [ElementID], in new: [ElementID]) -> Set<ElementID> {
        let places = Dictionary(new.enumerated().map { ($1, $0) }) { first, _ in first }
        let sequence = old.compactMap { places[$0] }
        // Patience sorting: the ends of the best runs of each length, and for each element the one before it.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: sequence.count)
        for (index, place) in sequence.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if sequence[ends[middle]] < place { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var run: Set<ElementID> = []
        var next = ends.last
        while let index = next {
            run.insert(new[sequence[index]])
            next = previous[index]
        }
        return run
    }
}

/// A copy of a tree that changes are applied to, as a browser does.
public struct TreeCopy: Sendable, Equatable {
    /// Why a change cannot be applied.
    public enum Fault: Error, Equatable {
        case missing(ElementID)
        case badIndex(Int, parent: ElementID)
        case duplicate(ElementID)
        case textWithChildren(ElementID)
    }

    /// The children of parent 0.
    public private(set) var roots: [Element]

    public init(_ roots: [Element] = []) {
        self.roots = roots
    }

    public mutating func apply(_ changes: [TreeChange]) throws {
        for change in changes { try apply(change) }
    }

    public mutating func apply(_ change: TreeChange) throws {
        switch change {
        case .insert(let parent, let index, let element):
            for new in element.flattened where find(new.id) != nil { throw Fault.duplicate(new.id) }
            try insert(element, parent, index)
        case .remove(let id):
            _ = try detach(id)
        case .move(let id, let parent, let index):
            try insert(detach(id), parent, index)
        case .set(let id, let attributes):
            try edit(id) { element in
                for (name, value) in attributes { element.attributes[name] = value }
            }
        case .listen(let id, let events):
            try edit(id) { $0.events = events }
        case .text(let id, let text):
            try edit(id) { element in
                guard element.children.isEmpty else { throw Fault.textWithChildren(id) }
                element.text = text
            }
        }
    }

    private mutating func insert(_ element: Element, _ parent: ElementID, _ index: Int) throws {
        func insert(into children: inout [Element]) throws {
            guard (0...children.count).contains(index) else { throw Fault.badIndex(index, parent: parent) }
            children.insert(element, at: index)
        }
        if parent == 0 {
            try insert(into: &roots)
        } else {
            try edit(parent) { parent in
                if parent.text?.isEmpty == true { parent.text = nil }
                guard parent.text == nil else { throw Fault.textWithChildren(parent.id) }
                try insert(into: &parent.children)
            }
        }
    }

    private mutating func detach(_ id: ElementID) throws -> Element {
        func detach(from children: inout [Element]) -> Element? {
            if let index = children.firstIndex(where: { $0.id == id }) { return children.remove(at: index) }
            for index in children.indices {
                if let detached = detach(from: &children[index].children) { return detached }
            }
            return nil
        }
        guard let detached = detach(from: &roots) else { throw Fault.missing(id) }
        return detached
    }

    private mutating func edit(_ id: ElementID, _ change: (inout Element) throws -> Void) throws {
        func edit(_ children: inout [Element]) throws -> Bool {
            for index in children.indices {
                if children[index].id == id {
                    try change(&children[index])
                    return true
                }
                if try edit(&children[index].children) { return true }
            }
            return false
        }
        guard try edit(&roots) else { throw Fault.missing(id) }
    }

    /// The element with a number.
    public func find(_ id: ElementID) -> Element? {
        roots.lazy.flatMap(\.flattened).first { $0.id == id }
    }
}
