import CaptureDriver
import ImageProcessing
import SceneDrawing

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
