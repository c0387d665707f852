/// What stands in a line and may remain unexplained by the books that were found: its words, and the bits of each.
struct LineRemainder {
    private struct Word {
        var letters: Range<Int>
        var bits: Double
        /// Whether a part of the word counts as much as the whole.
        var isVolume: Bool
    }

    private let words: [Word]

    private static let volumeWords: Set<String> = ["ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii"]
    private static let volumeBits = 5.0
    private static let bitsPerLetter = 1.8
    private static let mostBits = 14.0

    /// - Parameter first: the number of the line's first letter.
    init(_ line: SpineLine, first: Int, _ table: WordTable) throws {
        let sure = max(0, min(1, (line.confidence - 0.5) * 2))
        let isNoise = line.words.allSatisfy(SpineNoise.words.contains)
        var start = first
        var words: [Word] = []
        for (index, word) in line.words.enumerated() {
            let count = word.unicodeScalars.count
            let letters = start..<start + count
            start = letters.upperBound
            let isOuter = index == 0 || index == line.words.count - 1 || isNoise
            if isOuter, SpineNoise.words.contains(word) { continue }
            if Self.volumeWords.contains(word) || (word.isNumber && count <= 2) {
                words.append(Word(letters: letters, bits: Self.volumeBits * sure, isVolume: true))
            } else if count >= 2, !word.isNumber {
                let bits = table.bits(try table.number(of: word))
                let most = min(bits, Self.bitsPerLetter * Double(count), Self.mostBits)
                words.append(Word(letters: letters, bits: most * sure, isVolume: false))
            }
        }
        self.words = words
    }

    /// The bits of what is free of a line's letters.
    func bits(isFree: (Int) -> Bool) -> Double {
        words.reduce(0) { total, word in
            let free = word.letters.count(where: isFree)
            if word.isVolume { return total + (free > 0 ? word.bits : 0) }
            return total + word.bits * Double(free) / Double(word.letters.count)
        }
    }
}
