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
