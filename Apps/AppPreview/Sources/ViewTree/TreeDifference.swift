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
