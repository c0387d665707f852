import CaptureDriver
import Testing

@testable import SimulatedDriver

@Suite struct ComposerCacheTests {
    @Test("A stream that sees the same as the last one need not draw it again; another one does")
    func shelf() throws {
        let cache = ComposerCache(scene: MovingScene())
        let first = try cache.dequeue(label(angle: 0))
        cache.store(first, label(angle: 0))
        let other = try cache.dequeue(label(angle: 180))
        #expect(other !== first)
        let again = try cache.dequeue(label(angle: 0))
        #expect(again === first)
        #expect(try cache.dequeue(label(angle: 0)) !== first, "it is with somebody")
    }

    private func label(angle: Int) -> ComposerCache.Label {
        let transform = UprightTransform(sensor: CaptureDimensions(width: 64, height: 48), angle: angle)
        let view = SceneView(
            cameraName: "Camera",
            direction: .away,
            magnification: 1,
            transform: transform,
            isFullRange: true
        )
        return ComposerCache.Label(view: view, framesPerSecond: 30)
    }
}
