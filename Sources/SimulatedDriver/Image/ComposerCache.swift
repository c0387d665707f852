import Synchronization

/// Keeps the composer of the stream that ended last: a camera that is started again sees the same world, and need not wait until
/// it is drawn anew.
final class ComposerCache: Sendable {
    /// What a composer draws.
    struct Label: Hashable {
        var view: SceneView
        var framesPerSecond: Int
    }

    // @unchecked: a composer in the cache is used by nobody.
    private struct Content: @unchecked Sendable {
        var label: Label
        var composer: SceneComposer
    }

    private let content = Mutex<Content?>(nil)
    private let scene: any SimulatedScene

    /// - Parameter scene: what all composers draw.
    init(scene: any SimulatedScene) {
        self.scene = scene
    }

    /// What tells how far away everything is that a camera sees.
    func makeDepthRenderer(for view: SceneView) throws -> any SceneDepthRenderer {
        try scene.makeDepthRenderer(for: view)
    }

    /// A composer for a stream: the one that is kept, if it fits, else a new one.
    func dequeue(_ label: Label) throws -> SceneComposer {
        let kept = content.withLock { content -> Content? in
            guard content?.label == label else { return nil }
            return content.take()
        }
        return try kept?.composer
            ?? SceneComposer(scene: scene, view: label.view, framesPerSecond: label.framesPerSecond)
    }

    /// Keeps the composer of a stream that is over, in the place of another.
    func store(_ composer: SceneComposer, _ label: Label) {
        // Nothing but this call knows it any more.
        nonisolated(unsafe) let unused = composer
        let former = content.withLock { content -> Content? in
            defer { content = Content(label: label, composer: unused) }
            return content
        }
        // A picture takes a while to be given back; not under the lock.
        _ = former
    }
}
