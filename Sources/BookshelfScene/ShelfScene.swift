import CCairo
import Foundation
import KnownBooks
import SceneDrawing
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

/// Draws a bookshelf as a camera sees it that moves: the shelf is drawn once, and every frame shows a part of it.
///
/// The frames have the world's properties (tilt, light, glare), not the camera's (blur, noise, compression). Used by one
/// thread at a time; nothing is allocated for a frame.
public final class BookshelfRenderer {
    private let shelf: Bookshelf
    private let motion: CameraMotion
    private let world: Canvas
    private let frame: Canvas
    /// Leads from the shelf to the world's pixels.
    private let worldMatrix: cairo_matrix_t

    /// Draws the shelf.
    ///
    /// - Parameters:
    ///   - shelf: what the camera looks at; its request's size doesn't matter.
    ///   - width: pixels in a row of the sensor's picture.
    ///   - height: rows of the sensor's picture.
    ///   - angle: degrees, clockwise, by which the sensor's picture must be turned to be upright; a multiple of 90.
    ///   - magnification: how large the shelf appears; 1 shows all of it.
    ///   - motion: how the camera moves.
    public init(
        _ shelf: Bookshelf,
        width: Int,
        height: Int,
        angle: Int = 0,
        magnification: Double = 1,
        motion: CameraMotion = .handheld
    ) throws(BookshelfError) {
        precondition(angle % 90 == 0, "only quarter turns")
        precondition(motion.zoom >= 0 && motion.zoom < 1, "a camera cannot come closer than to what it sees")
        self.shelf = shelf
        self.motion = motion
        let overscan = 2 * motion.overscan * Double(max(width, height))
        world = Canvas(width: width + Int(overscan), height: height + Int(overscan))
        frame = Canvas(width: width, height: height)
        let turn = Self.turn(angle, width: Double(width), height: Double(height))
        worldMatrix = shelf.layout.imageMatrix(width: turn.uprightWidth, height: turn.uprightHeight)
            .then(turn.matrix)
            .then(.translation(x: -Double(width) / 2, y: -Double(height) / 2))
            .then(.scaling(magnification))
            .then(.translation(x: Double(world.width) / 2, y: Double(world.height) / 2))
        try shelf.drawWorld(world, worldMatrix)
    }

    /// Pixels in a row.
    public var width: Int { frame.width }
    /// Rows.
    public var height: Int { frame.height }

    /// Draws the frame of a time, and gives its pixels to `body`; the pointer is valid only there.
    ///
    /// - Parameters:
    ///   - seconds: the scene's time; may jump.
    ///   - body: takes the first byte (blue, green, red, alpha, opaque), and the bytes from one row to the next.
    public func render<Result>(
        at seconds: Double,
        _ body: (_ base: UnsafePointer<UInt8>, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        let view = motion.view(at: seconds)
        let matrix = frameMatrix(view)
        frame.replace(with: world, x: matrix.x0, y: matrix.y0, scale: matrix.xx)
        if view.darkness > 0 {
            frame.rectangle(0, 0, Double(width), Double(height))
            frame.fill(SceneColor(0, alpha: view.darkness))
        }
        return try frame.withPixels { base, stride in try body(base, stride) }
    }

    /// Where the books are in the frame of a time, in the sensor's pixels; some may be outside of it.
    public func spines(at seconds: Double) -> [SpineTruth] {
        let matrix = worldMatrix.then(frameMatrix(motion.view(at: seconds)))
        return shelf.layout.spines.map { $0.truth(matrix) }
    }

    /// Leads from the world's pixels to the frame's: enlarged around the middle, and moved.
    private func frameMatrix(_ view: CameraMotion.View) -> cairo_matrix_t {
        let side = Double(min(width, height))
        return .translation(x: -Double(world.width) / 2, y: -Double(world.height) / 2)
            .then(.scaling(view.scale))
            .then(.translation(x: Double(width) / 2 + view.x * side, y: Double(height) / 2 + view.y * side))
    }

    /// Leads from the upright picture to the sensor's.
    private static func turn(
        _ angle: Int,
        width: Double,
        height: Double
    ) -> (matrix: cairo_matrix_t, uprightWidth: Double, uprightHeight: Double) {
        switch ((angle % 360) + 360) % 360 {
        case 90: (cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: height), height, width)
        case 180: (cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height), width, height)
        case 270: (cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: width, y0: 0), height, width)
        default: (.identity, width, height)
        }
    }
}

/// How a camera in a hand moves before a bookshelf, and how the light changes. A function of time alone.
public struct CameraMotion: Sendable, Hashable {
    /// The slow movement along the shelf to each side, as a part of the picture's shorter side.
    public var pan: Double
    /// The trembling of the hand, as a part of the picture's shorter side.
    public var shake: Double
    /// How much closer and farther the camera goes, as a part of the magnification.
    public var zoom: Double
    /// How much darker it becomes at times, 0 to 1.
    public var dimming: Double

    /// Makes a motion; everything is still by default.
    public init(pan: Double = 0, shake: Double = 0, zoom: Double = 0, dimming: Double = 0) {
        self.pan = pan
        self.shake = shake
        self.zoom = zoom
        self.dimming = dimming
    }

    /// A hand that tries to hold still.
    public static let handheld = CameraMotion(pan: 0.03, shake: 0.004, zoom: 0.03, dimming: 0.1)

    /// What the camera sees at a time.
    struct View: Hashable {
        /// Parts of the picture's shorter side by which the shelf is moved.
        var x: Double
        var y: Double
        var scale: Double
        var darkness: Double
    }

    func view(at seconds: Double) -> View {
        let tremor = (
            x: 0.6 * sin(seconds * 7.3) + 0.4 * sin(seconds * 17.1 + 1),
            y: 0.6 * sin(seconds * 6.1 + 2) + 0.4 * sin(seconds * 19.7)
        )
        return View(
            x: pan * sin(seconds * 0.5) + shake * tremor.x,
            y: pan * 0.4 * sin(seconds * 0.37 + 1) + shake * tremor.y,
            scale: 1 + zoom * sin(seconds * 0.29),
            darkness: dimming * (0.5 - 0.5 * cos(seconds * 0.41))
        )
    }

    /// How much more than the picture must be drawn on each side, as a part of the picture's longer side, so that no
    /// movement leaves it.
    var overscan: Double {
        pan + shake + 0.5 * (1 / (1 - zoom) - 1) + 0.01
    }
}
