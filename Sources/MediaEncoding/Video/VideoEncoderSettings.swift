import CoreMedia

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
