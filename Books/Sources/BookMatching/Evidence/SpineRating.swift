/// Gathers the evidence for books on the spines of a shelf.
struct SpineRating {
    let shelf: ShelfLines
    let table: WordTable
    private(set) var books: [RatedBook] = []
    /// How many letters all lines have.
    let letterCount: Int

    private let tokens: [SpineToken]
    /// For each line the indices of its tokens, and the number of its first letter.
    private let tokensOfLine: [Range<Int>]
    private let firstLetters: [Int]
    private let remainders: [LineRemainder]
    private var placements: WordPlacements
    private var search: CandidateSearch
    private var numbers: [BookID: Int] = [:]
    /// What each line costs around the seed that is rated; infinite for lines that have nothing to do with it.
    private var costs: [Double]
    private var marks: LetterMarks

    private typealias Match = WordAssignment.Match

    private static let leastGain = 0.5
    private static let sureLetter: Double = 0.9
    private static let sureLabel = 0.9
    private static let labelGain = 7.0
    private static let labelLoss = 6.0
    // What stands beside the lines on their axis counts, but not as much as what stands in them.
    private static let nextWeight = 0.7
    private static let farWeight = 0.3
    private static let sureLine = 0.8

    init(_ shelf: ShelfLines, _ table: WordTable) throws {
        self.shelf = shelf
        self.table = table
        var tokens: [SpineToken] = []
        var tokensOfLine: [Range<Int>] = []
        var firstLetters: [Int] = []
        var remainders: [LineRemainder] = []
        var letter = 0
        for (number, line) in shelf.lines.enumerated() {
            let first = tokens.count
            tokens += try SpineToken.all(of: line.words, line: number, first: letter, table)
            tokensOfLine.append(first..<tokens.count)
            firstLetters.append(letter)
            remainders.append(try LineRemainder(line, first: letter, table))
            letter += line.sureness.count
        }
        (self.tokens, self.tokensOfLine, self.firstLetters, self.remainders) =
            (tokens, tokensOfLine, firstLetters, remainders)
        letterCount = letter
        placements = WordPlacements(tokens, table)
        search = CandidateSearch(table)
        costs = [Double](repeating: .infinity, count: shelf.lines.count)
        marks = LetterMarks(count: letter)
    }

    /// The numbers of the books that may stand around a line.
    mutating func candidates(around seed: Int) throws -> [Int] {
        var around: [CandidateSearch.WeightedWord] = []
        var places: [Int: Int] = [:]
        func add(_ line: Int, _ weight: Double) {
            for token in tokens[tokensOfLine[line]] {
                if let place = places[token.word] {
                    around[place].weight = max(around[place].weight, weight)
                } else {
                    places[token.word] = around.count
                    let isOwn = line == seed && !token.isPieced
                    around.append(CandidateSearch.WeightedWord(word: token.word, weight: weight, isOwn: isOwn))
                }
            }
        }
        add(seed, 1)
        for (line, relation) in shelf.neighbours[seed] { add(line, 0.7 / (1 + 0.15 * relation.cost)) }
        return try search.candidates(around).map { try number(of: $0) }
    }

    /// A book's number in `books`.
    mutating func number(of id: BookID) throws -> Int {
        if let number = numbers[id] { return number }
        books.append(try RatedBook(id, table.catalogue.book(id), table))
        numbers[id] = books.count - 1
        return books.count - 1
    }

    /// The best evidence for a book around a line.
    /// - Parameter blocked: letters that belong to other books.
    /// - Returns: `nil` if the line shows nothing of the title.
    mutating func evidence(for number: Int, at seed: Int, blocked: LetterMarks) throws -> BookEvidence? {
        costs[seed] = 0
        for (line, relation) in shelf.neighbours[seed] { costs[line] = relation.cost }
        defer {
            costs[seed] = .infinity
            for (line, _) in shelf.neighbours[seed] { costs[line] = .infinity }
        }
        let book = books[number]
        let matches = matches(book, seed, blocked)
        guard let (lines, assignment) = bestLines(seed, matches, book) else { return nil }
        var evidence = BookEvidence(book: number, seed: seed, lines: lines.sorted(), letters: [], titleLetters: [])
        evidence.joins = evidence.lines.reduce(0) { $0 + costs[$1] }
        add(book, matches, assignment, to: &evidence)
        addSurroundings(book, matches, assignment, blocked, to: &evidence)
        evidence.label = try labelBits(seed, book)
        return evidence
    }

