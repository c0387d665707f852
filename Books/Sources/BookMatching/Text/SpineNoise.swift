/// Words on spines that say nothing of the book: publishers, series, prizes.
enum SpineNoise {
    static let words = Set(
        """
        editorial edicions ediciones editions edition editora libros llibres books press publishing verlag \
        anagrama tusquets alfaguara planeta empuries proa columna destino salamandra seix barral debolsillo random house mondadori penguin \
        siruela acantilado minuscula galaxia gutenberg lumen grijalbo plaza janes ariel critica paidos taurus debate catedra alianza \
        blackie viena quaderns crema labutxaca rocabolsillo roca vintage picador faber oxford cambridge springer harper collins \
        premio premi nobel novela novella bestseller coleccion colleccio biblioteca cruilla barcanova bromera raval amsterdam \
        edebe sm rba salvat espasa calpe circe edhasa minotauro nova norma panini
        """.split(separator: " ").map(String.init)
    )

    /// Those that are long enough to be known when they are misread.
    private static let long = words.filter { $0.count >= 5 }.map { Array($0.unicodeScalars) }

    /// Whether some words are a publisher's, whole or misread.
    static func isPublisher(_ read: [String]) -> Bool {
        if read.count <= 2, read.contains(where: words.contains) { return true }
        let joined = Array(read.joined().unicodeScalars)
        return long.contains { word in
            abs(joined.count - word.count) <= 2
                && EditDistance.between(joined[...], word[...], most: max(1, word.count / 3)) != nil
        }
    }
}

extension SpineLine {
    /// Whether it says nothing of the book.
    var isNoise: Bool {
        let read = FoldedText.words(text)
        if label != nil || confidence < 0.6 || SpineNoise.isPublisher(read) { return true }
        let letters = read.filter { !$0.isNumber }.reduce(0) { $0 + $1.count }
        return letters < 3 || read.allSatisfy { SpineNoise.words.contains($0) || $0.isNumber || $0.count < 2 }
    }

    /// Lines of one spine: those of one axis along it, axes from head to feet.
    static func inReadingOrder(_ lines: [SpineLine]) -> [SpineLine] {
        guard let main = lines.max(by: { $0.length < $1.length }) else { return [] }
        func place(_ line: SpineLine) -> (Double, Double) {
            let way = line.center - main.center
            let axis = (Point.dot(way, main.down) / max(1, 0.7 * main.height)).rounded(.toNearestOrEven)
            return (axis, Point.dot(way, main.direction))
        }
        return lines.sorted { place($0) < place($1) }
    }
}

/// A library's label on a spine: a shelf mark, and the first letters of the author's surname: "N Pam", "94(46) Pre".
struct CallNumberLabel {
    /// The letters, folded; empty for the upper line of a label whose letters stand below it.
    let letters: String

    /// Words in capitals before a short word that are no shelf marks, but begin a title: "EL Rei".
    private static let articles: Set<String> = [
        "EL", "LA", "LO", "UN", "DE", "EN", "LE", "ELS", "LES", "LOS", "LAS", "DEL", "UNA", "THE", "A", "MR", "DR",
        "MI", "MY", "SAN", "DON",
    ]

    init(letters: String) {
        self.letters = letters
    }

    /// A label of one line.
    /// - Returns: `nil` if the text is none.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count > 1, let last = words.last, let letters = Self.caption(last) else { return nil }
        let shelf = words.dropLast()
        guard shelf.joined(separator: " ").count <= 14, !shelf.contains(where: { $0.contains(where: \.isLowercase) })
        else {
            return nil
        }
        let hasDigits = shelf.contains { $0.contains(where: \.isNumber) }
        for word in shelf {
            let count = word.filter(\.isLetter).count
            if Self.articles.contains(String(word)) || count > 3 || (count == 3 && !hasDigits) { return nil }
        }
        self.letters = letters
    }

    /// The letters of a label's lower line: a capital and one or two small letters, and nothing else but marks after them.
    static func caption(_ word: some StringProtocol) -> String? {
        let letters = word.prefix { $0.isLetter }
        guard (2...3).contains(letters.count), letters.first?.isUppercase == true,
            letters.dropFirst().allSatisfy(\.isLowercase),
            !word.dropFirst(letters.count).contains(where: { $0.isLetter || $0.isNumber })
        else { return nil }
        return FoldedText.letters(String(letters))
    }

    /// Whether a text may be a label's upper line: up to three capitals, or a number of two or three digits with what
    /// belongs to it.
    static func isShelfMark(_ text: String) -> Bool {
        let capitals = text.prefix { $0.isUppercase && $0.isASCII }
        let rest = text.dropFirst(capitals.count)
        if (1...3).contains(capitals.count), rest.count <= 3, rest.allSatisfy({ $0 == "*" }) { return true }
        guard capitals.count <= 2 else { return false }
        let number = rest.first == " " ? rest.dropFirst() : rest
        let digits = number.prefix { $0.isASCII && $0.isNumber }
        let tail = number.dropFirst(digits.count)
        return digits.count >= 2 && digits.count + tail.count <= 11
            && tail.allSatisfy { ".,()-".contains($0) || ($0.isASCII && ($0.isNumber || $0.isUppercase)) }
    }
}
