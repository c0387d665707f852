import Foundation

/// By what two books are known to be the same, however they are written.
public struct BookIdentity: Sendable, Hashable {
    /// The ISBN in its 13 digits; `nil` if there is no valid one.
    public let isbn: String?
    /// Title and author without case, accents, punctuation and the order of the author's names; `nil` without a title.
    public let titleAndAuthor: String?

    /// A book's identity.
    public init(title: String, author: String, isbn: String?) {
        self.isbn = isbn.flatMap(Self.isbn13)
        let titleWords = Self.words(title)
        titleAndAuthor =
            titleWords.isEmpty
            ? nil : titleWords.joined(separator: " ") + "\n" + Self.words(author).sorted().joined(separator: " ")
    }

    /// The 13 digits of an ISBN of 10 or 13 that is written with or without hyphens; `nil` if its check digit is wrong.
    public static func isbn13(_ text: String) -> String? {
        let digits = text.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
        switch digits.count {
        case 13:
            guard digits.hasPrefix("978") || digits.hasPrefix("979"), digits.allSatisfy(\.isNumber) else { return nil }
            return checkDigit13(digits.prefix(12)) == digits.last ? digits : nil
        case 10:
            guard digits.dropLast().allSatisfy(\.isNumber) else { return nil }
            let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * ($1.element.wholeNumberValue ?? 10) }
            guard sum % 11 == 0 else { return nil }
            let body = "978" + digits.prefix(9)
            return body + String(checkDigit13(body[...]))
        default: return nil
        }
    }

    private static func checkDigit13(_ digits: Substring) -> Character {
        let sum = digits.enumerated().reduce(0) {
            $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset.isMultiple(of: 2) ? 1 : 3)
        }
        return Character(String((10 - sum % 10) % 10))
    }

    /// A text's words without case, accents and punctuation, in any script.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            // O'Brien is one word.
            case _ where scalar == "'" || scalar == "\u{2019}": continue
            case .nonspacingMark, .enclosingMark, .modifierSymbol, .format: continue
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .spacingMark, .otherSymbol:
                word.append(scalar)
            default:
                if !word.isEmpty { words.append(String(word)) }
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }
}
