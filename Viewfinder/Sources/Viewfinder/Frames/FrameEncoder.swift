import CoreMedia
import CoreVideo
import ImageProcessing
import NIOCore

/// Makes the JPEG files of a stream, in buffers that are used again. One thread at a time.
struct FrameEncoder {
    private let options: JPEGEncodingOptions
    private let encoder: JPEGEncoder
    private var ring = FrameBufferRing()

    /// - Throws: `JPEGError` when there is no memory for an encoder.
    init(quality: Int) throws {
        options = JPEGEncodingOptions(quality: quality, subsampling: .source)
        encoder = try JPEGEncoder()
    }

    /// Encodes pixels.
    mutating func encode(_ image: CVPixelBuffer) throws -> ByteBuffer {
        var ring = ring
        defer { self.ring = ring }
        return try encoder.withEncodedBytes(of: image, options: options) { bytes in
            ring.write(atMost: bytes.count) { memory in
                memory.copyMemory(from: bytes)
                return bytes.count
            }
        }
    }

    /// A camera's own JPEG. The camera's buffer has to go back to the camera soon, so its bytes are copied, once for all clients.
    mutating func copy(_ data: CMBlockBuffer) -> ByteBuffer? {
        let length = CMBlockBufferGetDataLength(data)
        guard length > 0 else { return nil }
        var status = kCMBlockBufferNoErr
        let buffer = ring.write(atMost: length) { memory in
            guard let base = memory.baseAddress else { return 0 }
            status = CMBlockBufferCopyDataBytes(data, atOffset: 0, dataLength: length, destination: base)
            return length
        }
        return status == kCMBlockBufferNoErr ? buffer : nil
    }
}
