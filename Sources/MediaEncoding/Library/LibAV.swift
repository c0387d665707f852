internal import CLibAV
import CoreMedia

/// What every use of libav needs.
enum LibAV {
    /// Lets a codec speak only of what an error message cannot say: its usual chatter goes to the debugging level.
    static let quiet: Int32 = 24

    /// Keeps muxers and demuxers, which have no level of their own, from writing to the standard error: errors say it.
    static let silence: Void = av_log_set_level(AV_LOG_FATAL)

    /// The library's message for one of its codes.
    static func errorDescription(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        av_strerror(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// An error of the library's.
    static func error(
        _ kind: MediaEncodingError.Kind,
        _ operation: String,
        _ code: Int32,
        advice: String
    ) -> MediaEncodingError {
        MediaEncodingError(
            kind: kind,
            operation: code == 0 ? operation : "\(operation): \(errorDescription(code))",
            code: code,
            advice: advice
        )
    }

    /// No memory for one of the library's objects.
    static func outOfMemory(_ operation: String) -> MediaEncodingError {
        MediaEncodingError(
            kind: .encoderFailed,
            operation: operation,
            code: pinhole_averror(ENOMEM),
            advice: "Close other programs to make memory free."
        )
    }
}

/// A codec's context, freed with the object.
final class CodecContext {
    let pointer: UnsafeMutablePointer<AVCodecContext>

    init?(_ codec: UnsafePointer<AVCodec>) {
        LibAV.silence
        guard let made = avcodec_alloc_context3(codec) else { return nil }
        pointer = made
        made.pointee.log_level_offset = LibAV.quiet
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        let isLarge = pointer.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        avcodec_free_context(&context)
        if isLarge { EncoderMemory.releaseFreeMemory() }
    }
}

/// A packet of compressed data, freed with the object; samples share it.
final class PacketBox {
    let pointer: UnsafeMutablePointer<AVPacket>

    init?() {
        guard let made = av_packet_alloc() else { return nil }
        pointer = made
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
    }
}

/// A frame of uncompressed data, freed with the object.
final class FrameBox {
    let pointer: UnsafeMutablePointer<AVFrame>

    init?() {
        guard let made = av_frame_alloc() else { return nil }
        pointer = made
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }
}

/// Options for opening a codec or a muxer.
final class OptionDictionary {
    var pointer: OpaquePointer?

    init(_ entries: [(String, String)] = []) {
        for (key, value) in entries { av_dict_set(&pointer, key, value, 0) }
    }

    deinit {
        av_dict_free(&pointer)
    }
}