    /// Everything that may be a wanted word, the most valuable first; nothing if the seed shows nothing of the title.
    private mutating func matches(_ book: RatedBook, _ seed: Int, _ blocked: LetterMarks) -> [Match] {
        var matches: [Match] = []
        var showsTitle = false
        for (index, wanted) in book.wanted.enumerated() {
            // Words of the title come first.
            if wanted.part != .title, !showsTitle { return [] }
            for placement in placements.of(wanted.word) {
                let token = tokens[placement.token]
                guard costs[token.line].isFinite, !blocked.contains(any: token.letters) else { continue }
                if token.line == seed { showsTitle = true }
                let weight = 0.6 + 0.4 * shelf.lines[token.line].confidence
                matches.append(
                    Match(
                        value: wanted.bits * placement.likeness * weight - 0.05 * costs[token.line],
                        wanted: index,
                        token: placement.token,
                        line: token.line,
                        letters: token.letters,
                        likeness: placement.likeness
                    )
                )
            }
        }
        return showsTitle ? matches.sorted(by: Match.precedes) : []
    }

    /// The seed, and lines that bring more than they cost.
    private mutating func bestLines(
        _ seed: Int,
        _ matches: [Match],
        _ book: RatedBook
    ) -> (lines: Set<Int>, assignment: WordAssignment)? {
        var lines: Set = [seed]
        var best = WordAssignment(matches, lines: lines, count: book.wanted.count, marks: &marks)
        let showsTitle = zip(book.wanted, best.found).contains { $0.part == .title && $1 != nil }
        guard showsTitle else { return nil }
        // Lines that show nothing of the book bring nothing.
        let others = Set(matches.map(\.line)).subtracting([seed]).sorted()
        while true {
            var step: (gain: Double, line: Int, assignment: WordAssignment)?
            for line in others where !lines.contains(line) {
                let all = lines.union([line])
                let next = WordAssignment(matches, lines: all, count: book.wanted.count, marks: &marks)
                let gain = next.worth - best.worth - costs[line]
                if gain > max(Self.leastGain, step?.gain ?? 0) { step = (gain, line, next) }
            }
            guard let step else { return (lines, best) }
            lines.insert(step.line)
            best = step.assignment
        }
    }

    private func add(
        _ book: RatedBook,
        _ matches: [Match],
        _ assignment: WordAssignment,
        to evidence: inout BookEvidence
    ) {
        var (surname, given) = (0.0, 0.0)
        for (wanted, found) in zip(book.wanted, assignment.found) {
            let match = found.map { matches[$0] }
            let bits = wanted.bits * (match?.likeness ?? 0)
            if let match { evidence.letters.append(match.letters) }
            switch wanted.part {
            case .surname:
                surname += bits
                evidence.authorTotal += wanted.bits
            case .given: given += bits
            case .subtitle: evidence.subtitle += bits
            case .title:
                evidence.title += bits
                evidence.titleTotal += wanted.bits
                guard let match else {
                    evidence.missingBits += wanted.bits
                    if wanted.isNumber { evidence.isNumberMissing = true }
                    continue
                }
                evidence.titleLetters.append(match.letters)
                if isContradiction(match, wanted.word) { evidence.contradicted += wanted.bits }
            }
        }
        evidence.author = surname + (surname > 0 ? given : 0.3 * given)
    }

    /// Whether a word was surely read, as another one.
    private func isContradiction(_ match: Match, _ word: Int) -> Bool {
        let token = tokens[match.token]
        guard match.likeness < 0.95, !token.isPieced,
            !token.mayBeCut(table.comparable(token.word), from: table.comparable(word))
        else { return false }
        let first = firstLetters[match.line]
        return match.letters.allSatisfy { shelf.lines[match.line].sureness[$0 - first] >= Self.sureLetter }
    }

    /// What else stands on the spine.
    private mutating func addSurroundings(
        _ book: RatedBook,
        _ matches: [Match],
        _ assignment: WordAssignment,
        _ blocked: LetterMarks,
        to evidence: inout BookEvidence
    ) {
        marks.clear()
        for letters in evidence.letters { marks.insert(letters) }
        let titleLines = Set(
            zip(book.wanted, assignment.found).compactMap { wanted, found in
                wanted.part == .title ? found.map { matches[$0].line } : nil
            }
        )
        for line in evidence.lines {
            let bits = remainders[line].bits { !marks.contains($0) && !blocked.contains($0) }
            evidence.unexplained += bits
            if titleLines.contains(line) { evidence.beside += bits }
        }
        let row = shelf.lines[evidence.seed].row
        for (line, relation) in shelf.neighbours[evidence.seed]
        where relation.kind == .axis && !evidence.lines.contains(line) {
            guard shelf.lines[line].confidence > Self.sureLine, shelf.lines[line].row == row else { continue }
            let weight = relation.cost == 0 ? Self.nextWeight : Self.farWeight
            evidence.unexplained += weight * remainders[line].bits { !blocked.contains($0) }
        }
    }

    private func labelBits(_ seed: Int, _ book: RatedBook) throws -> Double {
        guard let number = shelf.labels[seed], let label = shelf.lines[number].label else { return 0 }
        if label.letters == book.labelLetters {
            return min(Self.labelGain, try table.labelBits(book.labelLetters))
        }
        let isFar = EditDistance.between(label.letters, book.labelLetters, most: 1) == nil
        return isFar && shelf.lines[number].confidence > Self.sureLabel ? -Self.labelLoss : 0
    }
}
