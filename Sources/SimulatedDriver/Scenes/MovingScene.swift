import CLibYUV
import SceneDrawing

/// The built-in scene: balloons over a valley for cameras that look away from the person, and a friendly robot in a
/// library for cameras that look at them.
public struct MovingScene: SimulatedScene {
    /// Makes the scene.
    public init() {}

    /// `moving`.
    public var name: String { "moving" }

    /// Draws the still parts once; the moving ones are blended into every frame.
    public func makeRenderer(for view: SceneView) -> any SceneRenderer {
        switch view.direction {
        case .away: LayeredRenderer(view: view, background: ValleyBackdrop.draw, movers: Valley.movers(for: view))
        case .towardPerson:
            LayeredRenderer(view: view, background: LibraryBackdrop.draw, movers: Library.movers(for: view))
        }
    }

    /// Distances are those of a model landscape and of a room.
    public func makeDepthRenderer(for view: SceneView) -> any SceneDepthRenderer {
        switch view.direction {
        case .away: LayeredDepth(view: view, background: ValleyBackdrop.drawDepth, movers: Valley.movers(for: view))
        case .towardPerson:
            LayeredDepth(view: view, background: LibraryBackdrop.drawDepth, movers: Library.movers(for: view))
        }
    }
}

/// A sprite and the path on which its middle moves, in the scene's units.
struct Mover {
    var sprite: Sprite
    /// How far away it is.
    var metres: Double
    var path: (_ seconds: Double) -> (x: Double, y: Double)
}

/// Copies a still background and blends moving sprites over it; what is in front comes last.
final class LayeredRenderer: SceneRenderer {
    private let view: SceneView
    private let background: PlanarImage
    private let movers: [Mover]

    init(view: SceneView, background draw: (Canvas, SceneView) -> Void, movers: [Mover]) {
        self.view = view
        self.movers = movers
        let size = view.transform.sensor
        background = PlanarImage(width: Int(size.width), height: Int(size.height))
        let canvas = view.makeCanvas()
        draw(canvas, view)
        PlaneConversion.convert(canvas, into: background.view, range: view.range)
    }

    func render(at seconds: Double, into target: SceneTarget) {
        background.copy(into: target.view)
        for mover in movers {
            let place = mover.path(seconds)
            view.draw(mover.sprite, x: place.x, y: place.y, into: target.view)
        }
    }
}

/// Tells how far away everything in a scene is, for one camera; used by one thread at a time.
public protocol SceneDepthRenderer: AnyObject {
    /// Draws how near everything is.
    ///
    /// - Parameters:
    ///   - seconds: the scene's time, as for its picture.
    ///   - target: where to draw; of the size that the renderer's view has.
    func renderDepth(at seconds: Double, into target: SceneDepthTarget)
}

/// The picture that a scene's depth is drawn into: a byte for each pixel, larger for what is nearer.
///
/// Bytes are disparities, in 128ths of one per metre, so that 128 is one metre away, and 0 is out of reach; nothing is nearer than
/// half a metre.
public struct SceneDepthTarget {
    /// The first pixel.
    public let nearness: UnsafeMutablePointer<UInt8>
    /// Bytes from one row to the next.
    public let stride: Int
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int

    private static let scale = 128.0

    /// The byte for a distance.
    public static func nearness(ofMetres metres: Double) -> UInt8 {
        UInt8(max(1, min(255, (scale / max(metres, 0.01)).rounded())))
    }

    /// The distance that a byte stands for; `nil` for what is out of reach.
    static func metres(ofNearness nearness: UInt8) -> Double? {
        nearness > 0 ? scale / Double(nearness) : nil
    }

    /// Makes everything equally near.
    public func fill(_ value: UInt8) {
        SetPlane(nearness, Int32(stride), Int32(width), Int32(height), UInt32(value))
    }
}

extension SimulatedScene {
    /// A scene is as flat as a screen that is a metre away, unless it says otherwise.
    public func makeDepthRenderer(for view: SceneView) throws -> any SceneDepthRenderer { FlatDepth(metres: 1) }
}

/// Everything is equally far away, as of a photo that somebody holds before the camera.
private final class FlatDepth: SceneDepthRenderer {
    private let nearness: UInt8

    init(metres: Double) {
        nearness = SceneDepthTarget.nearness(ofMetres: metres)
    }

    func renderDepth(at seconds: Double, into target: SceneDepthTarget) {
        target.fill(nearness)
    }
}

/// The depth of a still background, and of sprites that move before it; what is in front comes last.
final class LayeredDepth: SceneDepthRenderer {
    private let view: SceneView
    private let background: PlanarImageMemory
    private let movers: [Mover]

    /// - Parameter draw: draws the background, in the colours of `SceneColor(metres:)`.
    init(view: SceneView, background draw: (Canvas, SceneView) -> Void, movers: [Mover]) {
        self.view = view
        self.movers = movers
        let size = view.transform.sensor
        let background = PlanarImageMemory(rowBytes: Int(size.width), rows: Int(size.height))
        let canvas = view.makeCanvas()
        draw(canvas, view)
        canvas.withPixels { base, stride in
            for y in 0..<Int(size.height) {
                let (from, to) = (base + y * stride, background.base + y * background.stride)
                // Blue, green, red and alpha: they are all the same grey.
                for x in 0..<Int(size.width) { to[x] = from[4 * x] }
            }
        }
        self.background = background
    }

    func renderDepth(at seconds: Double, into target: SceneDepthTarget) {
        CopyPlane(
            background.base,
            Int32(background.stride),
            target.nearness,
            Int32(target.stride),
            Int32(target.width),
            Int32(target.height)
        )
        for mover in movers {
            let place = mover.path(seconds)
            let rect = view.place(of: mover.sprite, x: place.x, y: place.y)
            let nearness = SceneDepthTarget.nearness(ofMetres: mover.metres)
            mover.sprite.drawSilhouette(nearness, into: target, x: rect.x, y: rect.y)
        }
    }
}

extension SceneColor {
    /// The grey that stands for a distance where depth is drawn.
    init(metres: Double) {
        let grey = UInt32(SceneDepthTarget.nearness(ofMetres: metres))
        self.init(grey << 16 | grey << 8 | grey)
    }

    /// What stands for what is out of reach.
    static let outOfReach = SceneColor(0)
}
