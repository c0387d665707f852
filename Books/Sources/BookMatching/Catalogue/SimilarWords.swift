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
