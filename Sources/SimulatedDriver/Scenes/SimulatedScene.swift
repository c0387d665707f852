import CaptureDriver
import ImageProcessing
import SceneDrawing

/// What the simulated cameras look at.
public protocol SimulatedScene: Sendable {
    /// A short name, for logs and menus.
    var name: String { get }

    /// Whether pictures bear the camera's name, a clock and a timecode that tests read; true unless a scene says otherwise. Text
    /// that does not belong to the scene is in the way where text is looked for.
    var bearsTimecode: Bool { get }

    /// Prepares to draw the scene as one camera sees it; called when a stream starts and when the phone is turned.
    ///
    /// - Throws: `SceneError` when the scene's file cannot be shown.
    func makeRenderer(for view: SceneView) throws -> any SceneRenderer

    /// Prepares to tell how far away everything is that a camera with a depth sensor sees. Scenes that say nothing are flat.
    ///
    /// - Parameter view: what the camera sees, in the size of depth maps.
    func makeDepthRenderer(for view: SceneView) throws -> any SceneDepthRenderer
}

extension SimulatedScene {
    public var bearsTimecode: Bool { true }
}

/// Draws a scene for one camera; used by one thread at a time.
public protocol SceneRenderer: AnyObject {
    /// Draws the whole picture.
    ///
    /// - Parameters:
    ///   - seconds: the scene's time; starts at zero and may jump.
    ///   - target: where to draw; of the size that the renderer's view has.
    func render(at seconds: Double, into target: SceneTarget)
}

/// The picture that a scene is drawn into: a plane of luma, and one of interleaved chroma at half size.
public struct SceneTarget {
    /// The first luma sample.
    public let luma: UnsafeMutablePointer<UInt8>
    /// Bytes from one luma row to the next.
    public let lumaStride: Int
    /// The first pair of Cb and Cr.
    public let chroma: UnsafeMutablePointer<UInt8>
    /// Bytes from one chroma row to the next.
    public let chromaStride: Int
    /// Pixels in a row; even.
    public let width: Int
    /// Rows; even.
    public let height: Int

    init(_ view: PlanarImageView) {
        luma = view.luma
        lumaStride = view.lumaStride
        chroma = view.chroma
        chromaStride = view.chromaStride
        width = view.width
        height = view.height
    }

    /// Takes over a picture of the same size, converted as simulated cameras convert.
    /// - Parameter pixels: opaque; blue, green, red, alpha in memory.
    public func convert(pixels: UnsafePointer<UInt8>, bytesPerRow: Int, isFullRange: Bool) {
        PlaneConversion.convert(
            pixels: pixels,
            stride: bytesPerRow,
            into: view,
            range: isFullRange ? .full : .video
        )
    }

    var view: PlanarImageView {
        PlanarImageView(
            luma: luma,
            lumaStride: lumaStride,
            chroma: chroma,
            chromaStride: chromaStride,
            width: width,
            height: height
        )
    }
}

/// Why a scene cannot be shown.
public struct SceneError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file concerned.
    public var path: String
    /// What is wrong with it, and what to do.
    public var reason: String

    /// Makes an error.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// One line for people.
    public var description: String { "The scene \(path) cannot be shown: \(reason)" }
}

/// What a camera sees of a scene, and how its picture lies in the sensor's frame.
public struct SceneView: Sendable, Hashable {
    /// Which way a camera looks.
    public enum Direction: String, Sendable, Hashable {
        /// Away from the person who holds the phone.
        case away
        /// To the person who holds the phone.
        case towardPerson
    }

    /// The camera's name, for the label in the picture.
    public var cameraName: String
    /// Which way the camera looks.
    public var direction: Direction
    /// How large things appear: 1 as a wide-angle camera shows them, 0.5 for an ultra-wide camera.
    public var magnification: Double
    /// How the upright world lies in the sensor's picture.
    public var transform: UprightTransform
    /// Whether luma uses all of 0 to 255.
    public var isFullRange: Bool

    /// Puts a view together.
    public init(
        cameraName: String,
        direction: Direction,
        magnification: Double,
        transform: UprightTransform,
        isFullRange: Bool
    ) {
        self.cameraName = cameraName
        self.direction = direction
        self.magnification = magnification
        self.transform = transform
        self.isFullRange = isFullRange
    }

    var range: SampleRange { isFullRange ? .full : .video }
}

extension SceneView {
    /// Pixels of one unit of length in the scene: half of the picture's shorter side, times the magnification.
    var unit: Double {
        Double(min(transform.sensor.width, transform.sensor.height)) / 2 * magnification
    }

    /// Half the visible world's width and height, in units.
    var halfExtent: (x: Double, y: Double) {
        let size = transform.upright
        return (Double(size.width) / 2 / unit, Double(size.height) / 2 / unit)
    }

    /// A canvas of the sensor's size whose coordinates are the scene's: origin in the middle, y downward.
    func makeCanvas() -> Canvas {
        let canvas = Canvas(width: Int(transform.sensor.width), height: Int(transform.sensor.height))
        enterScene(canvas)
        return canvas
    }

