import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

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
