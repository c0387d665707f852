import CCairo
import SceneDrawing
import SeededRandom

/// A bookshelf that is drawn: real text in real fonts on spines that look like books, everything by seed.
///
/// Used by one thread at a time, as its fonts are.
public struct Bookshelf {
    /// What the shelf was made of.
    public let request: BookshelfRequest
    /// What the picture shows, from the upper left to the lower right.
    public let spines: [SpineTruth]

    private(set) var layout: ShelfLayout
    let fonts: FontLibrary
    private let furnitureSeed: UInt64
    private let effectsSeed: UInt64

    /// Puts books on the shelf.
    ///
    /// Books that don't fit on a spine, or whose letters the fonts lack, are left out when they are chosen.
    ///
    /// - Throws: `BookshelfError` when the request has values out of range, or too few usable books.
    public init(_ request: BookshelfRequest, fonts: FontLibrary) throws(BookshelfError) {
        try request.validate()
        var generator = SeededGenerator(seed: request.seed)
        furnitureSeed = generator.next()
        effectsSeed = generator.next()
        let layout = try ShelfLayout(request, fonts: fonts, generator: &generator)
        let matrix = layout.imageMatrix(width: Double(request.width), height: Double(request.height))
        self.request = request
        self.layout = layout
        self.fonts = fonts
        spines = layout.spines.map { $0.truth(matrix) }
    }

    /// Draws the picture, as a camera of the level's quality takes it.
    public func draw() throws(BookshelfError) -> BookshelfImage {
        let canvas = Canvas(width: request.width, height: request.height)
        try drawWorld(
            canvas,
            layout.imageMatrix(width: Double(request.width), height: Double(request.height))
        )
        return BookshelfImage(try effects.photograph(canvas))
    }

    /// Draws the shelf in its light, before any camera.
    ///
    /// - Parameter matrix: leads from the shelf to the canvas' pixels.
    func drawWorld(_ canvas: Canvas, _ matrix: cairo_matrix_t, paintsText: Bool = true) throws(BookshelfError) {
        canvas.group {
            canvas.transform(matrix)
            ShelfPainter(layout: layout, fonts: fonts, seed: furnitureSeed).draw(canvas, paintsText: paintsText)
        }
        effects.light(canvas)
        if let failure = canvas.failure { throw .drawing(reason: failure) }
    }

    /// The same shelf without its books.
    var emptied: Bookshelf {
        var shelf = self
        shelf.layout.spines = []
        return shelf
    }

    private var effects: PhotoEffects { PhotoEffects(level: request.level, seed: effectsSeed) }
}
