/// Finds the books that have most information in common with the words around a line.
struct CandidateSearch {
    private let words: WordTable
    private var similar: SimilarWords
    /// Where each word stands; books by their numbers in `books`.
    private var occurrences: [Int: [Occurrence]] = [:]
    private var pairs: [Pair: [BookID]] = [:]
    private var books: [BookID] = []
    private var numbers: [BookID: Int] = [:]
    private var scores: [Double] = []

    private struct Occurrence {
        var book: Int
        var weight: Double
    }

    /// Words that stand together, which are sorted.
    private struct Pair: Hashable {
        var title: [Int]
        var author: [Int]
    }

    /// A word around a line.
    struct WeightedWord {
        var word: Int
        var weight: Double
        /// Whether it was read in the line itself.
        var isOwn: Bool
    }

    static let limit = 30
    private static let similarWeight = 0.7
    private static let authorWeight = 0.6
    private static let lengthWeight = 0.02
    // Words that more books have are not looked up on their own.
    private static let leastCommon = 50.0
    private static let commonShare = 0.03
    private static let mostOccurrences = 4000.0
    // In large catalogues titles of common words alone are looked up by several words at once.
    private static let combined = 4
    private static let mostCombined = 1000

    init(_ words: WordTable) {
        self.words = words
        similar = SimilarWords(words)
    }

    /// The best books, the best first.
    mutating func candidates(_ around: [WeightedWord]) throws -> [BookID] {
        var touched: [Int] = []
        var ownIsRare = false
        for word in around {
            for meant in try similar.words(for: word.word) {
                guard Double(try words.frequency(words.word(meant))) <= mostFrequent else { continue }
                let isExact = meant == word.word
                if word.isOwn, isExact { ownIsRare = true }
                let value = words.bits(meant) * word.weight * (isExact ? 1 : Self.similarWeight)
                for occurrence in try occurrences(of: meant) {
                    add(value * occurrence.weight, to: occurrence.book, &touched)
                }
            }
        }
        if !ownIsRare, isLarge { try addCombined(around, &touched) }
        defer { for book in touched { scores[book] = 0 } }
        return best(touched)
    }

    private var isLarge: Bool { Self.commonShare * Double(words.bookCount) > Self.mostOccurrences }

    private var mostFrequent: Double {
        min(Self.mostOccurrences, max(Self.leastCommon, Self.commonShare * Double(words.bookCount)))
    }

    private mutating func occurrences(of word: Int) throws -> [Occurrence] {
        if let known = occurrences[word] { return known }
        let found = try words.catalogue.occurrences(of: words.word(word)).map { occurrence in
            Occurrence(book: number(of: occurrence.book), weight: occurrence.isInTitle ? 1 : Self.authorWeight)
        }
        occurrences[word] = found
        return found
    }

    private mutating func number(of book: BookID) -> Int {
        if let number = numbers[book] { return number }
        books.append(book)
        scores.append(0)
        numbers[book] = books.count - 1
        return books.count - 1
    }

    private mutating func add(_ value: Double, to book: Int, _ touched: inout [Int]) {
        if scores[book] == 0 { touched.append(book) }
        scores[book] += value
    }

    private func best(_ touched: [Int]) -> [BookID] {
        var best: [(rank: Double, book: BookID)] = []
        func precedes(_ a: (rank: Double, book: BookID), _ b: (rank: Double, book: BookID)) -> Bool {
            a.rank == b.rank ? a.book < b.book : a.rank > b.rank
        }
        for number in touched {
            let id = books[number]
            let entry = (rank: scores[number] / (1 + Self.lengthWeight * Double(id.titleWords)), book: id)
            if best.count == Self.limit, precedes(best[best.count - 1], entry) { continue }
            best.insert(entry, at: best.firstIndex { precedes(entry, $0) } ?? best.count)
            if best.count > Self.limit { best.removeLast() }
        }
        return best.map(\.book)
    }
}

extension CandidateSearch {
    /// Adds books that have several of the common words: all of the line's in the title, or two, one of them the author's.
    private mutating func addCombined(_ around: [WeightedWord], _ touched: inout [Int]) throws {
        let common = try around.filter { try words.frequency(words.word($0.word)) > 0 }
        let rarest = common.sorted { words.bits($0.word) > words.bits($1.word) }.prefix(Self.combined).map(\.word)
        var combinations: Set<Pair> = []
        let own = common.filter(\.isOwn).map(\.word).sorted { words.bits($0) > words.bits($1) }.prefix(Self.combined)
        if own.count > 1 { combinations.insert(Pair(title: own.sorted(), author: [])) }
        for (index, first) in rarest.enumerated() {
            for second in rarest.dropFirst(index + 1) {
                combinations.insert(Pair(title: [first, second].sorted(), author: []))
                combinations.insert(Pair(title: [first], author: [second]))
                combinations.insert(Pair(title: [second], author: [first]))
            }
        }
        // A book may come up in several combinations; its best one counts.
        var values: [Int: Double] = [:]
        for pair in combinations {
            let value =
                pair.title.reduce(0) { $0 + words.bits($1) }
                + Self.authorWeight * pair.author.reduce(0) { $0 + words.bits($1) }
            for book in try books(pair).map({ number(of: $0) }) { values[book] = max(values[book] ?? 0, value) }
        }
        for (book, value) in values { add(value, to: book, &touched) }
    }

    private mutating func books(_ pair: Pair) throws -> [BookID] {
        if let known = pairs[pair] { return known }
        let found = try words.catalogue.books(
            title: pair.title.map(words.word),
            author: pair.author.map(words.word),
            limit: Self.mostCombined
        )
        pairs[pair] = found
        return found
    }
}
