import CoreMedia

/// How sound is to be encoded.
public struct AudioEncoderSettings: Sendable, Hashable {
    /// How a sample of uncompressed sound lies in the file.
    public struct PCMFormat: Sendable, Hashable {
        /// Bits of one channel's sample: 8, 16, 24 or 32; of floating point 32 or 64.
        public var bitsPerChannel: Int
        /// Whether samples are floating-point numbers.
        public var isFloat: Bool
        /// Whether the most significant byte comes first.
        public var isBigEndian: Bool

        /// Makes a format.
        public init(bitsPerChannel: Int = 16, isFloat: Bool = false, isBigEndian: Bool = false) {
            self.bitsPerChannel = bitsPerChannel
            self.isFloat = isFloat
            self.isBigEndian = isBigEndian
        }
    }

    /// How sound is compressed.
    public enum Codec: Sendable, Hashable {
        /// AAC, low complexity.
        case aac
        /// Opus, at 48 kHz.
        case opus
        /// Uncompressed.
        case pcm(PCMFormat)
    }

    /// The codec.
    public var codec: Codec
    /// Frames per second.
    public var sampleRate: Double
    /// Channels.
    public var channels: Int
    /// Bits per second; nil takes ``defaultBitRate(codec:sampleRate:channels:)``. Uncompressed sound has no choice.
    public var bitRate: Int?
    /// The quality from 0 to 1 instead of a bit rate: from half of the default bit rate to twice of it.
    public var quality: Double?

    /// Makes settings.
    public init(
        codec: Codec,
        sampleRate: Double = 48_000,
        channels: Int = 2,
        bitRate: Int? = nil,
        quality: Double? = nil
    ) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitRate = bitRate
        self.quality = quality
    }

    /// The bit rate in bits per second where none is set: AAC 64 kbit/s for a channel at 44.1 kHz and above and in
    /// proportion below, Opus 48 kbit/s for a channel.
    public static func defaultBitRate(codec: Codec, sampleRate: Double, channels: Int) -> Int {
        switch codec {
        case .aac: Int(64_000 * min(1, sampleRate / 44_100)) * channels
        case .opus: 48_000 * channels
        case .pcm(let format): Int(sampleRate) * channels * format.bitsPerChannel
        }
    }
}
