/// What the simulated cameras look at.
public protocol SimulatedScene: Sendable {
    /// A short name, for logs and menus.
    var name: String { get }

    /// Whether pictures bear the camera's name, a clock and a timecode that tests read; true unless a scene says otherwise. Text
    /// that does not belong to the scene is in the way where text is looked for.
    var bearsTimecode: Bool { get }

    /// Prepares to draw the scene as one camera sees it; called when a stream starts and when the phone is turned.
    ///
    /// - Throws: `SceneError` when the scene's file cannot be shown.
    func makeRenderer(for view: SceneView) throws -> any SceneRenderer

    /// Prepares to tell how far away everything is that a camera with a depth sensor sees. Scenes that say nothing are flat.
    ///
    /// - Parameter view: what the camera sees, in the size of depth maps.
    func makeDepthRenderer(for view: SceneView) throws -> any SceneDepthRenderer
}

extension SimulatedScene {
    public var bearsTimecode: Bool { true }
}

/// Draws a scene for one camera; used by one thread at a time.
public protocol SceneRenderer: AnyObject {
    /// Draws the whole picture.
    ///
    /// - Parameters:
    ///   - seconds: the scene's time; starts at zero and may jump.
    ///   - target: where to draw; of the size that the renderer's view has.
    func render(at seconds: Double, into target: SceneTarget)
}

/// The picture that a scene is drawn into: a plane of luma, and one of interleaved chroma at half size.
public struct SceneTarget {
    /// The first luma sample.
    public let luma: UnsafeMutablePointer<UInt8>
    /// Bytes from one luma row to the next.
    public let lumaStride: Int
    /// The first pair of Cb and Cr.
    public let chroma: UnsafeMutablePointer<UInt8>
    /// Bytes from one chroma row to the next.
    public let chromaStride: Int
    /// Pixels in a row; even.
    public let width: Int
    /// Rows; even.
    public let height: Int

    init(_ view: PlanarImageView) {
        luma = view.luma
        lumaStride = view.lumaStride
        chroma = view.chroma
        chromaStride = view.chromaStride
        width = view.width
        height = view.height
    }

    /// Takes over a picture of the same size, converted as simulated cameras convert.
    /// - Parameter pixels: opaque; blue, green, red, alpha in memory.
    public func convert(pixels: UnsafePointer<UInt8>, bytesPerRow: Int, isFullRange: Bool) {
        PlaneConversion.convert(
            pixels: pixels,
            stride: bytesPerRow,
            into: view,
            range: isFullRange ? .full : .video
        )
    }

    var view: PlanarImageView {
        PlanarImageView(
            luma: luma,
            lumaStride: lumaStride,
            chroma: chroma,
            chromaStride: chromaStride,
            width: width,
            height: height
        )
    }
}

/// Why a scene cannot be shown.
public struct SceneError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file concerned.
    public var path: String
    /// What is wrong with it, and what to do.
    public var reason: String

    /// Makes an error.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// One line for people.
    public var description: String { "The scene \(path) cannot be shown: \(reason)" }
}
