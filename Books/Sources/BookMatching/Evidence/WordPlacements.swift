/// Where on a shelf a word may stand: each wanted word is compared once with each different word that was read.
struct WordPlacements {
    /// A token that may be the wanted word.
    struct Placement {
        /// The token's index.
        var token: Int
        /// From 0 to 1.
        var likeness: Double
    }

    /// A word that was read, and its tokens that touch the same ends of their lines.
    private struct ReadWord {
        var word: Int
        var comparable: ComparableWord
        var ends: WordLikeness.Ends
        var tokens: [Int]
    }

    private struct Key: Hashable {
        var word: Int
        var ends: WordLikeness.Ends
    }

    private let table: WordTable
    private let read: [ReadWord]
    private var known: [Int: [Placement]] = [:]

    init(_ tokens: [SpineToken], _ table: WordTable) {
        self.table = table
        var read: [ReadWord] = []
        var numbers: [Key: Int] = [:]
        for (index, token) in tokens.enumerated() {
            let key = Key(word: token.word, ends: token.ends)
            if let number = numbers[key] {
                read[number].tokens.append(index)
            } else {
                numbers[key] = read.count
                let comparable = table.comparable(token.word)
                read.append(ReadWord(word: token.word, comparable: comparable, ends: token.ends, tokens: [index]))
            }
        }
        self.read = read
    }

    /// The tokens that may be a word, in the order of the lines.
    mutating func of(_ word: Int) -> [Placement] {
        if let known = known[word] { return known }
        let comparable = table.comparable(word)
        var placements: [Placement] = []
        for entry in read {
            let likeness =
                entry.word == word ? 1 : WordLikeness.of(entry.comparable, comparable, ends: entry.ends)
            if likeness > 0 { placements += entry.tokens.map { Placement(token: $0, likeness: likeness) } }
        }
        placements.sort { $0.token < $1.token }
        known[word] = placements
        return placements
    }
}
