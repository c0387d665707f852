internal import CLibAV
import CoreMedia
import CoreVideo
internal import ImageProcessing
import Synchronization

/// Which of libavcodec's encoders makes a codec on this machine.
///
/// Hardware comes first, and only if it really opens: the probe opens a small picture's encoder once in the life of the process.
struct VideoEncoderSelection: Sendable, Hashable {
    /// libavcodec's name.
    var name: String
    /// The pixel layouts that it takes.
    var takesBiPlanar: Bool

    private static let candidates: [VideoCodec: [VideoEncoderSelection]] = [
        .h264: [
            VideoEncoderSelection(name: "h264_v4l2m2m", takesBiPlanar: true),
            VideoEncoderSelection(name: "libx264", takesBiPlanar: true),
            VideoEncoderSelection(name: "libopenh264", takesBiPlanar: false),
        ],
        .hevc: [
            VideoEncoderSelection(name: "hevc_v4l2m2m", takesBiPlanar: true),
            VideoEncoderSelection(name: "libx265", takesBiPlanar: false),
        ],
    ]

    private static let found = Mutex<[VideoCodec: VideoEncoderSelection?]>([:])

    /// Pixel formats of full range that encoders take.
    static let fullRange: Set<OSType> = [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    ]

    /// Whether it runs on the processor.
    var isSoftware: Bool { name.hasPrefix("lib") }

    /// The pixel formats that it takes; nil for both ranges.
    func layouts(isFullRange: Bool?) -> [OSType] {
        let all =
            takesBiPlanar
            ? [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]
            : [kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange]
        return all.filter { isFullRange == nil || Self.fullRange.contains($0) == isFullRange }
    }

    /// The encoder for a codec; nil if there is none. JPEG pictures are made by TurboJPEG and need none.
    static func encoder(for codec: VideoCodec) -> VideoEncoderSelection? {
        found.withLock { found in
            if let known = found[codec] { return known }
            let selection = (candidates[codec] ?? []).first { $0.opens() }
            found[codec] = .some(selection)
            return selection
        }
    }

    /// Why nothing encodes a codec.
    static func missing(_ codec: VideoCodec) -> MediaEncodingError {
        let library = codec == .hevc ? "libx265 (Debian: libx265-199)" : "libx264 (Debian: libx264-164)"
        return MediaEncodingError(
            kind: .encoderMissing,
            operation: "looking for an encoder for \(codec.rawValue)",
            advice: "Install a libavcodec that has \(library): Debian's libavcodec59 has it."
        )
    }

    /// Whether the encoder opens. Drivers of video memory answer at once or not at all: their device is missing.
    func opens() -> Bool {
        guard let codec = avcodec_find_encoder_by_name(name), let context = CodecContext(codec) else { return false }
        if name == "libx265" { HEVCEncoderTables.prepare() }
        context.pointer.pointee.width = 320
        context.pointer.pointee.height = 240
        context.pointer.pointee.pix_fmt = takesBiPlanar ? AV_PIX_FMT_NV12 : AV_PIX_FMT_YUV420P
        context.pointer.pointee.time_base = AVRational(num: 1, den: 30)
        context.pointer.pointee.bit_rate = 500_000
        context.pointer.pointee.thread_count = 1
        // Without its device a driver's complaint is the expected answer, not news.
        context.pointer.pointee.log_level_offset = 48
        let options = OptionDictionary(name == "libx265" ? [("x265-params", "log-level=none")] : [])
        return avcodec_open2(context.pointer, codec, &options.pointer) >= 0
    }
}
