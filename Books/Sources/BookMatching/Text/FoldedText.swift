import Foundation

/// Text as it is compared: lower case, without accents and marks, in words of letters and digits alone.
///
/// Spines, recognisers and catalogues write the same title in different ways; all are compared in this form. A catalogue
/// that stores words must store them in this form too.
public enum FoldedText {
    /// Letters that no decomposition leads back to plain ones.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ł": "l", "Ł": "l",
        "đ": "d", "Đ": "d", "ı": "i", "ς": "σ",
    ]
    /// Latin letters beyond ASCII are most of the others; they are decomposed once.
    private static let latin: [[Unicode.Scalar]] = (0x80..<0x250).map { Unicode.Scalar($0).map(decomposed) ?? [] }

    /// The words of a text.
    public static func words(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return words(scalars[...])
    }

    /// A text's letters and digits alone, folded.
    static func letters(_ text: String) -> String { words(text).joined() }

    static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func finish() {
            guard !word.isEmpty else { return }
            words.append(String(word))
            word = String.UnicodeScalarView()
        }
        for index in scalars.indices where !isMiddleDot(scalars, index) {
            let scalar = scalars[index]
            if scalar.isASCII {
                if let letter = asciiWordScalar(scalar) { word.append(letter) } else { finish() }
                continue
            }
            for part in folded(scalar) {
                if isWordScalar(part) { word.append(part) } else { finish() }
            }
        }
        finish()
        return words
    }

    /// How many letters and digits a text has once it is folded.
    static func letterCount(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { count, scalar in
            if scalar.isASCII { return count + (asciiWordScalar(scalar) == nil ? 0 : 1) }
            return count + folded(scalar).count(where: isWordScalar)
        }
    }

    private static func asciiWordScalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "a"..."z", "0"..."9": scalar
        case "A"..."Z": Unicode.Scalar(UInt8(scalar.value) + 32)
        default: nil
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        scalar.value < 0x250 ? latin[Int(scalar.value) - 0x80] : decomposed(scalar)
    }

    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let replacement = plain[scalar] { return Array(replacement.unicodeScalars) }
        // A middle dot that parts no two l leaves no gap: "Para·lela" is one word.
        if scalar == "\u{B7}" || scalar == "\u{2027}" { return [] }
        return String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !$0.properties.generalCategory.isMark }
            .flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return asciiWordScalar(scalar) != nil }
        return scalar.properties.generalCategory.isLetterOrNumber
    }

    /// Whether it is the mark between two l that makes them one Catalan letter.
    private static func isMiddleDot(_ scalars: ArraySlice<Unicode.Scalar>, _ index: Int) -> Bool {
        let scalar = scalars[index]
        guard scalar == "." || scalar == "\u{B7}" || scalar == "\u{2027}" || scalar == "\u{2022}" else { return false }
        func isL(_ index: Int) -> Bool {
            scalars.indices.contains(index) && (scalars[index] == "l" || scalars[index] == "L")
        }
        return isL(index - 1) && isL(index + 1)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool {
        self == .nonspacingMark || self == .spacingMark || self == .enclosingMark
    }

    fileprivate var isLetterOrNumber: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}

extension String {
    /// Whether a folded word is a number.
    var isNumber: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.numericType {
                case .decimal, .digit: true
                default: false
                }
            }
    }
}

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
