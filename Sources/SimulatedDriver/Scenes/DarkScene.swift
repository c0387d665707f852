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
