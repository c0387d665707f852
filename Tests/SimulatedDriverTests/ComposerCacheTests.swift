import CaptureDriver
import Testing

@testable import SimulatedDriver

@Suite struct ComposerCacheTests {
    @Test("A stream that sees the same as the last one need not draw it again; another one does")
    func shelf() throws {
        let shelf = ComposerCache(scene: MovingScene())
        let first = try shelf.take(label(angle: 0))
        shelf.put(first, label(angle: 0))
        let other = try shelf.take(label(angle: 180))
        #expect(other !== first)
        let again = try shelf.take(label(angle: 0))
        #expect(again === first)
        #expect(try shelf.take(label(angle: 0)) !== first, "it is with somebody")
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
