/// The whole shelf against the catalogue at once: the best evidence first, and what it explains no other book may use.
struct ShelfMatcher {
    private(set) var rating: SpineRating

    init(_ rating: SpineRating) {
        self.rating = rating
    }

    /// The books that were found, the surest first.
    mutating func match() throws -> [BookEvidence] {
        let nothing = LetterMarks(count: rating.letterCount)
        var all: [BookEvidence] = []
        for seed in rating.shelf.lines.indices where !rating.shelf.lines[seed].words.isEmpty {
            for book in try rating.candidates(around: seed) {
                guard let evidence = try rating.evidence(for: book, at: seed, blocked: nothing), evidence.isPlausible
                else { continue }
                all.append(evidence)
            }
        }
        return try choose(from: all).map { chosen in
            var chosen = chosen
            chosen.rival = rival(of: chosen, among: all)
            return chosen
        }
    }

    private mutating func choose(from all: [BookEvidence]) throws -> [BookEvidence] {
        var waiting = all
        // How many books were chosen when the evidence was last looked at.
        var looked = [Int](repeating: 0, count: all.count)
        var queue = PriorityQueue(all.indices.map { (all[$0].score, $0) })
        var chosen: [BookEvidence] = []
        var touched: Set<Int> = []
        var blocked = LetterMarks(count: rating.letterCount)
        while let index = queue.popGreatest() {
            let evidence = waiting[index]
            if looked[index] < chosen.count {
                looked[index] = chosen.count
                if isTouched(evidence, blocked, touched) {
                    let again = try rating.evidence(for: evidence.book, at: evidence.seed, blocked: blocked)
                    guard let again, again.isPlausible else { continue }
                    waiting[index] = again
                    queue.insert(again.score, index)
                    continue
                }
            }
            guard !isTwin(evidence, of: chosen) else { continue }
            chosen.append(evidence)
            touched.formUnion(evidence.lines)
            for letters in evidence.letters { blocked.insert(letters) }
        }
        return chosen
    }

    private func isTouched(_ evidence: BookEvidence, _ blocked: LetterMarks, _ touched: Set<Int>) -> Bool {
        touched.contains(evidence.seed)
            || rating.shelf.neighbours[evidence.seed].contains { touched.contains($0.line) }
            || evidence.letters.contains(where: blocked.contains(any:))
    }

    /// Whether it is a book that was already found on this spine. Two copies side by side both show title and author.
    private func isTwin(_ evidence: BookEvidence, of chosen: [BookEvidence]) -> Bool {
        chosen.contains { other in
            other.book == evidence.book
                && other.lines.contains { line in
                    guard line != evidence.seed else { return true }
                    guard let relation = rating.shelf.relation(of: evidence.seed, to: line) else { return false }
                    return !(evidence.isWhole && relation.kind == .stack)
                }
        }
    }

    /// The score of the best other work whose title uses a letter that this one's title uses.
    private func rival(of chosen: BookEvidence, among all: [BookEvidence]) -> Double {
        let work = rating.books[chosen.book].work
        var best = 0.0
        for other in all where other.score > best && rating.books[other.book].work != work {
            let shares = other.titleLetters.contains { letters in
                chosen.titleLetters.contains { $0.overlaps(letters) }
            }
            if shares { best = other.score }
        }
        return best
    }
}

/// Numbers by what they are worth; of equals the smaller number comes first.
private struct PriorityQueue {
    private var heap: [(value: Double, number: Int)] = []

    init(_ elements: [(Double, Int)]) {
        for (value, number) in elements { insert(value, number) }
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        heap[a].value == heap[b].value ? heap[a].number < heap[b].number : heap[a].value > heap[b].value
    }

    mutating func insert(_ value: Double, _ number: Int) {
        heap.append((value, number))
        var child = heap.count - 1
        while child > 0, precedes(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popGreatest() -> Int? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.number }
        heap[0] = last
        var parent = 0
        while true {
            var best = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, best) {
                best = child
            }
            if best == parent { return first.number }
            heap.swapAt(parent, best)
            parent = best
        }
    }
}
