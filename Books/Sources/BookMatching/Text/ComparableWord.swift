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
