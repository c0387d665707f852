import KnownBooks

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
