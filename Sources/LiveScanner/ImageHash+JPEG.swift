import BookScanner
import CoreVideo
import Foundation
import ImageProcessing

extension ImageHash {
    /// What a photo looks like; nil if it cannot be decoded, which is the recogniser's to tell.
    ///
    /// - Parameter jpeg: the file. How it is turned does not count: the same shelf is photographed the same way.
    init?(jpeg: Data) {
        let side = PixelDimensions(width: Self.side, height: Self.side)
        do {
            let decoder = try JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8)
            let scale = JPEGScale.covering(side, of: try decoder.header(of: jpeg).dimensions)
            let picture = try decoder.decode(jpeg, scale: scale)
            let transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_OneComponent8, dimensions: side)
            self.init(luma: Self.bytes(of: try transformer.transform(picture)))
        } catch {
            return nil
        }
    }

    /// The bytes of all rows, without what lies between them.
    private static func bytes(of pixels: CVPixelBuffer) -> [UInt8] {
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(pixels) else { return [] }
        let (width, stride) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetBytesPerRow(pixels))
        return (0..<CVPixelBufferGetHeight(pixels)).flatMap { row in
            UnsafeRawBufferPointer(start: base + row * stride, count: width)
        }
    }
}
