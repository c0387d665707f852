import Foundation
import Testing
import ViewTree

@Suite struct TreeDifferenceTests {
    private func element(_ id: Int, _ children: [Element] = []) -> Element {
        Element(id: id, tag: "div", children: children)
    }

    @Test func equalTreesNeedNothing() {
        let tree = element(1, [element(2), element(3)])
        #expect(TreeDifference.changes(from: tree, to: tree).isEmpty)
    }

    @Test func aFirstTreeIsOneInsertion() {
        let tree = element(1, [element(2)])
        #expect(TreeDifference.changes(from: nil, to: tree) == [.insert(parent: 0, index: 0, element: tree)])
    }

    @Test func anAttributeThatChangesIsTheOnlyOneSent() {
        var old = element(1)
        old.attributes = ["a": "1", "b": "2", "c": "3"]
        var new = old
        new.attributes = ["a": "1", "b": "4"]
        #expect(TreeDifference.changes(from: old, to: new) == [.set(1, ["b": "4", "c": nil])])
    }

    @Test func aTextThatChangesIsSentAlone() {
        let old = element(1, [Element(id: 2, tag: "span", text: "a"), element(3)])
        let new = element(1, [Element(id: 2, tag: "span", text: "b"), element(3)])
        #expect(TreeDifference.changes(from: old, to: new) == [.text(2, "b")])
    }

    @Test func listenersAreSentWhenTheyChange() {
        var new = element(1)
        new.events = ["tap"]
        #expect(TreeDifference.changes(from: element(1), to: new) == [.listen(1, ["tap"])])
    }

    @Test func oneRowThatMovesIsOneMove() {
        let old = element(1, (2...9).map { element($0) })
        let new = element(1, [9, 2, 3, 4, 5, 6, 7, 8].map { element($0) })
        #expect(TreeDifference.changes(from: old, to: new) == [.move(9, parent: 1, index: 0)])
    }

    @Test func theFirstRowThatGoesToTheEndIsOneMove() {
        let old = element(1, (2...9).map { element($0) })
        let new = element(1, [3, 4, 5, 6, 7, 8, 9, 2].map { element($0) })
        #expect(TreeDifference.changes(from: old, to: new) == [.move(2, parent: 1, index: 7)])
    }

    @Test func aRowBetweenOthersIsOneInsertion() {
        let old = element(1, [element(2), element(4)])
        let new = element(1, [element(2), element(3), element(4)])
        #expect(TreeDifference.changes(from: old, to: new) == [.insert(parent: 1, index: 1, element: element(3))])
    }

    /// What is inserted before it is removed elsewhere would be two elements of one number.
    @Test(arguments: [true, false]) func anElementGetsAnotherParent(goesForward: Bool) throws {
        let first = element(1, [element(2, [element(4, [element(5)])]), element(3)])
        let second = element(1, [element(2), element(3, [element(4, [element(5)])])])
        let (old, new) = goesForward ? (first, second) : (second, first)
        var copy = TreeCopy([old])
        try copy.apply(TreeDifference.changes(from: old, to: new))
        #expect(copy.roots == [new])
    }

