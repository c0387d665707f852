/// Three letters in a row, of a word between "^" and "$".
///
/// Words that differ by a few letters still share some: an edit touches one of several trigrams that do not overlap.
public struct Trigram: Hashable, Sendable {
    /// The three scalars, 21 bits each.
    public let rawValue: Int64

    init(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar) {
        rawValue = Int64(a.value) << 42 | Int64(b.value) << 21 | Int64(c.value)
    }

    /// The trigrams of a word, from its start to its end. A catalogue indexes its vocabulary by them.
    public static func all(of word: String) -> [Trigram] {
        let letters = ["^"] + Array(word.unicodeScalars) + ["$"]
        guard letters.count >= 3 else { return [] }
        return (0..<letters.count - 2).map { Trigram(letters[$0], letters[$0 + 1], letters[$0 + 2]) }
    }
}
