/// The words that stand for a book on a spine, folded.
public struct BookWords: Sendable, Equatable {
    /// The title up to where the subtitle begins: what spines show.
    public let main: [String]
    /// The rest of the title.
    public let subtitle: [String]
    /// The author's surname.
    public let surname: [String]
    /// The author's other names.
    public let given: [String]

    /// Longer titles are no titles; only so many of their words count.
    private static let mostWords = 100

    /// The words of a catalogue's book.
    public init(_ book: CatalogueBook) {
        let (main, subtitle) = Self.parts(Array(book.title.unicodeScalars)[...])
        let (surname, given) = Self.names(Array(book.author.unicodeScalars))
        self.main = Array(main.prefix(Self.mostWords))
        self.subtitle = Array(subtitle.prefix(Self.mostWords))
        self.surname = Array(surname.prefix(Self.mostWords))
        self.given = Array(given.prefix(Self.mostWords))
    }

    /// What two editions of a book have in common.
    public var work: String {
        [
            main.joined(separator: " "), subtitle.joined(separator: " "),
            (surname + given).sorted().joined(separator: " "),
        ]
        .joined(separator: "\u{1F}")
    }

    /// What a library would write on its label: the first three letters of the surname, or of the title without an author.
    public var labelLetters: String {
        let letters = surname.isEmpty ? main.joined() : surname.joined()
        return String(String.UnicodeScalarView(letters.unicodeScalars.prefix(3)))
    }
}

extension BookWords {
    private typealias Text = ArraySlice<Unicode.Scalar>

    /// A subtitle begins after " : ", " / ", " ; ", " = " or ": ", or is what stands in brackets at the end.
    private static func parts(_ title: Text) -> ([String], [String]) {
        let bracket = bracketAtEnd(title)
        let head = bracket.map { title[..<$0.start] } ?? title
        var main: [String]
        var subtitle: [String] = []
        if let cut = subtitleMark(head) {
            main = FoldedText.words(head[..<cut.lowerBound])
            subtitle = FoldedText.words(head[cut.upperBound...])
        } else {
            main = FoldedText.words(head)
        }
        guard !main.isEmpty else { return (FoldedText.words(title), []) }
        if let bracket { subtitle += FoldedText.words(title[bracket.content]) }
        return (main, subtitle)
    }

    /// The brackets that the title ends in, unless they are all there is.
    private static func bracketAtEnd(_ title: Text) -> (start: Int, content: Range<Int>)? {
        guard let end = title.lastIndex(where: { !$0.properties.isWhitespace }), title[end] == ")" || title[end] == "]"
        else { return nil }
        let first = title[..<end].lastIndex(of: ")").map { $0 + 1 } ?? title.startIndex
        guard let open = title[first..<end].firstIndex(where: { $0 == "(" || $0 == "[" }),
            let last = title[..<open].lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return (last + 1, open + 1..<end)
    }

    /// The first mark that parts title and subtitle, with the blanks around it.
    private static func subtitleMark(_ title: Text) -> Range<Int>? {
        for index in title.indices.dropLast() {
            guard title[index] == ":" || title[index] == "/" || title[index] == ";" || title[index] == "=",
                title[index + 1].properties.isWhitespace
            else { continue }
            let start = title[..<index].lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? title.startIndex
            guard start < index || title[index] == ":" else { continue }
            let end = title[(index + 1)...].firstIndex { !$0.properties.isWhitespace } ?? title.endIndex
            return start..<end
        }
        return nil
    }

    /// "Surname, Name, 1920-1999" or "Name Surname".
    private static func names(_ author: [Unicode.Scalar]) -> ([String], [String]) {
        let plain = withoutYears(withoutBrackets(author[...])[...])
        let parts = plain.split(separator: ",").map(FoldedText.words).filter { !$0.isEmpty }
        guard let first = parts.first else { return ([], []) }
        if parts.count == 1 { return ([first[first.count - 1]], Array(first.dropLast())) }
        return (first, parts.dropFirst().flatMap { $0 })
    }

    private static func withoutBrackets(_ text: Text) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var rest = text
        while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            kept += rest[..<open] + [" "]
            rest = rest[(close + 1)...]
        }
        return kept + rest
    }

    /// Without numbers of three or four digits, and the marks of an open or doubtful span of years behind them.
    private static func withoutYears(_ text: Text) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var index = text.startIndex
        while index < text.endIndex {
            let word = text[index...].prefix(while: isWordScalar)
            index = word.endIndex
            if (3...4).contains(word.count), word.allSatisfy({ "0"..."9" ~= $0 }) {
                kept.append(" ")
                for mark in "?-".unicodeScalars where index < text.endIndex && text[index] == mark { index += 1 }
            } else {
                kept += word
                if word.isEmpty {
                    kept.append(text[index])
                    index += 1
                }
            }
        }
        return kept
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
