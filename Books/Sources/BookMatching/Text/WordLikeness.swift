/// How well a word that was read stands for one of the catalogue.
enum WordLikeness {
    /// Where a read word touches an end of its line, and may go on beyond it.
    struct Ends: OptionSet, Hashable {
        let rawValue: UInt8
        static let start = Ends(rawValue: 1)
        static let end = Ends(rawValue: 2)
    }

    private static let lookalike = 0.97
    private static let edit = 1.5
    private static let part = 0.9
    private static let least = 0.4

    /// From 0, not at all, to 1, the same word.
    static func of(_ read: ComparableWord, _ word: ComparableWord, ends: Ends) -> Double {
        if read.count == word.count, read.plainStrokes == word.plainStrokes {
            return read.scalars == word.scalars ? 1 : lookalike
        }
        guard word.count >= 4, read.count >= 3 else { return 0 }
        let quality = max(whole(read, word), cut(read, word, ends))
        return quality >= least ? quality : 0
    }

    private static func whole(_ read: ComparableWord, _ word: ComparableWord) -> Double {
        let most = word.count / 3
        guard read.letters.leastDistance(to: word.letters) <= most,
            let distance = EditDistance.between(read.scalars[...], word.scalars[...], most: most)
        else { return 0 }
        return 1 - edit * Double(distance) / Double(word.count)
    }

    /// A word of which the end of the line hides a part.
    private static func cut(_ read: ComparableWord, _ word: ComparableWord, _ ends: Ends) -> Double {
        guard !ends.isEmpty, read.count >= 4, read.count < word.count else { return 0 }
        let most = read.count / 5
        guard read.letters.lacking(in: word.letters) <= most else { return 0 }
        let isHead =
            ends.contains(.end)
            && EditDistance.between(read.scalars[...], word.scalars.prefix(read.count), most: most) != nil
        let isPart =
            isHead
            || ends.contains(.start)
                && EditDistance.between(read.scalars[...], word.scalars.suffix(read.count), most: most) != nil
        return isPart ? part * Double(read.count) / Double(word.count) : 0
    }
}

/// A folded word, prepared for being compared with many others.
struct ComparableWord {
    let scalars: [Unicode.Scalar]
    let letters: LetterSet
    /// The word with letters that look alike made equal.
    let plainStrokes: [Unicode.Scalar]

    init(_ word: String) {
        scalars = Array(word.unicodeScalars)
        letters = LetterSet(scalars)
        plainStrokes = scalars.map(Self.plainStroke)
    }

    var count: Int { scalars.count }

    /// The same sign for those that are one stroke, and for those that are a ring.
    private static func plainStroke(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "i", "1", "|": "l"
        case "0": "o"
        default: scalar
        }
    }
}

/// How many letters must be changed, left out or put in to make one word of another (Levenshtein).
enum EditDistance {
    /// - Parameter most: how many count at most; the fewer, the sooner a comparison ends.
    /// - Returns: `nil` if more than `most`.
    static func between(_ a: ArraySlice<Unicode.Scalar>, _ b: ArraySlice<Unicode.Scalar>, most: Int) -> Int? {
        guard abs(a.count - b.count) <= most else { return nil }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: b.count + 1) { row in
            for column in 0...b.count { row.initializeElement(at: column, to: column) }
            for (line, letter) in a.enumerated() {
                // `diagonal` is the entry up and to the left, which the row's own update overwrites.
                var diagonal = row[0]
                row[0] = line + 1
                var least = row[0]
                for column in 0..<b.count {
                    let change = diagonal + (b[b.startIndex + column] == letter ? 0 : 1)
                    diagonal = row[column + 1]
                    row[column + 1] = min(change, diagonal + 1, row[column] + 1)
                    least = min(least, row[column + 1])
                }
                if least > most { return nil }
            }
            return row[b.count] <= most ? row[b.count] : nil
        }
    }

    static func between(_ a: String, _ b: String, most: Int = .max / 2) -> Int? {
        between(Array(a.unicodeScalars)[...], Array(b.unicodeScalars)[...], most: most)
    }
}

/// Which letters a word has, as a set of 64 classes: words that differ in many letters are told apart at once.
struct LetterSet: Equatable {
    private(set) var bits: UInt64 = 0

    init() {}

    init(_ scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars { insert(scalar) }
    }

    mutating func insert(_ scalar: Unicode.Scalar) {
        let value = UInt64(scalar.value)
        switch scalar {
        case "a"..."z": bits |= 1 << (value - 97)
        case "0"..."9": bits |= 1 << (value - 22)
        default: bits |= 1 << (36 + value % 28)
        }
    }

    /// A lower bound of the edit distance: each edit removes one kind of letter at most.
    func leastDistance(to other: Self) -> Int {
        max((bits & ~other.bits).nonzeroBitCount, (other.bits & ~bits).nonzeroBitCount)
    }

    /// How many letters have no like in another set.
    func lacking(in other: Self) -> Int { (bits & ~other.bits).nonzeroBitCount }
}
