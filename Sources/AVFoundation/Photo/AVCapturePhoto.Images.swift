import CoreGraphics
import CoreVideo
import Foundation
import ImageIO

extension AVCapturePhoto {
    /// The photo as an image, as the sensor gave it: apply the orientation of `metadata`. Decodes a compressed photo anew with each call, on
    /// the caller's thread; `nil` after an error.
    public func cgImageRepresentation() -> CGImage? {
        if let pixelBuffer { return PixelBufferImage.image(of: pixelBuffer) }
        guard let file = fileDataRepresentation() else { return nil }
        return CGImageSourceCreateWithData(file as CFData, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    }

    /// The preview as an image, as the sensor gave it; `nil` if none was asked for.
    public func previewCGImageRepresentation() -> CGImage? {
        previewPixelBuffer.flatMap(PixelBufferImage.image(of:))
    }
}
