/// From the lines of an image to its books: those whose ISBN was read, those of a catalogue, and those that no catalogue
/// knows.
public struct ShelfReading: Sendable {
    private let lines: [SpineLine]
    private let codes: [ReadCode]

    // What is weaker is not shown; its lines count as unknown.
    private static let leastMargin = -8.0
    /// Lines that are so near to a book's belong to it.
    private static let attached = 2.5
    private static let leastLetters = 4
    private static let sureLetters = 0.7

    /// - Parameters:
    ///   - lines: the lines of text, in any order.
    ///   - codes: the ISBN codes. The book at a code's place is the book with that ISBN, whatever the text there says.
    public init(_ lines: [ReadLine], codes: [ReadCode] = []) {
        self.lines = lines.map { SpineLine($0) }
        self.codes = codes
    }

    /// The books by their text alone, without a catalogue. None of them is accepted.
    public func books() -> [ShelfBook] {
        do {
            return try books(in: EmptyCatalogue())
        } catch {
            preconditionFailure("An empty catalogue never fails, but: \(error)")
        }
    }

    /// The books: first those with a code, then those of the catalogue, the surest first, then those that nobody knows.
    /// - Parameter catalogue: must answer the same until the call returns.
    /// - Throws: what the catalogue throws.
    public func books(in catalogue: some ShelfCatalogue) throws -> [ShelfBook] {
        let table = try WordTable(catalogue)
        let shelf = ShelfLines(lines)
        guard !codes.isEmpty else { return try books(shelf, table) }
        let coded = try CodedBooks(shelf, codes, table)
        let free = shelf.lines.indices.filter { !coded.lines.contains($0) }.map { shelf.lines[$0] }
        return try coded.books + books(ShelfLines(free), table)
    }

    private func books(_ shelf: ShelfLines, _ table: WordTable) throws -> [ShelfBook] {
        var matcher = ShelfMatcher(try SpineRating(shelf, table))
        let found = try matcher.match().filter { $0.margin >= Self.leastMargin }
        var lines = found.map(\.lines)
        attach(shelf, to: &lines)
        let known = try zip(found, lines).map { evidence, lines in
            try book(evidence, matcher.rating.books[evidence.book], lines.map { shelf.lines[$0] }, table)
        }
        return try known + unknown(shelf, except: Set(lines.joined()), table)
    }

    private func book(
        _ evidence: BookEvidence,
        _ rated: RatedBook,
        _ lines: [SpineLine],
        _ table: WordTable
    ) throws -> ShelfBook {
        // Nobody knows which of several editions was seen.
        let isOnlyEdition = try table.catalogue.editionCount(of: rated.words) == 1
        return ShelfBook(
            title: rated.book.title,
            author: rated.book.author,
            isbn: isOnlyEdition ? rated.book.isbn : nil,
            score: evidence.probability,
            isAccepted: evidence.isAccepted,
            text: lines.map(\.text),
            box: SpineLine.box(around: lines)
        )
    }

    /// Text that is left over on a book's spine - its publisher, its series - goes to that book.
    private func attach(_ shelf: ShelfLines, to books: inout [[Int]]) {
        let owners = books.enumerated().flatMap { number, lines in lines.map { (line: $0, book: number) } }
        let taken = Set(owners.map(\.line))
        let spines = books.map { lines in SpineStrip(lines.map { shelf.lines[$0] }) }
        for (number, line) in shelf.lines.enumerated() where !taken.contains(number) && line.label == nil {
            let near = owners.compactMap { owner -> (cost: Double, book: Int)? in
                guard shelf.lines[owner.line].row == line.row,
                    let relation = LineRelation(line, shelf.lines[owner.line]),
                    relation.kind != .stack, relation.cost < Self.attached,
                    relation.kind != .cross || spines[owner.book].isCrossed(by: line)
                else { return nil }
                return (relation.cost, owner.book)
            }
            if let nearest = near.min(by: { $0.cost < $1.cost }) { books[nearest.book].append(number) }
        }
    }

    private func unknown(_ shelf: ShelfLines, except taken: Set<Int>, _ table: WordTable) throws -> [ShelfBook] {
        let names = NameLikeness(table: table)
        let rest = shelf.lines.indices.filter { !taken.contains($0) }.map { shelf.lines[$0] }
        return try SpineLine.spines(rest).compactMap { lines in
            let sure = lines.filter { !$0.isNoise && $0.confidence > Self.sureLetters }
            let letters = sure.reduce(0) { $0 + $1.text.count(where: \.isLetter) }
            guard letters >= Self.leastLetters else { return nil }
            let named = try TitleAndAuthor(lines, names)
            guard !(named.title + named.author).isEmpty else { return nil }
            return ShelfBook(
                title: named.title,
                author: named.author,
                isbn: nil,
                score: 0,
                isAccepted: false,
                text: lines.map(\.text),
                box: SpineLine.box(around: lines)
            )
        }
    }
}

/// A line of text as a recogniser read it.
public struct ReadLine: Sendable, Equatable {
    /// A letter, or a blank, as it was read.
    public struct Letter: Sendable, Equatable {
        /// Mostly one character.
        public var text: String
        /// From 0 to 1.
        public var confidence: Double
        /// Where it lies, as a share of the line's length, from 0 to 1.
        public var position: Double

        /// A letter with its confidence and its position along the line, both from 0 to 1.
        public init(text: String, confidence: Double, position: Double) {
            (self.text, self.confidence, self.position) = (text, confidence, position)
        }
    }

    /// Upper left, upper right, lower right, lower left as the text is read; x and y in pixels from the upper left corner
    /// of the image.
    public var corners: [SIMD2<Double>]
    /// From 0 to 1.
    public var confidence: Double
    /// The letters in the order of reading.
    public var letters: [Letter]

    /// A line with four corners, in the order of ``corners``.
    public init(corners: [SIMD2<Double>], confidence: Double, letters: [Letter]) {
        precondition(corners.count == 4, "A line has four corners.")
        (self.corners, self.confidence, self.letters) = (corners, confidence, letters)
    }
}

/// A book that stands on a shelf.
public struct ShelfBook: Sendable, Equatable {
    /// As the catalogue has it; of a book that no catalogue knows, as it was read. May be empty.
    public var title: String
    /// As the catalogue has it; of a book that no catalogue knows, as it was read. May be empty.
    public var author: String
    /// `nil` where it is not known, as of a book with several editions.
    public var isbn: ISBN?
    /// How probable it is that this is the book, from 0 to 1; 0 for one that no catalogue knows.
    public var score: Double
    /// Whether it is so sure that nobody needs to be asked.
    public var isAccepted: Bool
    /// The lines of text on its spine.
    public var text: [String]
    /// The four corners around its text or code, in pixels.
    public var box: [SIMD2<Double>]

    /// A book with everything that is known of it.
    public init(
        title: String,
        author: String,
        isbn: ISBN?,
        score: Double,
        isAccepted: Bool,
        text: [String],
        box: [SIMD2<Double>]
    ) {
        (self.title, self.author, self.isbn) = (title, author, isbn)
        (self.score, self.isAccepted, self.text, self.box) = (score, isAccepted, text, box)
    }
}
