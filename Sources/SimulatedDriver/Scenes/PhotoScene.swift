/// A scene that is one photo, scaled to fit.
public struct PhotoScene: SimulatedScene {
    /// The photo's file.
    public let path: String

    /// Takes a photo in any format that libav decodes, such as JPEG or PNG.
    ///
    /// - Throws: `SceneError` when it cannot be read or decoded.
    public init(path: String) throws(SceneError) {
        self.path = path
        guard try SceneFileDecoder(path: path).next() != nil else {
            throw SceneError(path: path, reason: "there is no picture in it. Choose a photo.")
        }
    }

    /// The file's path.
    public var name: String { path }

    /// Decodes the photo and fits it into the camera's frame.
    public func makeRenderer(for view: SceneView) throws -> any SceneRenderer {
        let decoder = try SceneFileDecoder(path: path)
        let fitter = ImageFitter(view: view)
        guard let (frame, _) = decoder.next(), fitter.fit(frame, angle: decoder.angle(of: frame)) else {
            throw SceneError(path: path, reason: "its picture cannot be converted. Choose another photo.")
        }
        return StillRenderer(image: fitter.image)
    }
}

/// Shows the same picture always.
private final class StillRenderer: SceneRenderer {
    private let image: PlanarImage

    init(image: PlanarImage) {
        self.image = image
    }

    func render(at seconds: Double, into target: SceneTarget) {
        image.copy(into: target.view)
    }
}
