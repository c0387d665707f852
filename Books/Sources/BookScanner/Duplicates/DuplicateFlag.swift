import Foundation

/// Why something is taken for a duplicate.
public enum DuplicateReason: String, Sendable, Hashable, Codable {
    /// Two photos look alike.
    case image
    /// Two books of different photos have the same ISBN.
    case isbn
    /// Two books of different photos have the same title and author.
    case titleAndAuthor
}

/// What the user has decided about a duplicate. Nothing is dropped before.
public enum DuplicateVerdict: String, Sendable, Hashable, Codable {
    /// Nothing yet.
    case open
    /// The same: the later one is left out of the catalogue.
    case same
    /// Not the same, or a second copy: both are kept.
    case different
}

/// Two photos or two books that may be the same (R-SCAN-6).
public struct DuplicateFlag: Sendable, Hashable, Identifiable {
    /// The flag's number.
    public var id: Int64
    /// The later job.
    public var job: UUID
    /// The earlier job.
    public var formerJob: UUID
    /// The later book; `nil` for photos.
    public var book: Int64?
    /// The earlier book; `nil` for photos.
    public var formerBook: Int64?
    /// What the later book is called; `nil` for photos.
    public var title: BookTitle?
    /// Why it is flagged.
    public var reason: DuplicateReason
    /// In how many bits the photos' hashes differ; `nil` for books.
    public var distance: Int?
    /// What the user has decided.
    public var verdict: DuplicateVerdict
}

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

/// What a photo looks like in 256 bits: the signs of its 16 x 16 lowest frequencies against their median.
///
/// The number of bits in which two photos differ tells whether they show the same. Compression, size, brightness and
/// blur change at most 10 bits, a shift of 12 pixels 36, a tilt of 2 degrees 48, a crop of 3 % 68; other shelves differ
/// by 78 and more.
public struct ImageHash: Sendable, Hashable {
    /// The sides of the small picture that is hashed, in pixels.
    public static let side = 64
    /// At most so many differing bits are taken for the same shelf.
    public static let duplicateDistance = 72
    /// The bytes of a hash.
    static let byteCount = 32

    /// Rows and columns of the frequencies that are kept.
    private static let kept = 16

    private let words: [UInt64]

    /// Hashes a picture.
    ///
    /// - Parameter luma: 64 x 64 bytes of luma, row by row, of the whole photo scaled down with averaging.
    /// - Returns: `nil` for any other number of bytes.
    public init?(luma: some Collection<UInt8>) {
        guard luma.count == Self.side * Self.side else { return nil }
        let frequencies = Self.lowFrequencies(luma.map(Float.init))
        // The mean brightness says nothing of the picture.
        let sorted = frequencies.dropFirst().sorted()
        let median = sorted[sorted.count / 2]
        var words = [UInt64](repeating: 0, count: 4)
        for (index, value) in frequencies.enumerated() where index > 0 && value > median {
            words[index / 64] |= 1 << UInt64(index % 64)
        }
        self.words = words
    }

    /// Hashes a photo; `nil` if it cannot be decoded, which is the recogniser's to tell.
    ///
    /// - Parameter jpeg: the file, a JPEG or HEIC. How it is turned does not count: the same shelf is photographed the same way.
    public init?(jpeg: Data) {
        guard let luma = PhotoLuma.square(of: jpeg, side: Self.side) else { return nil }
        self.init(luma: luma)
    }

    /// A hash that was stored; `nil` for anything but 32 bytes.
    public init?(data: Data) {
        guard data.count == Self.byteCount else { return nil }
        let bytes = Array(data)
        words = (0..<4).map { word in
            (0..<8).reduce(0) { $0 | UInt64(bytes[word * 8 + $1]) << UInt64($1 * 8) }
        }
    }

    /// The hash in 32 bytes.
    public var data: Data {
        Data(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } })
    }

    /// In how many of 256 bits two hashes differ.
    public func distance(to other: ImageHash) -> Int {
        zip(words, other.words).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }

    /// The 16 x 16 lowest frequencies of the cosine transform (DCT-II), first along the rows and then along the
    /// columns.
    private static func lowFrequencies(_ pixels: [Float]) -> [Float] {
        // In steps with types: as one expression the compiler looks for them for seconds.
        let cosines: [[Float]] = (0..<kept).map { (frequency: Int) -> [Float] in
            (0..<side).map { (sample: Int) -> Float in
                let halfTurns: Double = Double.pi * (Double(sample) + 0.5) * Double(frequency)
                return Float(cos(halfTurns / Double(side)))
            }
        }
        var rows = [Float](repeating: 0, count: side * kept)
        for row in 0..<side {
            for column in 0..<kept {
                var sum: Float = 0
                for x in 0..<side { sum += pixels[row * side + x] * cosines[column][x] }
                rows[row * kept + column] = sum
            }
        }
        var result = [Float](repeating: 0, count: kept * kept)
        for row in 0..<kept {
            for column in 0..<kept {
                var sum: Float = 0
                for y in 0..<side { sum += rows[y * kept + column] * cosines[row][y] }
                result[row * kept + column] = sum
            }
        }
        return result
    }
}
