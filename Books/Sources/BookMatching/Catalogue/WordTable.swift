import Foundation

/// The words of one shelf and of the books it is compared with, by small numbers, and what the catalogue knows of each.
///
/// Every word is compared, counted and looked up once per shelf. Used by one matching on one thread.
final class WordTable {
    let catalogue: any ShelfCatalogue
    let bookCount: Int

    private var numbers: [String: Int] = [:]
    private var entries: [Entry] = []
    private var frequencies: [String: Int] = [:]
    private var labelFrequencies: [String: Int] = [:]
    private var surnames: [String: Bool] = [:]

    private struct Entry {
        var word: String
        var comparable: ComparableWord
        var bits: Double
    }

    // A word's information before any book is counted: small catalogues and large ones give like figures.
    private static let smoothing = 1000.0
    private static let bitsPerLetter = 1.8
    private static let mostBits = 14.0
    private static let labelSmoothing = 2.0

    init(_ catalogue: any ShelfCatalogue) throws {
        self.catalogue = catalogue
        bookCount = try catalogue.bookCount
    }

    /// The number of a word.
    func number(of word: String) throws -> Int {
        if let number = numbers[word] { return number }
        let comparable = ComparableWord(word)
        entries.append(Entry(word: word, comparable: comparable, bits: try bits(word, letters: comparable.count)))
        numbers[word] = entries.count - 1
        return entries.count - 1
    }

    func word(_ number: Int) -> String { entries[number].word }

    func comparable(_ number: Int) -> ComparableWord { entries[number].comparable }

    /// How many bits of information a word carries: the fewer books have it, the more.
    func bits(_ number: Int) -> Double { entries[number].bits }

    /// In how many books a word stands.
    func frequency(_ word: String) throws -> Int {
        if let known = frequencies[word] { return known }
        let frequency = try catalogue.bookCount(having: word)
        frequencies[word] = frequency
        return frequency
    }

    /// How many bits the letters on a library's label carry.
    func labelBits(_ letters: String) throws -> Double {
        let frequency = try labelFrequencies[letters] ?? catalogue.bookCount(labelled: letters)
        labelFrequencies[letters] = frequency
        return log2((Double(bookCount) + Self.smoothing) / (Double(frequency) + Self.labelSmoothing))
    }

    func isSurname(_ word: String) throws -> Bool {
        if let known = surnames[word] { return known }
        let isSurname = try catalogue.isSurname(word)
        surnames[word] = isSurname
        return isSurname
    }

    private func bits(_ word: String, letters: Int) throws -> Double {
        let prior = exp2(-min(Self.mostBits, Self.bitsPerLetter * Double(letters)))
        let frequency = Double(try frequency(word))
        return log2((Double(bookCount) + Self.smoothing) / (frequency + Self.smoothing * prior))
    }
}

extension WordTable {
    // What it takes to believe that a word is several that run together, in bits.
    private static let joinCost = 3.0
    private static let mostBitsPerLetter = 3.2
    private static let spareBits = 4.0
    private static let longestPiece = 16
    private static let longPiece = 4
    /// Longer words are no words that run together.
    private static let longestWord = 64

    /// An unknown word taken apart into known ones, as words run together on spines.
    /// - Returns: two words and more, or none.
    func split(_ word: String) throws -> [String] {
        let letters = Array(word.unicodeScalars)
        guard bookCount > 0, letters.count <= Self.longestWord else { return [] }
        var best = [(cost: Double, piece: String)?](repeating: nil, count: letters.count + 1)
        best[0] = (0, "")
        for end in letters.indices.map({ $0 + 1 }) {
            for start in max(0, end - Self.longestPiece)..<end {
                guard let before = best[start] else { continue }
                let piece = String(String.UnicodeScalarView(letters[start..<end]))
                guard try isPiece(piece, letters: end - start) else { continue }
                let cost = before.cost + (try bits(piece, letters: end - start)) + Self.joinCost
                if cost < best[end]?.cost ?? .infinity { best[end] = (cost, piece) }
            }
        }
        let limit = Self.mostBitsPerLetter * Double(letters.count) + Self.spareBits
        guard let whole = best[letters.count], whole.cost <= limit else { return [] }
        var pieces: [String] = []
        var end = letters.count
        while end > 0, let step = best[end] {
            pieces.insert(step.piece, at: 0)
            end -= step.piece.unicodeScalars.count
        }
        let isPlausible = pieces.count > 1 && pieces.contains { $0.unicodeScalars.count >= Self.longPiece }
        return isPlausible ? pieces : []
    }

    /// Short pieces must be common words, else everything could be taken apart.
    private func isPiece(_ piece: String, letters: Int) throws -> Bool {
        let frequency = Double(try frequency(piece))
        return letters >= Self.longPiece ? frequency >= 1 : frequency >= max(2, Double(bookCount) * 0.002)
    }
}
