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