    @Test func anElementOfAnotherTagIsReplaced() {
        let old = element(1, [element(2)])
        let new = element(1, [Element(id: 2, tag: "button")])
        #expect(
            TreeDifference.changes(from: old, to: new) == [
                .remove(2), .insert(parent: 1, index: 0, element: Element(id: 2, tag: "button")),
            ]
        )
    }

    /// Any tree becomes any other by the changes between them, and what a browser gets over the wire does the same.
    @Test(arguments: 0..<300) func changesMakeOneTreeTheOther(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        var old = random.tree()
        var copy = TreeCopy()
        try copy.apply(TreeDifference.changes(from: nil, to: old))
        for _ in 0..<8 {
            let new = random.variation(of: old)
            let update = TreeUpdate(render: 1, changes: TreeDifference.changes(from: old, to: new))
            let sent = try JSONDecoder().decode(TreeUpdate.self, from: JSONEncoder().encode(update))
            #expect(sent == update)
            try copy.apply(sent.changes)
            #expect(copy.roots.map(\.normalized) == [new.normalized], "seed \(seed)")
            let again = copy.roots[0]
            #expect(TreeDifference.changes(from: again.normalized, to: new.normalized).isEmpty)
            old = new
        }
    }

    /// Nobody is moved who could have stayed: moves and insertions are no more than what is out of order or new.
    @Test(arguments: 0..<200) func noMoreRowsAreMovedThanHaveTo(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        let before = Array(1...Int.random(in: 1...9, using: &random)).shuffled(using: &random)
        let after = before.shuffled(using: &random)
        let changes = TreeDifference.changes(
            from: element(100, before.map { element($0) }),
            to: element(100, after.map { element($0) })
        )
        #expect(changes.count == before.count - longestCommonRun(before, after))
        var copy = TreeCopy([element(100, before.map { element($0) })])
        try copy.apply(changes)
        #expect(copy.roots[0].children.map(\.id) == after)
    }

    /// The longest common subsequence, found by trying all.
    private func longestCommonRun(_ first: [Int], _ second: [Int]) -> Int {
        guard let head = first.first else { return 0 }
        let without = longestCommonRun(Array(first.dropFirst()), second)
        guard let index = second.firstIndex(of: head) else { return without }
        return max(without, 1 + longestCommonRun(Array(first.dropFirst()), Array(second[(index + 1)...])))
    }
}

extension Element {
    /// An empty text is none, as in a browser.
    fileprivate var normalized: Element {
        var element = self
        if element.text?.isEmpty == true { element.text = nil }
        element.children = children.map(\.normalized)
        return element
    }
}

/// Random trees, the same for the same seed.
private struct Random: RandomNumberGenerator {
    private var state: UInt64
    private var lastID = 0

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    mutating func tree(depth: Int = 3) -> Element {
        lastID += 1
        var element = Element(id: lastID, tag: ["div", "span", "button"].randomElement(using: &self) ?? "div")
        change(&element)
        if depth > 0, element.text == nil {
            element.children = (0..<Int.random(in: 0...4, using: &self)).map { _ in tree(depth: depth - 1) }
        }
        return element
    }

    private mutating func change(_ element: inout Element) {
        for name in ["class", "style", "role"] where chance(0.3) {
            element.attributes[name] = chance(0.3) ? nil : "\(Int.random(in: 0...3, using: &self))"
        }
        if chance(0.2) { element.events = chance(0.5) ? ["tap"] : [] }
        if element.children.isEmpty, chance(0.3) {
            element.text = chance(0.2) ? nil : "\(Int.random(in: 0...3, using: &self))"
        }
    }

    /// A child takes a grandchild of another child's, or the element itself does.
    private mutating func adopt(in element: inout Element) {
        guard element.children.count > 1, element.text == nil else { return }
        let from = element.children.indices.randomElement(using: &self) ?? 0
        guard let index = element.children[from].children.indices.randomElement(using: &self) else { return }
        let child = element.children[from].children.remove(at: index)
        let to = element.children.indices.randomElement(using: &self) ?? 0
        if element.children[to].text == nil {
            element.children[to].children.append(child)
        } else {
            element.children.append(child)
        }
    }

    /// A tree in which some elements went, came, changed, moved.
    mutating func variation(of old: Element) -> Element {
        var element = old
        if chance(0.2) { change(&element) }
        element.children = element.children.filter { _ in !chance(0.15) }.map { variation(of: $0) }
        if chance(0.2) { adopt(in: &element) }
        if chance(0.3) { element.children.shuffle(using: &self) }
        if chance(0.2), element.text == nil {
            element.children.insert(tree(depth: 1), at: Int.random(in: 0...element.children.count, using: &self))
        }
        // The root stays what it is; others may become elements of another kind under their number.
        if chance(0.05), lastID > 0 { element.tag = ["div", "span", "button"].randomElement(using: &self) ?? "div" }
        return element
    }
}
