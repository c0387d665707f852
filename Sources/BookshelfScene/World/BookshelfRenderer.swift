import CCairo
import SceneDrawing

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
