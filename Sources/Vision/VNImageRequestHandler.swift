import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

/// Performs requests on one image.
///
/// Not thread-safe. `perform(_:)` returns when all is done, and belongs on a queue that may wait.
open class VNImageRequestHandler: NSObject {
    private let source: Result<ImageSource, NSError>
    /// Made for the first request, and used by those that follow.
    private var image: RequestImage?

    /// - Parameters:
    ///   - pixelBuffer: in any format of cameras.
    ///   - orientation: how it must be turned to be seen upright. Places that are found are those of the upright image.
    ///   - options: more about the image. Nothing here needs it.
    public init(
        cvPixelBuffer pixelBuffer: CVPixelBuffer,
        orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        source = .success(.pixels(pixelBuffer, orientation))
    }

    /// As with an orientation; the image is upright.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(cvPixelBuffer: pixelBuffer, orientation: .up, options: options)
    }

    /// - Parameters:
    ///   - image: an image of at most 32767 pixels in each direction. What is transparent lies on white.
    ///   - orientation: how it must be turned to be seen upright.
    ///   - options: more about the image. Nothing here needs it.
    public init(
        cgImage image: CGImage,
        orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        source = .success(.image(image, orientation))
    }

    /// As with an orientation; the image is upright.
    public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
        self.init(cgImage: image, orientation: .up, options: options)
    }

    /// - Parameter sampleBuffer: a frame of a camera. Without an image, performing fails.
    public init(
        cmSampleBuffer sampleBuffer: CMSampleBuffer,
        orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        source = Result { try ImageSource.sample(sampleBuffer, orientation) }.mapError { $0 as NSError }
    }

    /// As with an orientation; the image is upright.
    public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(cmSampleBuffer: sampleBuffer, orientation: .up, options: options)
    }

    /// - Parameters:
    ///   - imageData: a JPEG, PNG or HEIC file.
    ///   - orientation: counts instead of the one that the file names.
    public init(
        data imageData: Data,
        orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        source = .success(.data(imageData, orientation))
    }

    /// As with an orientation; the file's own counts.
    public init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
        source = .success(.data(imageData, nil))
    }

    /// - Parameters:
    ///   - imageURL: a JPEG, PNG or HEIC file.
    ///   - orientation: counts instead of the one that the file names.
    public init(
        url imageURL: URL,
        orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        source = .success(.file(imageURL, orientation))
    }

    /// As with an orientation; the file's own counts.
    public init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
        source = .success(.file(imageURL, nil))
    }

    /// Performs requests one after the other, and returns when all are done. Each request's completion handler is called on this
    /// thread, with the request's own error if it failed.
    /// - Throws: the first error, after all requests were tried.
    open func perform(_ requests: [VNRequest]) throws {
        let image: RequestImage
        do {
            image = try self.image ?? source.get().makeImage()
            self.image = image
        } catch {
            let failure = VNRequest.visionError(error)
            requests.forEach { $0.fail(failure) }
            throw failure
        }
        var first: (any Error)?
        for request in requests {
            do {
                try request.perform(on: image)
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }
}

/// Performs requests on a sequence of images. None of the requests here remembers an earlier image, so each is looked at anew.
///
/// Not thread-safe.
open class VNSequenceRequestHandler: NSObject {
    public override init() {}

    /// - Throws: the first error, after all requests were tried.
    open func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
        try VNImageRequestHandler(cvPixelBuffer: pixelBuffer).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(
        _ requests: [VNRequest],
        on pixelBuffer: CVPixelBuffer,
        orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: orientation).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(_ requests: [VNRequest], on image: CGImage) throws {
        try VNImageRequestHandler(cgImage: image).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(
        _ requests: [VNRequest],
        on image: CGImage,
        orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(cgImage: image, orientation: orientation).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
        try VNImageRequestHandler(cmSampleBuffer: sampleBuffer).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(
        _ requests: [VNRequest],
        on sampleBuffer: CMSampleBuffer,
        orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: orientation).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
        try VNImageRequestHandler(data: imageData).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(
        _ requests: [VNRequest],
        onImageData imageData: Data,
        orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(data: imageData, orientation: orientation).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
        try VNImageRequestHandler(url: imageURL).perform(requests)
    }

    /// - Throws: the first error, after all requests were tried.
    open func perform(
        _ requests: [VNRequest],
        onImageURL imageURL: URL,
        orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(url: imageURL, orientation: orientation).perform(requests)
    }
}

/// What a handler is told about an image besides.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The image's metadata.
    public static let properties = Self(rawValue: "VNImageOptionProperties")
    /// The lens's intrinsic matrix.
    public static let cameraIntrinsics = Self(rawValue: "VNImageOptionCameraIntrinsics")
}