    /// Draws a sprite that reaches from -width/2 to width/2 and -height/2 to height/2, in units of length.
    func makeSprite(width: Double, height: Double, draw: (Canvas) -> Void) -> Sprite {
        let pixelWidth = evenPixels(width)
        let pixelHeight = evenPixels(height)
        return makeSprite(pixelWidth: pixelWidth, pixelHeight: pixelHeight) { canvas in
            canvas.moveOrigin(x: Double(pixelWidth) / 2, y: Double(pixelHeight) / 2, scale: unit)
            draw(canvas)
        }
    }

    /// Draws an upright sprite in pixels, origin at its top left; odd sizes are rounded up.
    func makeSprite(pixelWidth: Int, pixelHeight: Int, draw: (Canvas) -> Void) -> Sprite {
        let width = Int32((pixelWidth + 1) & ~1)
        let height = Int32((pixelHeight + 1) & ~1)
        let isTurned = transform.angle % 180 != 0
        let turn = UprightTransform(
            sensor: CaptureDimensions(width: isTurned ? height : width, height: isTurned ? width : height),
            angle: transform.angle
        )
        let canvas = Canvas(width: Int(turn.sensor.width), height: Int(turn.sensor.height))
        canvas.transform(turn.matrix)
        draw(canvas)
        return Sprite(canvas, range: range)
    }

    /// Blends a sprite with its middle at a place of the scene.
    func draw(_ sprite: Sprite, x: Double, y: Double, into image: PlanarImageView) {
        let place = place(of: sprite, x: x, y: y)
        sprite.draw(into: image, x: place.x, y: place.y)
    }

    /// Where a sprite lies in the sensor's picture that has its middle at a place of the scene.
    func place(of sprite: Sprite, x: Double, y: Double) -> PixelRect {
        let size = transform.upright
        let isTurned = transform.angle % 180 != 0
        let left = Int((Double(size.width) / 2 + x * unit).rounded()) - (isTurned ? sprite.height : sprite.width) / 2
        let top = Int((Double(size.height) / 2 + y * unit).rounded()) - (isTurned ? sprite.width : sprite.height) / 2
        return place(of: sprite, uprightX: left, uprightY: top)
    }

    /// Blends a sprite with its top left corner at a pixel of the upright picture.
    func draw(_ sprite: Sprite, uprightX: Int, uprightY: Int, into image: PlanarImageView) {
        let place = place(of: sprite, uprightX: uprightX, uprightY: uprightY)
        sprite.draw(into: image, x: place.x, y: place.y)
    }

    private func place(of sprite: Sprite, uprightX: Int, uprightY: Int) -> PixelRect {
        let isTurned = transform.angle % 180 != 0
        return transform.sensorRect(
            PixelRect(
                x: uprightX,
                y: uprightY,
                width: isTurned ? sprite.height : sprite.width,
                height: isTurned ? sprite.width : sprite.height
            )
        )
    }

    private func enterScene(_ canvas: Canvas) {
        canvas.transform(transform.matrix)
        let size = transform.upright
        canvas.moveOrigin(x: Double(size.width) / 2, y: Double(size.height) / 2, scale: unit)
    }

    private func evenPixels(_ length: Double) -> Int {
        max(2, (Int((length * unit).rounded(.up)) + 1) & ~1)
    }
}

/// Nothing to see: black pictures that cost next to nothing, for tests of everything but pictures.
///
/// They bear neither the camera's name nor a timecode unless that is asked for, and depth is flat.
public struct DarkScene: SimulatedScene {
    private final class Renderer: SceneRenderer {
        let black: UInt8

        init(black: UInt8) { self.black = black }

        func render(at seconds: Double, into target: SceneTarget) { target.view.fill(luma: black) }
    }

    /// Whether pictures bear the camera's name, a clock and a timecode.
    public var bearsTimecode: Bool

    /// Makes the scene.
    ///
    /// - Parameter bearsTimecode: whether pictures bear the camera's name, a clock and a timecode.
    public init(bearsTimecode: Bool = false) { self.bearsTimecode = bearsTimecode }

    /// `dark`.
    public var name: String { "dark" }

    /// Makes every picture black.
    public func makeRenderer(for view: SceneView) -> any SceneRenderer { Renderer(black: view.range.black) }
}

/// A scene whose pictures bear no camera's name, no clock and no timecode: nothing but what a camera would see.
public struct UnmarkedScene: SimulatedScene {
    private let scene: any SimulatedScene

    /// The same scene, without what tests read.
    public init(_ scene: any SimulatedScene) { self.scene = scene }

    public var name: String { scene.name }

    public var bearsTimecode: Bool { false }

    public func makeRenderer(for view: SceneView) throws -> any SceneRenderer { try scene.makeRenderer(for: view) }

    public func makeDepthRenderer(for view: SceneView) throws -> any SceneDepthRenderer {
        try scene.makeDepthRenderer(for: view)
    }
}
