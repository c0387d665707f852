import CoreVideo
import Foundation
import FoundationExtras

/// Buffers of one format, whose size may change from image to image. A change drops the old pool; its buffers live on
/// with whoever holds them.
///
/// Not thread-safe: its owner makes one buffer at a time.
struct PixelOutputPool {
    let pixelFormat: OSType
    private var size: PixelDimensions?
    private var pool: CVPixelBufferPool?

    init(pixelFormat: OSType) {
        self.pixelFormat = pixelFormat
    }

    /// A buffer that nobody else uses, with undefined pixels.
    mutating func makeBuffer(_ wanted: PixelDimensions) throws(PixelTransformError) -> CVPixelBuffer {
        let pool = try currentPool(wanted)
        var buffer: CVPixelBuffer?
        let code = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer)
        guard let buffer else { throw .outputUnavailable(code: code) }
        return buffer
    }

    private mutating func currentPool(_ wanted: PixelDimensions) throws(PixelTransformError) -> CVPixelBufferPool {
        if let pool, size == wanted { return pool }
        let attributes: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: pixelFormat),
            kCVPixelBufferWidthKey: NSNumber(value: wanted.width),
            kCVPixelBufferHeightKey: NSNumber(value: wanted.height),
        ]
        var made: CVPixelBufferPool?
        let code = CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, NSDictionary(dictionary: attributes), &made)
        guard let made else { throw .outputUnavailable(code: code) }
        pool = made
        size = wanted
        return made
    }
}
