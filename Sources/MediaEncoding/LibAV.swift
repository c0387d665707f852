internal import CLibAV
internal import CLinuxFiles
import CoreMedia
import Dispatch
import Foundation

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

/// Why something could not be encoded, written or read.
public struct MediaEncodingError: Error, Sendable, Hashable {
    /// The kinds of failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No encoder of this machine makes what is asked for.
        case encoderMissing
        /// The settings contradict each other, or the encoder refuses them.
        case unsupportedSettings
        /// The encoder failed.
        case encoderFailed
        /// A file is there already.
        case fileExists
        /// The folder is missing, or may not be written.
        case cannotCreate
        /// No space is left.
        case diskFull
        /// Writing failed for another reason.
        case writeFailed
        /// What was appended does not fit: no numeric time, earlier than what came before, or of another format.
        case invalidSample
        /// The file is no movie, or nothing of it can be saved.
        case unreadable
        /// The file is of a kind that is not read here.
        case unknownFormat
        /// No decoder of this machine reads what the file has.
        case decoderMissing
        /// The decoder refused what the file has.
        case decoderFailed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What was being done, in the library's or the kernel's terms.
    public var operation: String
    /// The library's or the kernel's own code (negative errno or AVERROR); 0 when there is none.
    public var code: Int32
    /// What the user can do.
    public var advice: String

    /// Makes an error.
    public init(kind: Kind, operation: String, code: Int32 = 0, advice: String) {
        self.kind = kind
        self.operation = operation
        self.code = code
        self.advice = advice
    }
}

/// Sees to it that what encoders take of the memory goes back to the system with them.
///
/// An encoder of pictures takes some dozen blocks of megabytes, on threads of its own. The C library maps such blocks one by one at first,
/// but once one was freed it takes blocks of that size from the thread's heap instead (up to 32 MB), where a small block that outlives the
/// encoder keeps what lies below it. After two dozen recordings that were hundreds of megabytes, all of them free. With a fixed limit large
/// blocks stay mapped; what remains in the heaps is given back when an encoder is closed.
public enum EncoderMemory {
    /// Blocks from this size on are mapped, each for itself: those of pictures are, those of a frame of preview are not.
    private static let mappedBytes: Int32 = 256 * 1024

    private static let queue = DispatchQueue(label: "pinhole.encoder.memory", qos: .utility)

    /// Settled with the first encoder, unless whoever started the process has settled it.
    private static let isPrepared: Bool = {
        let environment = ProcessInfo.processInfo.environment
        guard environment["MALLOC_MMAP_THRESHOLD_"] == nil, environment["GLIBC_TUNABLES"] == nil else { return false }
        pinhole_map_blocks(mappedBytes)
        return true
    }()

    /// An encoder of pictures is about to be opened.
    static func prepare() { _ = isPrepared }

    /// An encoder of pictures has been closed.
    static func releaseFreeMemory() {
        queue.async { pinhole_return_free_memory() }
    }

    /// Returns when all has been given back.
    public static func settle() { queue.sync {} }
}
