import Testing

@testable import BookMatching

@Suite struct TextTests {
    @Test(arguments: [
        ("L'Home que plantava arbres", ["l", "home", "que", "plantava", "arbres"]),
        ("La il·lusió, la col.lecció", ["la", "illusio", "la", "colleccio"]),
        ("Straße ŁÓDŹ Ærø œuvre ı", ["strasse", "lodz", "aero", "oeuvre", "i"]),
        ("Ｆｕｌｌ ﬁn Ⅻ", ["full", "fin", "xii"]),
        ("א ספר שלום", ["א", "ספר", "שלום"]),
        ("Ёжик и Ελλάς ΕΛΛΑΣ", ["ежик", "и", "ελλασ", "ελλασ"]),
        ("🚀 Rocket 🚀Ship", ["rocket", "ship"]),
        ("a\0b\u{200B}c\td", ["a", "b", "c", "d"]),
        ("'; DROP TABLE book; --", ["drop", "table", "book"]),
        ("", []), ("...!", []), ("\u{0301}", []),
    ])
    func wordsAreFolded(_ text: String, _ words: [String]) {
        #expect(FoldedText.words(text) == words)
        #expect(FoldedText.letterCount(text) == words.joined().unicodeScalars.count)
    }

    @Test func longTextIsFoldedInOnePass() {
        let text = String(repeating: "Ñandú ", count: 20_000)
        #expect(FoldedText.words(text) == [String](repeating: "nandu", count: 20_000))
    }

    @Test func editDistanceIsThatOfTheDefinition() {
        var generator = SplitMix(state: 7)
        let letters = Array("abc")
        for _ in 0..<2000 {
            let words = (0..<2).map { _ in
                String(
                    (0..<Int.random(in: 0...7, using: &generator)).map { _ in letters.randomElement(using: &generator)!
                    }
                )
            }
            let distance = Self.distance(Array(words[0])[...], Array(words[1])[...])
            #expect(EditDistance.between(words[0], words[1]) == distance)
            for most in 0...7 {
                #expect(EditDistance.between(words[0], words[1], most: most) == (distance <= most ? distance : nil))
            }
            let sets = words.map { LetterSet($0.unicodeScalars) }
            #expect(sets[0].leastDistance(to: sets[1]) <= distance)
        }
    }

    private static func distance(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> Int {
        guard let last = a.last else { return b.count }
        guard let other = b.last else { return a.count }
        if last == other { return distance(a.dropLast(), b.dropLast()) }
        return 1 + min(distance(a.dropLast(), b), distance(a, b.dropLast()), distance(a.dropLast(), b.dropLast()))
    }

    @Test(
        arguments: [
            ("bosque", "bosque", 1.0), ("b0sque", "bosque", 0.97), ("f1ord", "fiord", 0.97), ("fiord", "flord", 0.97),
            ("bosqve", "bosque", 0.75), ("bxxque", "bosque", 0.5), ("bxxxue", "bosque", 0), ("mar", "mir", 0),
            ("de", "del", 0), ("tortug", "tortugas", 1 - 1.5 * 2 / 8),
        ] as [(String, String, Double)]
    )
    func likenessFallsWithEdits(_ read: String, _ word: String, _ likeness: Double) {
        let found = WordLikeness.of(ComparableWord(read), ComparableWord(word), ends: [])
        #expect(abs(found - likeness) < 1e-9)
    }

    @Test func lineEndMayHideAPartOfAWord() {
        let word = ComparableWord("constantinopla")
        let (head, tail) = (ComparableWord("constant"), ComparableWord("inopla"))
        #expect(WordLikeness.of(head, word, ends: []) == 0)
        #expect(WordLikeness.of(head, word, ends: .start) == 0)
        #expect(abs(WordLikeness.of(head, word, ends: .end) - 0.9 * 8 / 14) < 1e-9)
        #expect(WordLikeness.of(tail, word, ends: .end) == 0)
        // Less than 0.4 of the word is too little.
        #expect(WordLikeness.of(tail, word, ends: .start) == 0)
        let longer = ComparableWord("antinopla")
        #expect(abs(WordLikeness.of(longer, word, ends: [.start, .end]) - 0.9 * 9 / 14) < 1e-9)
    }

    @Test(
        arguments: [
            ("N Pam", "pam"), ("N 834B Pad", "pad"), ("004.4 Bar", "bar"), ("94(46) Pre", "pre"), ("I** Rod", "rod"),
            ("JN Bà.", "ba"), ("EL Rei", nil), ("MAR Gros", nil), ("MAR Mar", nil), ("MAR 3 Mar", "mar"),
            ("N pam", nil),
            ("Pam", nil), ("THE END Now", nil), ("N 123456789012345 Pam", nil), ("", nil), ("N Pam Sergi", nil),
        ] as [(String, String?)]
    )
    func callNumberLabelsAreTold(_ text: String, _ letters: String?) {
        #expect(CallNumberLabel(text)?.letters == letters)
    }

    @Test(arguments: [("N", true), ("JN**", true), ("834", true), ("N 834B", true), ("94(46)", true), ("7", false)])
    func shelfMarksAreTold(_ text: String, _ isMark: Bool) {
        #expect(CallNumberLabel.isShelfMark(text) == isMark)
    }

    @Test func publishersAreNoise() {
        #expect(SpineNoise.isPublisher(["anagrama"]))
        #expect(SpineNoise.isPublisher(["anagrarna"]))
        #expect(SpineNoise.isPublisher(["seix", "barral"]))
        #expect(!SpineNoise.isPublisher(["bosque"]))
        #expect(!SpineNoise.isPublisher([]))
    }

    @Test func trigramsOfAWord() {
        #expect(Trigram.all(of: "mar").count == 3)
        #expect(Trigram.all(of: "").isEmpty)
        #expect(Set(Trigram.all(of: "mar")).intersection(Trigram.all(of: "mare")).count == 2)
    }
}

/// Random numbers that are the same in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
