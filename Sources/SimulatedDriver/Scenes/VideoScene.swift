import CLibAV

/// A scene that is a video, scaled to fit and played again and again in real time.
public struct VideoScene: SimulatedScene {
    /// The video's file.
    public let path: String

    /// Takes a video in any format that libav decodes, such as MP4.
    ///
    /// - Throws: `SceneError` when it cannot be read or decoded.
    public init(path: String) throws(SceneError) {
        self.path = path
        guard try SceneFileDecoder(path: path).next() != nil else {
            throw SceneError(path: path, reason: "there is no picture in it. Choose a video.")
        }
    }

    /// The file's path.
    public var name: String { path }

    /// Opens the video for a camera.
    public func makeRenderer(for view: SceneView) throws -> any SceneRenderer {
        try VideoRenderer(decoder: SceneFileDecoder(path: path), fitter: ImageFitter(view: view), path: path)
    }
}

/// Shows the picture of a video that belongs to the scene's time.
private final class VideoRenderer: SceneRenderer {
    /// Beyond so many seconds it is faster to seek than to decode what lies between.
    private static let seekDistance = 2.0

    private let decoder: SceneFileDecoder
    private let fitter: ImageFitter
    private var shown = 0.0
    private let length: Double
    private var waiting: (frame: UnsafePointer<AVFrame>, seconds: Double)?

    init(decoder: SceneFileDecoder, fitter: ImageFitter, path: String) throws {
        self.decoder = decoder
        self.fitter = fitter
        length = decoder.seconds
        guard let first = decoder.next(), fitter.fit(first.frame, angle: decoder.angle(of: first.frame)) else {
            throw SceneError(path: path, reason: "its pictures cannot be converted. Choose another video.")
        }
        waiting = decoder.next()
    }

    func render(at seconds: Double, into target: SceneTarget) {
        let place = length > 0 ? seconds.truncatingRemainder(dividingBy: length) : 0
        if place < shown || place > shown + Self.seekDistance { start(at: place) }
        advance(to: place)
        fitter.image.copy(into: target.view)
    }

    private func start(at place: Double) {
        // Containers round times to pictures; from a second before, decoding passes the right one.
        decoder.seek(to: max(0, place - 1))
        shown = place
        waiting = decoder.next()
        if let first = waiting { present(first) }
    }

    /// Decodes until the next picture would be too early. A decoder lends one picture at a time, so the one that waits is
    /// shown before the next is decoded.
    private func advance(to place: Double) {
        while let next = waiting, next.seconds <= place {
            present(next)
        }
    }

    private func present(_ next: (frame: UnsafePointer<AVFrame>, seconds: Double)) {
        _ = fitter.fit(next.frame, angle: decoder.angle(of: next.frame))
        shown = next.seconds
        waiting = decoder.next()
    }
}
