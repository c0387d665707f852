import KnownBooks
import SimulatedDriver

/// A bookshelf before simulated cameras, which are held by hand.
public struct ShelfScene: SimulatedScene {
    /// What the shelf is made of. Its picture's size does not count: each camera has its own.
    public let request: BookshelfRequest
    /// How the cameras move.
    public let motion: CameraMotion

    /// - Parameters:
    ///   - seed: decides which books stand there, and how.
    ///   - spineCount: how many books.
    /// - Throws: `KnownBooksError`; `BookshelfError` where fonts are missing.
    public init(
        seed: UInt64 = 1,
        level: BookshelfLevel = .tilted,
        spineCount: Int = 10,
        motion: CameraMotion = .handheld
    ) throws {
        request = BookshelfRequest(seed: seed, level: level, spineCount: spineCount, books: try KnownBooks.load())
        self.motion = motion
        _ = try Bookshelf(request, fonts: FontLibrary())
    }

    /// The books that stand there.
    public func books() throws(BookshelfError) -> [KnownBook] {
        try Bookshelf(request, fonts: FontLibrary()).spines.map(\.book)
    }

    /// `bookshelf`.
    public var name: String { "bookshelf" }

    /// False: what is written in the picture is written on books.
    public var bearsTimecode: Bool { false }

    /// Draws the shelf as one camera sees it.
    public func makeRenderer(for view: SceneView) throws -> any SceneRenderer {
        let sensor = view.transform.sensor
        return ShelfSceneRenderer(
            try BookshelfRenderer(
                Bookshelf(request, fonts: FontLibrary()),
                width: Int(sensor.width),
                height: Int(sensor.height),
                angle: view.transform.angle,
                magnification: view.magnification,
                motion: motion
            ),
            isFullRange: view.isFullRange
        )
    }
}

private final class ShelfSceneRenderer: SceneRenderer {
    private let renderer: BookshelfRenderer
    private let isFullRange: Bool

    init(_ renderer: BookshelfRenderer, isFullRange: Bool) {
        self.renderer = renderer
        self.isFullRange = isFullRange
    }

    func render(at seconds: Double, into target: SceneTarget) {
        renderer.render(at: seconds) { base, stride in
            target.convert(pixels: base, bytesPerRow: stride, isFullRange: isFullRange)
        }
    }
}
