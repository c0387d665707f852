import CoreMedia
import CoreVideo
import ImageProcessing
import MediaEncoding
public import NIOCore

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

/// A few byte buffers that an encoder writes into by turns, so that a steady stream of frames allocates nothing.
///
/// A buffer's memory is used again as soon as no frame refers to it. A client that is slow to send keeps one buffer
/// busy; the ring then replaces that one by a new allocation instead of waiting.
///
/// Not thread-safe: it belongs to the one thread that encodes.
public struct FrameBufferRing {
    private var buffers: [ByteBuffer]
    private var next = 0

    /// Makes a ring.
    ///
    /// - Parameter count: how many buffers; more than the number of frames alive at once, that is one held, one being
    ///   encoded and one for each slow client.
    public init(count: Int = 6) {
        precondition(count > 0)
        buffers = Array(repeating: ByteBuffer(), count: count)
    }

    /// Lets `fill` write a frame into a free buffer and returns that buffer.
    ///
    /// - Parameters:
    ///   - capacity: how many bytes `fill` may write at most.
    ///   - fill: writes to the start of the memory and returns how many bytes it wrote.
    public mutating func write(
        atMost capacity: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> ByteBuffer {
        let index = next
        next = (next + 1) % buffers.count
        // Taken out of the array, so that this is the only reference when no frame uses the buffer any more: then
        // `clear` keeps the memory.
        var buffer = buffers[index]
        buffers[index] = ByteBuffer()
        buffer.clear(minimumCapacity: capacity)
        _ = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity, fill)
        buffers[index] = buffer
        return buffer
    }
}

/// Makes the H.264 frames of a stream, in buffers that are used again. One thread at a time.
///
/// An encoder is opened for the size of the frames, and another one when that changes. Frames that could not be encoded three times in a
/// row are not tried again in that size: they cost time, and are shown otherwise.
final class VideoFrameEncoder {
    /// An encoded frame.
    struct Output {
        /// The access unit, with start codes.
        var data: ByteBuffer
        /// Whether decoding can begin with it.
        var isKeyFrame: Bool
        /// When it was captured.
        var time: CMTime
        /// Width in pixels.
        var width: Int
        /// Height in pixels.
        var height: Int
    }

    /// So many seconds lie between key frames that viewers ask for: one who is always behind shall not cost the others their quality.
    static let shortestKeyFrameDistance = 0.5
    /// So many seconds lie between key frames at most.
    static let longestKeyFrameDistance = 4.0
    private static let longestFailure = 3

    private struct Size: Equatable {
        var width: Int
        var height: Int

        /// H.264 halves the sizes of colour.
        init(_ image: CVPixelBuffer) {
            width = CVPixelBufferGetWidth(image) & ~1
            height = CVPixelBufferGetHeight(image) & ~1
        }
    }

    private var encoder: VideoEncoder?
    private var size: Size?
    private var failures = 0
    private var parameterSets: [UInt8] = []
    private var lastKeyFrame = CMTime.invalid
    // As many as may be held for viewers, and a few that are on their way to slow ones.
    private var ring = FrameBufferRing(count: 18)

    /// Encodes a frame.
    ///
    /// - Parameters:
    ///   - image: its pixels; retained, not copied, as long as the encoder looks at them.
    ///   - time: when it was captured; later than the frame before.
    ///   - needsKeyFrame: whether a viewer cannot go on without a key frame.
    /// - Returns: the frames that are ready, nearly always this one alone; nil if frames of this size cannot be encoded.
    func encode(_ image: CVPixelBuffer, at time: CMTime, needsKeyFrame: Bool) -> [Output]? {
        let size = Size(image)
        if size != self.size {
            self.size = size
            encoder = nil
            failures = 0
        }
        guard failures < Self.longestFailure else { return nil }
        do {
            let outputs = try outputs(of: image, at: time, needsKeyFrame: needsKeyFrame, size)
            failures = 0
            return outputs
        } catch {
            failures += 1
            encoder = nil
            return nil
        }
    }

    private func outputs(
        of image: CVPixelBuffer,
        at time: CMTime,
        needsKeyFrame: Bool,
        _ size: Size
    ) throws(MediaEncodingError) -> [Output] {
        let encoder: VideoEncoder
        if let opened = self.encoder {
            encoder = opened
        } else {
            encoder = try open(size)
            self.encoder = encoder
        }
        let samples = try encoder.encode(image, at: time, forceKeyFrame: needsKeyFrame && isKeyFrameDue(at: time))
        var outputs: [Output] = []
        for sample in samples {
            if sample.isKeyFrame {
                lastKeyFrame = sample.presentationTime
                parameterSets = encoder.formatDescription.map { Self.parameterSets(of: $0) } ?? []
            }
            guard let data = data(of: sample) else { continue }
            outputs.append(
                Output(
                    data: data,
                    isKeyFrame: sample.isKeyFrame,
                    time: sample.presentationTime,
                    width: size.width,
                    height: size.height
                )
            )
        }
        return outputs
    }

    private func isKeyFrameDue(at time: CMTime) -> Bool {
        guard lastKeyFrame.isNumeric else { return true }
        return CMTimeGetSeconds(CMTimeSubtract(time, lastKeyFrame)) >= Self.shortestKeyFrameDistance
    }

    private func open(_ size: Size) throws(MediaEncodingError) -> VideoEncoder {
        lastKeyFrame = .invalid
        return try VideoEncoder(
            VideoEncoderSettings(
                codec: .h264,
                width: size.width,
                height: size.height,
                bitRate: Self.bitRate(width: size.width, height: size.height),
                keyFrameIntervalSeconds: Self.longestKeyFrameDistance,
                hasLowDelay: true
            )
        )
    }

    /// About half of what a recording has: 6 Mbit/s for 1920 by 1080 at 30 frames a second.
    static func bitRate(width: Int, height: Int) -> Int {
        max(200_000, width * height * 3)
    }

    /// The sample's bytes behind start codes, with the parameter sets before a key frame; nil if it is none.
    private func data(of sample: EncodedSample) -> ByteBuffer? {
        let header = sample.isKeyFrame ? parameterSets : []
        var fits = false
        let buffer = ring.write(atMost: header.count + sample.byteCount) { memory in
            memory.copyBytes(from: header)
            let unit = UnsafeMutableRawBufferPointer(rebasing: memory[header.count..<(header.count + sample.byteCount)])
            sample.withUnsafeBytes { unit.copyMemory(from: $0) }
            fits = StartCodes.replaceLengths(in: unit)
            return header.count + sample.byteCount
        }
        return fits ? buffer : nil
    }

    /// The parameter sets of a format, behind start codes.
    static func parameterSets(of format: CMFormatDescription) -> [UInt8] {
        StartCodes.join(format.parameterSets.map { Array($0) })
    }
}

/// H.264 with start codes (Annex B of the standard), which decoders take without a description beside it.
enum StartCodes {
    /// The number of bytes of a start code, and of the lengths in whose place it stands.
    static let size = 4

    /// Puts start codes in the places of the lengths of four bytes before a frame's units.
    ///
    /// - Returns: whether all lengths fit; if not, the bytes are no frame.
    static func replaceLengths(in bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var position = 0
        while position < bytes.count {
            guard position + size <= bytes.count else { return false }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            bytes.storeBytes(of: UInt32(1).bigEndian, toByteOffset: position, as: UInt32.self)
            position += size
            guard length <= bytes.count - position else { return false }
            position += length
        }
        return true
    }

    /// Units behind start codes, one after the other.
    static func join(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { [0, 0, 0, 1] + $0 }
    }
}
