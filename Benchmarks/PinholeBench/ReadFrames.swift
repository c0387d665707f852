import CoreVideo
import Foundation

/// Raw NV12 frames of a file that are read one by one into buffers of a pool, as a camera fills its buffers and a peer reads
/// its file: the pixels of a new frame are in the processor's cache, and the room of an old one is used again.
final class ReadFrames {
    private let descriptor: Int32
    private let count: Int
    private let pool: CVPixelBufferPool

    /// - Parameters:
    ///   - path: a file as `pinhole-bench scene-frames` writes it.
    ///   - width: the frames' columns, a multiple of 64, so that rows have no padding.
    ///   - height: their rows; even.
    init(path: String, width: Int = MappedFrames.width, height: Int = MappedFrames.height) throws {
        let attributes: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
            kCVPixelBufferWidthKey: NSNumber(value: width),
            kCVPixelBufferHeightKey: NSNumber(value: height),
        ]
        var made: CVPixelBufferPool?
        CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, NSDictionary(dictionary: attributes), &made)
        guard let made else { throw BenchFailure("no pool for \(width)x\(height)") }
        pool = made
        descriptor = open(path, O_RDONLY)
        count = Int(lseek(descriptor, 0, SEEK_END)) / (width * height * 3 / 2)
        guard descriptor >= 0, count > 0 else { throw BenchFailure("cannot read \(path)") }
    }

    deinit {
        close(descriptor)
    }

    /// Reads the n-th frame; after the last one comes the first one again.
    func read(_ number: Int) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &made)
        guard let buffer = made else { throw BenchFailure("no pixel buffer") }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let sizes = (0..<2).map { plane in
            CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
        }
        var offset = number % count * (sizes[0] + sizes[1])
        for (plane, size) in sizes.enumerated() {
            guard pread(descriptor, CVPixelBufferGetBaseAddressOfPlane(buffer, plane), size, offset) == size else {
                throw BenchFailure("cannot read frame \(number)")
            }
            offset += size
        }
        return buffer
    }
}
