internal import CLibAV
import CoreMedia
import CoreVideo
import Foundation
internal import ImageProcessing

/// A decoded picture.
// Unchecked: nobody else has the pixel buffer.
public struct DecodedFrame: @unchecked Sendable {
    public var pixels: CVPixelBuffer
    public var time: CMTime
    /// Invalid where the file does not say it.
    public var duration: CMTime
}

/// Makes pixel buffers of a track's samples.
///
/// Pictures of 4:2:0 are handed to the conversion where the decoder left them; others take one more step.
/// One thread at a time.
public final class VideoDecoder {
    private let decoder: MediaDecoder
    private let base: AVRational
    private let pixelFormat: OSType
    private let transformer: PixelTransformer
    private var reducer: PlanarReducer?

    /// - Parameters:
    ///   - demuxer: has the track selected.
    ///   - pixelFormat: the pictures' format, one that `PixelTransformer` supports.
    ///   - size: the pictures' size; nil for the file's.
    public init(
        _ demuxer: MediaDemuxer,
        pixelFormat: OSType,
        size: CMVideoDimensions? = nil
    ) throws(MediaEncodingError) {
        decoder = try MediaDecoder(demuxer)
        base = demuxer.timeBase
        self.pixelFormat = pixelFormat
        do {
            transformer = try PixelTransformer(
                pixelFormat: pixelFormat,
                dimensions: size.map { PixelDimensions(width: Int($0.width), height: Int($0.height)) }
            )
        } catch {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "decoding pictures: \(error)",
                advice: "Choose 420v, 420f or BGRA."
            )
        }
    }

    /// The size of the pictures as the decoder knows it so far.
    public var codedDimensions: CMVideoDimensions { decoder.codedDimensions }

    /// Forgets what came so far: another part of the track follows.
    public func reset() {
        decoder.reset()
    }

    /// Decodes a sample; nil for what is left.
    ///
    /// - Throws: `decoderFailed`.
    public func decode(_ sample: DemuxedSample?) throws(MediaEncodingError) -> [DecodedFrame] {
        var pictures: [DecodedFrame] = []
        try decoder.decode(sample) { frame throws(MediaEncodingError) in
            guard let tick = frame.shownTick else { return }
            let pixels = try convert(frame)
            let duration = frame.pointee.pkt_duration
            pictures.append(
                DecodedFrame(
                    pixels: pixels,
                    time: base.time(tick),
                    duration: duration > 0 ? base.time(duration) : .invalid
                )
            )
        }
        return pictures
    }

    private func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaEncodingError) -> CVPixelBuffer {
        let reduced = try PlanarReducer.isPlanar(frame) ? frame : reduce(frame)
        guard let source = PlanarFrame.pixelBuffer(of: reduced, copying: pixelFormat) else {
            throw LibAV.outOfMemory("decoding a picture")
        }
        do {
            return try transformer.transform(source)
        } catch {
            throw MediaEncodingError(
                kind: .decoderFailed,
                operation: "converting a picture: \(error)",
                advice: "Choose another size."
            )
        }
    }

    private func reduce(
        _ frame: UnsafeMutablePointer<AVFrame>
    ) throws(MediaEncodingError) -> UnsafeMutablePointer<AVFrame> {
        if let reducer { return try reducer.reduce(frame) }
        let made = try PlanarReducer()
        reducer = made
        return try made.reduce(frame)
    }
}

/// A decoder of libavcodec's for one track of a file.
///
/// One thread at a time.
final class MediaDecoder {
    private let context: CodecContext
    private let frame: FrameBox

    /// Larger pictures are refused: a header of a few bytes could ask for any amount of memory.
    private static let mostPixels: Int64 = 8192 * 8192

