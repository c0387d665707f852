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
