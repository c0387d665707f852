import CCairo
import Foundation
import SeededRandom

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
