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
