import CCairo
import KnownBooks
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

/// What a bookshelf is made of. Equal requests give pictures that are equal bit by bit on the same machine.
public struct BookshelfRequest: Sendable, Hashable {
    /// Decides everything that is left to chance.
    public var seed: UInt64
    /// How hard the picture is to read.
    public var level: BookshelfLevel
    /// Pixels in a row of the picture.
    public var width: Int
    /// Rows of the picture.
    public var height: Int
    /// How many spines are visible. More than about twenty stand on several boards; the more there are, the smaller
    /// they are drawn.
    public var spineCount: Int
    /// The books to choose from.
    public var books: [KnownBook]

    /// Makes a request.
    public init(
        seed: UInt64,
        level: BookshelfLevel,
        width: Int = 1024,
        height: Int = 768,
        spineCount: Int = 10,
        books: [KnownBook]
    ) {
        self.seed = seed
        self.level = level
        self.width = width
        self.height = height
        self.spineCount = spineCount
        self.books = books
    }

    /// The sizes that can be drawn, for width and height, in pixels.
    public static let sizes = 64...16_384
    /// The numbers of spines that can be drawn.
    public static let spineCounts = 1...400

    func validate() throws(BookshelfError) {
        guard Self.sizes.contains(width), Self.sizes.contains(height) else {
            throw .sizeOutOfRange(width: width, height: height)
        }
        guard Self.spineCounts.contains(spineCount) else { throw .spineCountOutOfRange(spineCount) }
    }
}

/// How hard a picture of a bookshelf is to read.
public enum BookshelfLevel: Int, Sendable, Hashable, Codable, CaseIterable {
    /// Plain grounds, text of 12 to 24 points at 75 dots per inch, gaps between the spines, a perfect camera.
    case clean = 1
    /// Tilted by up to 6 degrees, uneven light, slight blur, JPEG compression.
    case tilted = 2
    /// Noise, motion blur, glare; decorative fonts, capitals, publishers' marks, call-number labels; some spines are
    /// read from the bottom to the top.
    case noisy = 3
    /// Textured grounds, bands of colour, books that touch, thin spines, horizontal piles.
    case textured = 4
}

/// A finished picture: blue, green, red, alpha in memory, opaque.
public final class BookshelfImage {
    private let canvas: Canvas

    init(_ canvas: Canvas) {
        self.canvas = canvas
    }

    /// Pixels in a row.
    public var width: Int { canvas.width }
    /// Rows.
    public var height: Int { canvas.height }

    /// Gives the pixels to `body`; the pointer is valid only there.
    ///
    /// - Parameter body: takes the first byte, and the bytes from one row to the next.
    public func withPixels<Result>(_ body: (_ base: UnsafePointer<UInt8>, _ stride: Int) throws -> Result) rethrows
        -> Result
    {
        try canvas.withPixels { base, stride in try body(base, stride) }
    }

    /// Writes the picture as PNG.
    ///
    /// - Throws: `BookshelfError.drawing` when the file cannot be written.
    public func writePNG(to path: String) throws(BookshelfError) {
        if let failure = canvas.writePNG(to: path) { throw .drawing(reason: "\(path): \(failure)") }
    }
}

/// A point in pixels; the origin is the picture's upper left corner, y grows downward.
public struct ImagePoint: Sendable, Hashable, Codable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// How a spine's text runs in the picture.
public enum ReadingDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// The letters' feet point to the left, as English and Scandinavian publishers print.
    case topToBottom
    /// The letters' feet point to the right, as many French, Spanish and German publishers print.
    case bottomToTop
    /// The book lies, and its text is upright.
    case leftToRight
}

/// What a drawn spine is in truth.
public struct SpineTruth: Sendable, Hashable, Codable {
    /// The book.
    public var book: KnownBook
    /// The title as printed: its lines, in capitals if printed so, without a subtitle that found no room.
    public var printedTitle: [String]
    /// The author as printed: the lines.
    public var printedAuthor: [String]
    /// The four corners of the spine in pixels: first the head's left corner of a standing book, seen from the front,
    /// then clockwise round the book. A lying book's head is on the left, so its first corner is the lower left one.
    public var corners: [ImagePoint]
    /// Whether the book stands, leaning or not; otherwise it lies.
    public var isUpright: Bool
    /// How the text runs.
    public var readingDirection: ReadingDirection
}

/// Why a bookshelf cannot be drawn.
public enum BookshelfError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fonts are not installed; another font is never taken instead.
    case missingFonts([BookshelfFont])
    /// A font's file cannot be loaded.
    case damagedFont(BookshelfFont, reason: String)
    /// A side is outside of `BookshelfRequest.sizes`.
    case sizeOutOfRange(width: Int, height: Int)
    /// The number is outside of `BookshelfRequest.spineCounts`.
    case spineCountOutOfRange(Int)
    /// Too few of the books can be set on a spine: the text is too long, or no font has its characters.
    case tooFewBooks(needed: Int, usable: Int)
    /// Cairo cannot draw.
    case drawing(reason: String)
    /// libjpeg-turbo cannot compress or decompress the picture.
    case compression(reason: String)

    /// One line for people.
    public var description: String {
        switch self {
        case .missingFonts(let fonts):
            let names = fonts.map(\.postscriptName).joined(separator: ", ")
            let packages = Array(Set(fonts.map(\.package))).sorted().joined(separator: " ")
            return "Fonts are missing: \(names). Install them with: apt-get install \(packages)"
        case .damagedFont(let font, let reason):
            return "The font \(font.postscriptName) cannot be loaded: \(reason). Install \(font.package) again."
        case .sizeOutOfRange(let width, let height):
            let sizes = BookshelfRequest.sizes
            return "A picture of \(width)x\(height) cannot be drawn; sides have \(sizes.lowerBound) to "
                + "\(sizes.upperBound) pixels."
        case .spineCountOutOfRange(let count):
            let counts = BookshelfRequest.spineCounts
            return "\(count) spines cannot be drawn; choose \(counts.lowerBound) to \(counts.upperBound)."
        case .tooFewBooks(let needed, let usable):
            return "\(needed) books are needed, and \(usable) of the list can be set on a spine. Give more books."
        case .drawing(let reason): return "Cairo cannot draw the bookshelf: \(reason)"
        case .compression(let reason): return "The picture cannot be compressed: \(reason)"
        }
    }
}
