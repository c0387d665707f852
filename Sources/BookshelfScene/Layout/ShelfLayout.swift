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

/// Books on one board, from the left to the right: some stand, some lean on each other, some lie in a pile.
struct BoardLayout {
    /// The books, with the board's left end and surface at the origin.
    private(set) var spines: [PlacedSpine] = []
    /// Where the last book ends.
    private(set) var width = 0.0

    /// Puts books on a board.
    ///
    /// - Parameter pile: how many of the books, from the first on, lie.
    /// - Parameter leanLimit: the largest angle by which books lean, in radians.
    init(
        _ books: [StyledSpine],
        level: BookshelfLevel,
        pile: Int,
        leanLimit: Double,
        generator: inout SeededGenerator
    ) {
        let lying = Array(books.prefix(pile))
        var standing = books.dropFirst(pile)
        let pilePlace = lying.isEmpty ? -1 : generator.integer(in: 0...standing.count)
        if pilePlace == 0 { addPile(lying, &generator) }
        var placed = 0
        while !standing.isEmpty {
            let untilPile = pilePlace > placed ? pilePlace - placed : standing.count
            let count = min(generator.integer(in: 1...4), standing.count, untilPile)
            let leans = leanLimit > 0 && generator.chance(0.6)
            let lean = leans ? generator.number(in: -leanLimit...leanLimit) : 0
            addGroup(Array(standing.prefix(count)), lean: lean, level, &generator)
            standing = standing.dropFirst(count)
            placed += count
            if placed == pilePlace { addPile(lying, &generator) }
        }
    }

    private static func gap(_ level: BookshelfLevel, _ generator: inout SeededGenerator) -> Double {
        switch level {
        case .clean: generator.number(in: 4...22)
        case .tilted: generator.number(in: 3...12)
        case .noisy: generator.number(in: 1...8)
        case .textured: generator.number(in: 0...0.6)
        }
    }

    /// Adds books that lean by the same angle, each on the next; positive angles lean to the right.
    private mutating func addGroup(
        _ books: [StyledSpine],
        lean: Double,
        _ level: BookshelfLevel,
        _ generator: inout SeededGenerator
    ) {
        let start = width + Self.gap(level, &generator)
        var feet: [Double] = []
        var foot = 0.0
        for book in books {
            feet.append(foot)
            foot += book.thickness / cos(lean) + (lean == 0 ? Self.gap(level, &generator) : 0.4)
        }
        // The corner that a leaning book stands on, and how far its head hangs over on each side of it.
        let places = zip(books, feet).map { book, foot in
            let overhang = book.height * sin(abs(lean))
            return lean >= 0
                ? (pivot: foot + book.thickness, left: foot, right: foot + book.thickness + overhang)
                : (pivot: foot, left: foot - overhang, right: foot + book.thickness)
        }
        let left = places.map(\.left).min() ?? 0
        for (book, place) in zip(books, places) {
            let corner = lean >= 0 ? book.thickness : 0
            let matrix = cairo_matrix_t.translation(x: -corner, y: -book.height)
                .then(.rotation(lean))
                .then(.translation(x: start - left + place.pivot, y: 0))
            spines.append(PlacedSpine(spine: book, isUpright: true, matrix: matrix))
        }
        width = start - left + (places.map(\.right).max() ?? 0)
    }

    /// Adds books that lie on each other, with their heads to the left.
    private mutating func addPile(_ books: [StyledSpine], _ generator: inout SeededGenerator) {
        let start = width + 6
        var top = 0.0
        var end = start
        for book in books {
            top -= book.thickness
            let x = start + generator.number(in: 0...16)
            let matrix = cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: x, y0: top + book.thickness)
            spines.append(PlacedSpine(spine: book, isUpright: false, matrix: matrix))
            end = max(end, x + book.height)
        }
        width = end + 4
    }
}

/// A book with its looks and its text, not yet on a shelf.
struct StyledSpine {
    var book: KnownBook
    var style: SpineStyle
    var text: SpineText

    /// Across the spine.
    var thickness: Double { text.thickness }
    /// Along the spine.
    var height: Double { style.height }
}

/// A spine at its place.
struct PlacedSpine {
    var spine: StyledSpine
    var isUpright: Bool
    /// Leads from the spine (origin at the head's left corner, x across, y to the foot) to the shelf.
    var matrix: cairo_matrix_t

    /// What the spine is in truth, in a picture to which a matrix leads from the shelf.
    func truth(_ imageMatrix: cairo_matrix_t) -> SpineTruth {
        let (width, height) = (spine.thickness, spine.height)
        let whole = matrix.then(imageMatrix)
        return SpineTruth(
            book: spine.book,
            printedTitle: spine.text.title.map(\.text),
            printedAuthor: spine.text.author.map(\.text),
            corners: [(0, 0), (width, 0), (width, height), (0, height)].map { whole.apply(x: $0.0, y: $0.1) },
            isUpright: isUpright,
            readingDirection: !isUpright ? .leftToRight : spine.style.readsUpward ? .bottomToTop : .topToBottom
        )
    }

    /// Leads from text coordinates to the spine's.
    var textMatrix: cairo_matrix_t {
        spine.style.readsUpward
            ? cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: spine.height)
            : cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: spine.thickness, y0: 0)
    }
}
