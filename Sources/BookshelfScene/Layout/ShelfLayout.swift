import CCairo
import Foundation
import KnownBooks
import SeededRandom

/// Where everything on the shelf is. One unit of length is a pixel of a picture of 1024 x 768 with one board.
struct ShelfLayout {
    /// From one board to the next.
    static let boardDistance = 768.0
    /// From the upper end of a compartment to the board's surface.
    static let surface = 716.0

    /// All books, from the upper left to the lower right.
    var spines: [PlacedSpine]
    /// The number of boards.
    let boards: Int
    /// The boards' visible length.
    let width: Double
    /// How much the camera is turned, in radians.
    let roll: Double

    /// The shelf's height.
    var height: Double { Double(boards) * Self.boardDistance }

    init(_ request: BookshelfRequest, fonts: FontLibrary, generator: inout SeededGenerator) throws(BookshelfError) {
        let boards = max(1, Int((Double(request.spineCount) / 10).squareRoot().rounded()))
        let roll = generator.number(in: -1...1) * Self.rollLimit(request.level) / Double(boards)
        let leanLimit = max(0, Self.tiltLimit(request.level) - abs(roll))
        var picker = BookPicker(request, fonts: fonts, generator: generator.branch())
        var rows: [BoardLayout] = []
        for board in 0..<boards {
            let count = request.spineCount / boards + (board < request.spineCount % boards ? 1 : 0)
            let hasPile = request.level == .textured && count >= 5 && generator.chance(0.65)
            let pile = hasPile ? generator.integer(in: 2...4) : 0
            var books: [StyledSpine] = []
            for index in 0..<count { books.append(try picker.next(lies: index < pile)) }
            var branch = generator.branch()
            rows.append(
                BoardLayout(books, level: request.level, pile: pile, leanLimit: leanLimit, generator: &branch)
            )
        }
        let margin = request.level == .clean ? 28 : 40 + 12 * Double(boards)
        let width = max(1024, (rows.map(\.width).max() ?? 0) + 2 * margin)
        spines = rows.enumerated().flatMap { board, row in
            let slack = width - 2 * margin - row.width
            let shift = cairo_matrix_t.translation(
                x: margin + slack * generator.number(in: 0.2...0.8),
                y: Double(board) * Self.boardDistance + Self.surface
            )
            return row.spines.map { spine in
                var spine = spine
                spine.matrix = spine.matrix.then(shift)
                return spine
            }
        }
        self.boards = boards
        self.width = width
        self.roll = roll
    }

    /// Leads from the shelf to a picture that shows all of it.
    func imageMatrix(width: Double, height: Double) -> cairo_matrix_t {
        .translation(x: -self.width / 2, y: -self.height / 2)
            .then(.rotation(roll))
            .then(.scaling(min(width / self.width, height / self.height)))
            .then(.translation(x: width / 2, y: height / 2))
    }

    private static func rollLimit(_ level: BookshelfLevel) -> Double {
        switch level {
        case .clean: 0
        case .tilted: radians(2.4)
        case .noisy: radians(2)
        case .textured: radians(1.4)
        }
    }

    /// The largest tilt of a spine in the picture: what the book leans, and what the camera is turned.
    private static func tiltLimit(_ level: BookshelfLevel) -> Double {
        switch level {
        case .clean: 0
        case .tilted: radians(6)
        case .noisy: radians(3)
        // Books that touch stand straight.
        case .textured: 0
        }
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// Takes books from a list at random, each once, and gives them looks in which their text fits.
struct BookPicker {
    private let level: BookshelfLevel
    private let needed: Int
    private let fonts: FontLibrary
    private var books: [KnownBook]
    private var generator: SeededGenerator
    private var picked = 0

    /// How many looks are tried for a book before it is left out.
    private static let attempts = 24

    init(_ request: BookshelfRequest, fonts: FontLibrary, generator: SeededGenerator) {
        level = request.level
        needed = request.spineCount
        self.fonts = fonts
        self.generator = generator
        var seen: Set<KnownBook> = []
        books = request.books.filter { seen.insert($0).inserted }
    }

    mutating func next(lies: Bool) throws(BookshelfError) -> StyledSpine {
        while !books.isEmpty {
            let index = generator.integer(in: 0...books.count - 1)
            books.swapAt(index, books.count - 1)
            let book = books.removeLast()
            if let spine = style(book, lies: lies) {
                picked += 1
                return spine
            }
        }
        throw .tooFewBooks(needed: needed, usable: picked)
    }

    private mutating func style(_ book: KnownBook, lies: Bool) -> StyledSpine? {
        var book = book
        book.title = Self.normalized(book.title)
        book.author = Self.normalized(book.author)
        guard !book.title.isEmpty, !book.author.isEmpty, Self.isSetLetterByLetter(book.title + book.author) else {
            return nil
        }
        var branch = generator.branch()
        for _ in 0..<Self.attempts {
            let style = SpineStyle(level: level, lies: lies, generator: &branch)
            guard fonts.font(style.titleFont, covers: book.title + book.title.uppercased()),
                fonts.font(style.authorFont, covers: book.author + book.author.uppercased()),
                let text = TextSetter(fonts: fonts).set(book, style)
            else { continue }
            return StyledSpine(book: book, style: style, text: text)
        }
        return nil
    }

    /// Composed characters, and no space but single ones between words.
    private static func normalized(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether letters stand one after another from the left to the right, as Latin, Greek and Cyrillic ones do;
    /// Hebrew, Arabic and Indic scripts would need shaping, and are left out rather than drawn wrong.
    private static func isSetLetterByLetter(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.value < 0x0590 || (0x1e00...0x20cf).contains(scalar.value)
                || (0x2100...0x214f).contains(scalar.value)
        }
    }
}
