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
