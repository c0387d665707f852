internal import CLibAV
import CoreMedia
import CoreVideo
import FoundationExtras
internal import ImageProcessing
import Synchronization

/// How pictures are to be encoded.
public struct VideoEncoderSettings: Sendable, Hashable {
    /// A set of tools that decoders must know.
    public enum Profile: String, Sendable, Hashable, CaseIterable {
        /// H.264 Constrained Baseline.
        case baseline
        /// H.264 Main, or HEVC Main.
        case main
        /// H.264 High.
        case high
    }

    /// How H.264 packs its symbols.
    public enum EntropyMode: String, Sendable, Hashable, CaseIterable {
        /// Variable-length codes.
        case cavlc
        /// Arithmetic coding: smaller files.
        case cabac
    }

    /// The codec.
    public var codec: VideoCodec
    /// The encoded pictures' width in pixels; pictures of another size are scaled.
    public var width: Int
    /// The encoded pictures' height in pixels.
    public var height: Int
    /// The average number of bits per second; nil takes ``defaultBitRate(codec:width:height:frameRate:)``, unless
    /// ``quality`` is set.
    public var bitRate: Int?
    /// The quality from 0 to 1 instead of a bit rate. H.264 and HEVC: constant quality; JPEG: its quality.
    public var quality: Double?
    /// The largest number of pictures from one key frame to the next; nil for no limit of this kind.
    public var keyFrameInterval: Int?
    /// The longest time in seconds from one key frame to the next; nil takes 1 second.
    public var keyFrameIntervalSeconds: Double?
    /// The profile; nil takes High for H.264 and Main for HEVC.
    public var profile: Profile?
    /// The level times ten, as 41 for 4.1; nil takes the lowest that the size, rate and bit rate need.
    public var level: Int?
    /// Whether pictures may be encoded in another order than they are shown in. Costs latency. Default false.
    public var allowsFrameReordering: Bool
    /// How H.264 packs its symbols; nil takes CABAC where the profile has it.
    public var entropyMode: EntropyMode?
    /// Pictures per second that are expected; a hint for rate control. Times are those of the pictures, whatever they are.
    public var expectedFrameRate: Double
    /// What the pictures' numbers mean; nil takes the first picture's attachments, and BT.709 where there are none.
    public var color: VideoColor?
    /// Whether the encoder has to keep up with a camera. Default true.
    public var isRealTime: Bool
    /// Threads to use; nil takes the number of processors, at most 4.
    public var threadCount: Int?
    /// Whether a picture's sample comes with the picture itself, never with a later one: for those who look on. Costs some quality, and
    /// holds for the encoders that run on the processor. Default false.
    public var hasLowDelay: Bool

    /// Makes settings with defaults.
    public init(
        codec: VideoCodec,
        width: Int,
        height: Int,
        bitRate: Int? = nil,
        quality: Double? = nil,
        keyFrameInterval: Int? = nil,
        keyFrameIntervalSeconds: Double? = nil,
        profile: Profile? = nil,
        level: Int? = nil,
        allowsFrameReordering: Bool = false,
        entropyMode: EntropyMode? = nil,
        expectedFrameRate: Double = 30,
        color: VideoColor? = nil,
        isRealTime: Bool = true,
        threadCount: Int? = nil,
        hasLowDelay: Bool = false
    ) {
        self.codec = codec
        self.width = width
        self.height = height
        self.bitRate = bitRate
        self.quality = quality
        self.keyFrameInterval = keyFrameInterval
        self.keyFrameIntervalSeconds = keyFrameIntervalSeconds
        self.profile = profile
        self.level = level
        self.allowsFrameReordering = allowsFrameReordering
        self.entropyMode = entropyMode
        self.expectedFrameRate = expectedFrameRate
        self.color = color
        self.isRealTime = isRealTime
        self.threadCount = threadCount
        self.hasLowDelay = hasLowDelay
    }

    /// The bit rate in bits per second where none is set.
    ///
    /// OBSERVED: an iPhone's camera records about 1 bit per 5 pixels: 1080p30 at 12 Mbit/s or a little more, 720p30 at 6. HEVC
    /// takes 60% of it. Here: 0.19 bits per pixel and picture for H.264, 0.115 for HEVC, 1.5 for JPEG, and beyond 30 pictures
    /// per second half as much for each further one, as pictures differ less.
    ///
    /// - Parameter frameRate: pictures per second.
    public static func defaultBitRate(codec: VideoCodec, width: Int, height: Int, frameRate: Double) -> Int {
        let perPixel =
            switch codec {
            case .h264: 0.19
            case .hevc: 0.115
            case .jpeg: 1.5
            }
        let rate = frameRate.isFinite && frameRate > 0 ? frameRate : 30
        let pictures = min(rate, 30) + max(0, rate - 30) / 2
        return max(64_000, Int(Double(width * height) * perPixel * pictures))
    }
}

