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
