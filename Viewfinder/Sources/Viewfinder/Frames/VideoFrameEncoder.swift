import CoreMedia
import CoreVideo
import MediaEncoding
import NIOCore

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