/// How pictures are compressed.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable, Codable {
    /// H.264.
    case h264
    /// H.265.
    case hevc
    /// JPEG, each picture by itself.
    case jpeg

    /// Core Media's code.
    public var mediaSubType: CMFormatDescription.MediaSubType {
        switch self {
        case .h264: .h264
        case .hevc: .hevc
        case .jpeg: .jpeg
        }
    }
}

/// What a picture's numbers mean, as ISO/IEC 23091-2 code points; 2 stands for unspecified.
public struct VideoColor: Sendable, Hashable, Codable {
    /// The colours of red, green and blue.
    public var primaries: Int32
    /// How light becomes signal.
    public var transfer: Int32
    /// How red, green and blue become luma and chroma.
    public var matrix: Int32
    /// Whether luma uses all values from 0 to 255, instead of 16 to 235.
    public var isFullRange: Bool

    /// Makes a meaning from code points.
    public init(primaries: Int32, transfer: Int32, matrix: Int32, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// High definition: ITU-R BT.709, video range.
    public static let bt709 = VideoColor(primaries: 1, transfer: 1, matrix: 1)
    /// BT.709 with the matrix of standard definition, ITU-R BT.601, as cameras and JPEG have it.
    public static let bt601Matrix = VideoColor(primaries: 1, transfer: 1, matrix: 6)

    /// The same in full range.
    public var fullRange: VideoColor {
        var color = self
        color.isFullRange = true
        return color
    }

    /// What a picture's attachments say; what they leave open is BT.709.
    public init(attachmentsOf pixels: CVPixelBuffer, isFullRange: Bool) {
        func point(_ key: CFString, _ number: (CFString?) -> Int32) -> Int32 {
            guard let name = CVBufferCopyAttachment(pixels, key, nil) as? CFString else { return 1 }
            let found = number(name)
            return found == 2 ? 1 : found
        }
        self.init(
            primaries: point(kCVImageBufferColorPrimariesKey, { CVColorPrimariesGetIntegerCodePointForString($0) }),
            transfer: point(kCVImageBufferTransferFunctionKey, { CVTransferFunctionGetIntegerCodePointForString($0) }),
            matrix: point(kCVImageBufferYCbCrMatrixKey, { CVYCbCrMatrixGetIntegerCodePointForString($0) }),
            isFullRange: isFullRange
        )
    }

    /// The extensions of a format description that say the same.
    public var extensions: CMFormatDescription.Extensions {
        var extensions = CMFormatDescription.Extensions()
        func set(_ key: CFString, _ value: Unmanaged<CFString>?) {
            if let value { extensions[key] = value.takeUnretainedValue() }
        }
        set(kCMFormatDescriptionExtension_ColorPrimaries, CVColorPrimariesGetStringForIntegerCodePoint(primaries))
        set(kCMFormatDescriptionExtension_TransferFunction, CVTransferFunctionGetStringForIntegerCodePoint(transfer))
        set(kCMFormatDescriptionExtension_YCbCrMatrix, CVYCbCrMatrixGetStringForIntegerCodePoint(matrix))
        extensions[kCMFormatDescriptionExtension_FullRangeVideo] = NSNumber(value: isFullRange)
        return extensions
    }

    /// What a format description's extensions say; nil if they say nothing of colours.
    public init?(extensionsOf format: CMFormatDescription) {
        func point(_ key: CFString, _ number: (CFString?) -> Int32) -> Int32? {
            (CMFormatDescriptionGetExtension(format, extensionKey: key) as? CFString).map { number($0) }
        }
        let primaries = point(
            kCMFormatDescriptionExtension_ColorPrimaries,
            { CVColorPrimariesGetIntegerCodePointForString($0) }
        )
        let transfer = point(
            kCMFormatDescriptionExtension_TransferFunction,
            { CVTransferFunctionGetIntegerCodePointForString($0) }
        )
        let matrix = point(
            kCMFormatDescriptionExtension_YCbCrMatrix,
            { CVYCbCrMatrixGetIntegerCodePointForString($0) }
        )
        guard primaries != nil || transfer != nil || matrix != nil else { return nil }
        let full =
            CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_FullRangeVideo)
            as? NSNumber
        self.init(
            primaries: primaries ?? 2,
            transfer: transfer ?? 2,
            matrix: matrix ?? 2,
            isFullRange: full?.boolValue ?? false
        )
    }
}

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
