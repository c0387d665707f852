/// The books whose ISBN was read from a code: an ISBN beats text.
struct CodedBooks {
    private(set) var books: [ShelfBook] = []
    /// The lines that these books use up.
    private(set) var lines: Set<Int> = []

    /// A code, and the lines that stand on its spine.
    private struct Spine {
        var code: ReadCode
        var area: CodeArea
        var lines: Set<Int> = []
    }

    /// How far beyond the code, in heights of text, a line of the same spine may begin or end.
    private static let reach = 10.0

    init(_ shelf: ShelfLines, _ codes: [ReadCode], _ table: WordTable) throws {
        var spines: [Spine] = []
        for code in codes {
            let area = CodeArea(code)
            let isRepeated = spines.contains { $0.code.isbn == code.isbn && $0.area.isSame(as: area) }
            if !isRepeated { spines.append(Spine(code: code, area: area)) }
        }
        var rating = try SpineRating(shelf, table)
        for index in spines.indices {
            spines[index].lines = try Self.shown(spines[index], &rating).subtracting(lines)
            lines.formUnion(spines[index].lines)
        }
        Self.addNearLines(shelf, except: lines, to: &spines)
        for spine in spines {
            lines.formUnion(spine.lines)
            books.append(try Self.book(spine, spine.lines.sorted().map { shelf.lines[$0] }, table))
        }
    }

    /// The lines that show the coded book's title and author, one of them in line with the code.
    private static func shown(_ spine: Spine, _ rating: inout SpineRating) throws -> Set<Int> {
        guard let id = try rating.table.catalogue.book(isbn: spine.code.isbn)?.id else { return [] }
        let book = try rating.number(of: id)
        let nothing = LetterMarks(count: rating.letterCount)
        var best: BookEvidence?
        for seed in rating.shelf.lines.indices where !rating.shelf.lines[seed].words.isEmpty {
            guard let evidence = try rating.evidence(for: book, at: seed, blocked: nothing), evidence.isPlausible,
                evidence.score > best?.score ?? 0,
                evidence.lines.contains(where: { spine.area.distance(of: rating.shelf.lines[$0]) != nil })
            else { continue }
            best = evidence
        }
        return Set(best?.lines ?? [])
    }

    /// Adds to each code the lines that are near to it and that none of the coded books shows.
    private static func addNearLines(_ shelf: ShelfLines, except taken: Set<Int>, to spines: inout [Spine]) {
        for (number, line) in shelf.lines.enumerated() where !taken.contains(number) {
            let near = spines.indices.compactMap { index -> (distance: Double, index: Int)? in
                guard let distance = spines[index].area.distance(of: line), distance <= reach else { return nil }
                return (distance, index)
            }
            if let nearest = near.min(by: { $0.distance < $1.distance }) { spines[nearest.index].lines.insert(number) }
        }
    }

    private static func book(_ spine: Spine, _ lines: [SpineLine], _ table: WordTable) throws -> ShelfBook {
        var book = ShelfBook(
            title: "",
            author: "",
            isbn: spine.code.isbn,
            score: 0,
            isAccepted: false,
            text: lines.map(\.text),
            box: SpineLine.box(around: lines, spine.area.corners)
        )
        if let known = try table.catalogue.book(isbn: spine.code.isbn)?.book {
            (book.title, book.author, book.score, book.isAccepted) = (known.title, known.author, 1, true)
        } else {
            // The number is sure, but title and author are only as good as the reading.
            let named = try TitleAndAuthor(lines, NameLikeness(table: table))
            (book.title, book.author) = (named.title, named.author)
        }
        return book
    }
}
