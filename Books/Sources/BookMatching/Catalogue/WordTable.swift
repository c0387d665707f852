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

/// The words of a catalogue that a word on a spine may stand for.
struct SimilarWords {
    private let words: WordTable
    private var known: [Int: [Int]] = [:]
    private var lists: [ListKey: [UInt8]] = [:]

    private struct ListKey: Hashable {
        var trigram: Trigram
        var letters: ClosedRange<Int>
    }

    private static let leastLetters = 5
    /// A word that so many books have is no misread one.
    private static let usual = 3
    private static let limit = 8
    private static let mostEdits = 3
    private static let indexedLetters = 4

    init(_ words: WordTable) {
        self.words = words
    }

    /// The word itself, if the catalogue has it, and if it is rare, those that differ by a few letters; the likest first.
    mutating func words(for read: Int) throws -> [Int] {
        if let known = known[read] { return known }
        let word = words.word(read)
        let frequency = try words.frequency(word)
        var similar = frequency > 0 ? [read] : []
        if words.comparable(read).count >= Self.leastLetters, frequency < Self.usual {
            similar += try alike(read, word).map(words.number)
        }
        known[read] = Array(similar.prefix(Self.limit))
        return known[read] ?? []
    }

    private mutating func alike(_ read: Int, _ word: String) throws -> [String] {
        let comparable = words.comparable(read)
        let trigrams = Trigram.all(of: word)
        let edits = Self.mostEdits(from: comparable.count)
        let letters = max(Self.indexedLetters, comparable.count - edits)...comparable.count + edits
        var found: [String: Double] = [:]
        for place in 0...edits {
            // Trigrams that do not overlap: each edit can touch one of them, so one at least is left.
            let trigram = trigrams[place * (trigrams.count - 1) / edits]
            for candidate in Self.near(comparable, in: try list(trigram, letters)) where candidate != word {
                guard found[candidate] == nil else { continue }
                let shared = Set(trigrams).intersection(Trigram.all(of: candidate)).count
                found[candidate] = Double(shared) / Double(candidate.unicodeScalars.count + comparable.count)
            }
        }
        return found.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
    }

    private mutating func list(_ trigram: Trigram, _ letters: ClosedRange<Int>) throws -> [UInt8] {
        let key = ListKey(trigram: trigram, letters: letters)
        if let known = lists[key] { return known }
        let list = try words.catalogue.words(having: trigram, letters: letters)
        lists[key] = list
        return list
    }

    /// Those of many words that are few edits away.
    private static func near(_ word: ComparableWord, in list: [UInt8]) -> [String] {
        list.withUnsafeBufferPointer { bytes in
            bytes.split(separator: UInt8(ascii: " ")).compactMap { bytes in
                let letters = LetterSet(utf8: bytes)
                // Bytes are no fewer than letters, so this refuses no word too many.
                guard letters.leastDistance(to: word.letters) <= edits(bytes.count) else { return nil }
                let candidate = String(decoding: bytes, as: UTF8.self)
                let scalars = Array(candidate.unicodeScalars)
                let most = edits(scalars.count)
                return EditDistance.between(word.scalars[...], scalars[...], most: most) == nil ? nil : candidate
            }
        }
    }

    /// How many edits may lie between a read word and a catalogue's word of some letters.
    private static func edits(_ letters: Int) -> Int { min(mostEdits, max(1, letters / 4)) }

    /// How many edits may lie between a read word of some letters and any word.
    private static func mostEdits(from letters: Int) -> Int {
        (letters...letters + mostEdits).filter { $0 - letters <= edits($0) }.map(edits).max() ?? 1
    }
}

extension LetterSet {
    /// The letters of a word in UTF-8.
    fileprivate init(utf8 bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        self.init()
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for byte in bytes { insert(Unicode.Scalar(byte)) }
        } else {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { insert(scalar) }
        }
    }
}
