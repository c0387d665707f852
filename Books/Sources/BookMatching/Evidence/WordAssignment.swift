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

/// A word that may stand in a line. Each letter stands for one word only.
struct SpineToken {
    /// Its number in the shelf's table of words.
    let word: Int
    let line: Int
    /// Its letters, counted without blanks through all lines of the shelf.
    let letters: Range<Int>
    /// Which ends of the line it touches.
    let ends: WordLikeness.Ends
    /// Whether it is joined of several words that were read, or a part of one.
    let isPieced: Bool

    private static let leastJoined = 4
    private static let longestJoined = 4
    private static let leastSplit = 5

    /// Whether the picture's edge or a label may hide the rest of a wanted word.
    func mayBeCut(_ read: ComparableWord, from wanted: ComparableWord) -> Bool {
        read.count < wanted.count
            && ((ends.contains(.end) && wanted.scalars.starts(with: read.scalars))
                || (ends.contains(.start) && wanted.scalars.reversed().starts(with: read.scalars.reversed())))
    }

    /// The words of a line; neighbours joined ("tor ugas"); unknown ones taken apart ("delayer").
    /// - Parameter first: the number of the line's first letter.
    static func all(of read: [String], line: Int, first: Int, _ table: WordTable) throws -> [SpineToken] {
        let counts = read.map(\.unicodeScalars.count)
        let starts = counts.reduce(into: [first]) { $0.append($0[$0.count - 1] + $1) }
        func token(_ word: String, _ letters: Range<Int>, isPieced: Bool) throws -> SpineToken {
            var ends: WordLikeness.Ends = []
            if letters.lowerBound == first { ends.insert(.start) }
            if letters.upperBound == starts[read.count] { ends.insert(.end) }
            let number = try table.number(of: word)
            return SpineToken(word: number, line: line, letters: letters, ends: ends, isPieced: isPieced)
        }
        var tokens = try read.indices.map { try token(read[$0], starts[$0]..<starts[$0 + 1], isPieced: false) }
        for index in read.indices {
            for count in 2...3 where index + count <= read.count {
                let letters = starts[index]..<starts[index + count]
                let areShort = counts[index..<index + count].allSatisfy { $0 <= longestJoined }
                guard letters.count >= leastJoined, count == 2 || areShort else { continue }
                tokens.append(try token(read[index..<index + count].joined(), letters, isPieced: true))
            }
            guard counts[index] >= leastSplit, try table.frequency(read[index]) == 0 else { continue }
            var start = starts[index]
            for piece in try table.split(read[index]) {
                let end = start + piece.unicodeScalars.count
                tokens.append(try token(piece, start..<end, isPieced: true))
                start = end
            }
        }
        return tokens
    }
}
