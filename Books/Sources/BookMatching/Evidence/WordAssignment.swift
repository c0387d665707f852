/// Which wanted words were found, and as what; each letter stands for one word.
struct WordAssignment {
    /// A wanted word that may be a word that was read.
    struct Match {
        var value: Double
        var wanted: Int
        /// The token's index.
        var token: Int
        var line: Int
        var letters: Range<Int>
        var likeness: Double

        /// The most valuable first; of equals the wanted word that comes first, then the place on the shelf.
        static func precedes(_ a: Self, _ b: Self) -> Bool {
            if a.value != b.value { return a.value > b.value }
            return (a.wanted, a.line, a.letters.lowerBound, a.token)
                < (b.wanted, b.line, b.letters.lowerBound, b.token)
        }
    }

    /// For each wanted word the match's index.
    private(set) var found: [Int?]
    private(set) var worth = 0.0

    /// The best matches of some lines.
    /// - Parameters:
    ///   - matches: the most valuable first.
    ///   - count: how many words are wanted.
    ///   - taken: is emptied, and then holds the letters of the words that were found.
    init(_ matches: [Match], lines: Set<Int>, count: Int, marks taken: inout LetterMarks) {
        found = [Int?](repeating: nil, count: count)
        taken.clear()
        for (index, match) in matches.enumerated() where found[match.wanted] == nil && lines.contains(match.line) {
            guard !taken.contains(any: match.letters) else { continue }
            taken.insert(match.letters)
            found[match.wanted] = index
            worth += match.value
        }
    }
}

/// A set of a shelf's letters that is emptied at once.
struct LetterMarks {
    private var stamps: [Int32]
    private var stamp: Int32 = 1

    /// - Parameter count: how many letters there are.
    init(count: Int) {
        stamps = [Int32](repeating: 0, count: count)
    }

    mutating func clear() {
        stamp += 1
    }

    mutating func insert(_ letters: Range<Int>) {
        for letter in letters { stamps[letter] = stamp }
    }

    func contains(_ letter: Int) -> Bool { stamps[letter] == stamp }

    func contains(any letters: Range<Int>) -> Bool { letters.contains { stamps[$0] == stamp } }
}
