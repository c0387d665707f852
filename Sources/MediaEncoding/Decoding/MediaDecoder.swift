internal import CLibAV
import CoreMedia
import Foundation

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
