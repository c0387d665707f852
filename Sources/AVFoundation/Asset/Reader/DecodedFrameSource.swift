import CoreMedia
import CoreVideo
import MediaEncoding

/// Gives a piece's pictures, decoded: the one that is shown when the piece begins, and all that follow until it ends.
final class DecodedFrameSource: SampleSource {
    private let piece: MediaPiece
    private let demuxer: MediaDemuxer
    private let decoder: VideoDecoder
    private var decoded: ArraySlice<DecodedFrame> = []
    /// The last picture that came before the piece begins.
    private var former: DecodedFrame?
    private var hasEnded = false
    private var isDrained = false
    private var format: CMVideoFormatDescription?

    init(_ piece: MediaPiece, format: OSType, size: CMVideoDimensions?) throws(MediaEncodingError) {
        self.piece = piece
        demuxer = try piece.open()
        decoder = try VideoDecoder(demuxer, pixelFormat: format, size: size)
        try demuxer.seek(to: piece.range.start)
    }

    func next() throws -> CMSampleBuffer? {
        while !hasEnded {
            guard let frame = try nextFrame(), frame.time < piece.range.end else {
                hasEnded = true
                break
            }
            guard frame.time >= piece.range.start else {
                former = frame
                continue
            }
            if let earlier = former, frame.time > piece.range.start {
                decoded = [frame] + decoded
                former = nil
                return try buffer(earlier)
            }
            former = nil
            return try buffer(frame)
        }
        guard let last = former else { return nil }
        former = nil
        return try buffer(last)
    }

    private func nextFrame() throws -> DecodedFrame? {
        while decoded.isEmpty, !isDrained {
            let sample = try demuxer.next()
            isDrained = sample == nil
            decoded = try decoder.decode(sample)[...]
        }
        return decoded.popFirst()
    }

    private func buffer(_ frame: DecodedFrame) throws -> CMSampleBuffer {
        let start = max(frame.time, piece.range.start)
        var duration = frame.duration
        if duration.isNumeric { duration = min(frame.time + duration, piece.range.end) - start }
        let timing = CMSampleTimingInfo(
            duration: duration > .zero ? duration : .invalid,
            presentationTimeStamp: start + piece.offset,
            decodeTimeStamp: .invalid
        )
        return CMSampleBuffer(
            imageBuffer: frame.pixels,
            formatDescription: try description(frame.pixels),
            timing: timing
        )
    }

    private func description(_ pixels: CVPixelBuffer) throws -> CMVideoFormatDescription {
        if let format, CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: pixels) { return format }
        let made = try CMVideoFormatDescription(imageBuffer: pixels)
        format = made
        return made
    }
}
