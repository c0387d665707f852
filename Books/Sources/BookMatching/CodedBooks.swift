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

/// An International Standard Book Number with a right check digit, in its form of 13 digits.
public struct ISBN: Hashable, Sendable, CustomStringConvertible {
    /// The 13 digits as a number.
    public let number: Int64

    /// The 13 digits.
    public var description: String { String(number) }

    /// Accepts 10 and 13 digits, with hyphens or blanks between them, and with a remark behind ("84-297-4143-7 (vol. 1)").
    /// - Returns: `nil` if it is none, or its check digit is wrong.
    public init?(_ text: String) {
        var digits: [Int64] = []
        var endsInX = false
        for scalar in text.unicodeScalars {
            if "0"..."9" ~= scalar {
                if endsInX || digits.count == 13 { return nil }
                digits.append(Int64(scalar.value) - 48)
            } else if scalar == "X" || scalar == "x" {
                if digits.count != 9 || endsInX { return nil }
                digits.append(10)
                endsInX = true
            } else if scalar == "(" {
                break
            } else if !"-\u{2010}\u{2011}\u{2013} ".unicodeScalars.contains(scalar) {
                return nil
            }
        }
        guard let number = digits.count == 10 ? Self.fromTen(digits) : Self.fromThirteen(digits) else { return nil }
        self.number = number
    }

    /// - Returns: `nil` if the number is none of 13 digits, or its check digit is wrong.
    public init?(number: Int64) { self.init(String(number)) }

    private static func fromTen(_ digits: [Int64]) -> Int64? {
        let sum = digits.enumerated().reduce(0) { $0 + Int64(10 - $1.offset) * $1.element }
        guard sum % 11 == 0 else { return nil }
        let body = [9, 7, 8] + digits.dropLast()
        return value(body + [(10 - weightedSum(body) % 10) % 10])
    }

    private static func fromThirteen(_ digits: [Int64]) -> Int64? {
        guard digits.count == 13, weightedSum(digits) % 10 == 0 else { return nil }
        let number = value(digits)
        return (9_780_000_000_000..<9_800_000_000_000).contains(number) ? number : nil
    }

    private static func weightedSum(_ digits: [Int64]) -> Int64 {
        digits.enumerated().reduce(0) { $0 + ($1.offset.isMultiple(of: 2) ? 1 : 3) * $1.element }
    }

    private static func value(_ digits: [Int64]) -> Int64 { digits.reduce(0) { $0 * 10 + $1 } }
}

/// An ISBN that was read from a bar code in the image.
public struct ReadCode: Sendable, Equatable {
    /// What the code says.
    public var isbn: ISBN
    /// Its four corners in order around it, x and y in pixels from the upper left corner of the image.
    public var corners: [SIMD2<Double>]

    /// An ISBN with the four corners of its code.
    public init(isbn: ISBN, corners: [SIMD2<Double>]) {
        precondition(corners.count == 4, "A code has four corners.")
        (self.isbn, self.corners) = (isbn, corners)
    }
}

/// The area of a code, and which lines stand on the same spine by their places.
struct CodeArea {
    let corners: [Point]
    let center: Point

    init(_ code: ReadCode) {
        corners = code.corners.map { Point(x: $0.x, y: $0.y) }
        center = corners.reduce(Point(x: 0, y: 0), +) * 0.25
    }

    /// How far away a line is whose axis meets the code, in heights of its text; 0 within the code.
    /// - Returns: `nil` for a line that leads past the code.
    func distance(of line: SpineLine) -> Double? {
        let across = Point(x: -line.direction.y, y: line.direction.x)
        let along = extent(line.direction)
        let side = extent(across)
        let position = Point.dot(line.center, line.direction)
        let offset = abs(Point.dot(line.center, across) - (side.lowerBound + side.upperBound) / 2)
        guard offset < max(side.upperBound - side.lowerBound, line.height) / 2 else { return nil }
        let gap = max(along.lowerBound - position, position - along.upperBound) - line.length / 2
        return max(0, gap / line.height)
    }

    /// Whether it is the same code, read twice.
    func isSame(as other: CodeArea) -> Bool {
        let horizontal = extent(Point(x: 1, y: 0))
        let vertical = extent(Point(x: 0, y: 1))
        return horizontal.contains(other.center.x) && vertical.contains(other.center.y)
    }

    private func extent(_ direction: Point) -> ClosedRange<Double> {
        let places = corners.map { Point.dot($0, direction) }
        return (places.min() ?? 0)...(places.max() ?? 0)
    }
}
