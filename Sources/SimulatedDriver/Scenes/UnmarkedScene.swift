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
