import CCairo
import Foundation
import KnownBooks
import SeededRandom

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