    /// - Parameter demuxer: has the track selected.
    /// - Throws: `decoderMissing`, `decoderFailed`.
    init(_ demuxer: MediaDemuxer) throws(MediaEncodingError) {
        guard let parameters = demuxer.parameters, let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = demuxer.parameters.map { String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? "nothing"
            throw MediaEncodingError(
                kind: .decoderMissing,
                operation: "looking for a decoder of \(name)",
                advice: "Install a libavcodec that decodes \(name)."
            )
        }
        guard let context = CodecContext(codec), let frame = FrameBox() else { throw LibAV.outOfMemory("decoding") }
        self.context = context
        self.frame = frame
        // Errors of the file's are told as errors.
        context.pointer.pointee.log_level_offset = 64
        var code = avcodec_parameters_to_context(context.pointer, parameters)
        context.pointer.pointee.pkt_timebase = demuxer.timeBase
        context.pointer.pointee.max_pixels = Self.mostPixels
        context.pointer.pointee.thread_count = Int32(min(4, ProcessInfo.processInfo.activeProcessorCount))
        if code >= 0 { code = avcodec_open2(context.pointer, codec, nil) }
        guard code >= 0 else { throw Self.failure("opening a decoder", code) }
    }

    private static func failure(_ operation: String, _ code: Int32) -> MediaEncodingError {
        LibAV.error(.decoderFailed, operation, code, advice: "Restore the file from a copy.")
    }

    /// The size of the pictures, with what is cut off, as far as it is known.
    var codedDimensions: CMVideoDimensions {
        CMVideoDimensions(width: context.pointer.pointee.coded_width, height: context.pointer.pointee.coded_height)
    }

    /// Forgets what came so far: another part of the track follows.
    func reset() {
        avcodec_flush_buffers(context.pointer)
    }

    /// Decodes a sample, or what is left in the decoder.
    ///
    /// - Parameters:
    ///   - sample: nil for what is left.
    ///   - deliver: gets each frame, valid during the call.
    /// - Throws: `decoderFailed`, and what `deliver` throws.
    func decode(
        _ sample: DemuxedSample?,
        _ deliver: (UnsafeMutablePointer<AVFrame>) throws(MediaEncodingError) -> Void
    ) throws(MediaEncodingError) {
        var code = avcodec_send_packet(context.pointer, sample?.packet.pointer)
        guard code >= 0 || code == pinhole_averror_eof() else { throw Self.failure("decoding", code) }
        while true {
            code = avcodec_receive_frame(context.pointer, frame.pointer)
            if code == pinhole_averror_again() || code == pinhole_averror_eof() { return }
            guard code >= 0 else { throw Self.failure("decoding", code) }
            defer { av_frame_unref(frame.pointer) }
            try deliver(frame.pointer)
        }
    }
}

extension UnsafeMutablePointer<AVFrame> {
    /// When the frame is shown or heard, in the track's units; nil if nothing says it.
    var shownTick: Int64? {
        let none = pinhole_av_no_time()
        if pointee.pts != none { return pointee.pts }
        return pointee.best_effort_timestamp != none ? pointee.best_effort_timestamp : nil
    }
}

/// What may still be spent on a foreign file until it shows a picture.
///
/// A file can hide all of its pictures, and each can cost a decoder as much as a large one, whatever its bytes: a few megabytes would
/// keep a processor busy for hours.
public struct DecodingEffort: Sendable {
    private var samples: Int
    private var pixels: Int64

    /// - Parameters:
    ///   - samples: how many samples may be decoded.
    ///   - pixels: how many pixels they may have together.
    public init(samples: Int, pixels: Int64) {
        self.samples = samples
        self.pixels = pixels
    }

    /// Counts one more sample.
    ///
    /// - Parameter size: the size of the decoder's pictures as far as it is known; nothing before the first one.
    /// - Returns: whether it may be decoded.
    public mutating func allows(_ size: CMVideoDimensions) -> Bool {
        samples -= 1
        pixels -= Int64(max(0, size.width)) * Int64(max(0, size.height))
        return samples >= 0 && pixels >= 0
    }
}
