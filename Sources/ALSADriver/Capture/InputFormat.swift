import CALSA
import CaptureDriver
import Glibc

/// A format of an input's: the seam's, and how the input has it.
struct InputFormat: Sendable, Hashable {
    /// As the seam has it.
    var format: CaptureAudioFormat
    /// As the input delivers it.
    var encoding: SampleEncoding
}

extension InputFormat {
    /// Rates that are listed where an input has them, in order of preference.
    private static let rates: [UInt32] = [48_000, 44_100, 96_000, 32_000, 16_000, 8_000]
    /// Numbers of channels that are listed where an input has them, in order of preference.
    private static let channels: [UInt32] = [2, 1]
    /// More channels than these are no microphone's but a sound server's offer to make some up.
    private static let mostChannels: UInt32 = 32

    /// What an input can deliver without conversion of rates, in order of preference: 48 kHz in stereo, if it has that, as 16-bit
    /// integers.
    ///
    /// - Parameter name: ALSA's name for it. It is opened for a moment.
    static func all(of name: String) throws(CaptureDriverError) -> [InputFormat] {
        let handle = try ALSACapture.open(name)
        defer { snd_pcm_close(handle) }
        return try ALSACapture.withParameters(of: handle, name) {
            (parameters: OpaquePointer) throws(CaptureDriverError) in
            let encodings = CaptureAudioFormat.SampleFormat.allCases.compactMap { wanted in
                SampleEncoding.allCases.first {
                    $0.sampleFormat == wanted && snd_pcm_hw_params_test_format(handle, parameters, $0.pcmFormat) >= 0
                }
            }
            var most: UInt32 = 0
            snd_pcm_hw_params_get_channels_max(parameters, &most)
            let counts = channels + (most > 2 && most <= mostChannels ? [most] : [])
            let found = encodings.flatMap { encoding in
                counts.flatMap { count in
                    rates(handle, parameters, encoding, count).map { rate in
                        InputFormat(
                            format: CaptureAudioFormat(
                                sampleRate: Double(rate),
                                channels: Int(count),
                                sampleFormat: encoding.sampleFormat
                            ),
                            encoding: encoding
                        )
                    }
                }
            }
            guard !found.isEmpty else {
                throw CaptureDriverError(alsa: -EINVAL, operation: "snd_pcm_hw_params", device: name)
            }
            return found
        }
    }

    /// The rates that go together with an encoding and a number of channels.
    private static func rates(
        _ handle: OpaquePointer,
        _ parameters: OpaquePointer,
        _ encoding: SampleEncoding,
        _ channels: UInt32
    ) -> [UInt32] {
        var made: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&made) >= 0, let narrowed = made else { return [] }
        defer { snd_pcm_hw_params_free(narrowed) }
        snd_pcm_hw_params_copy(narrowed, parameters)
        guard snd_pcm_hw_params_set_format(handle, narrowed, encoding.pcmFormat) >= 0,
            snd_pcm_hw_params_set_channels(handle, narrowed, channels) >= 0
        else { return [] }
        return rates.filter { snd_pcm_hw_params_test_rate(handle, narrowed, $0, 0) >= 0 }
    }

    /// The format that an input is in use with, as `/proc/asound/card*/pcm*c/sub*/hw_params` tells it; `nil` when it is not in
    /// use, or with an encoding that can't be delivered.
    init?(hardwareParameters text: String) {
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0]] = parts[1].drop { $0 == " " }
        }
        guard let encoding = fields["format"].flatMap({ SampleEncoding(rawValue: String($0)) }),
            let channels = fields["channels"].flatMap({ Int($0) }), channels > 0,
            let rate = fields["rate"]?.split(separator: " ").first.flatMap({ Double($0) }), rate > 0
        else { return nil }
        self.init(
            format: CaptureAudioFormat(sampleRate: rate, channels: channels, sampleFormat: encoding.sampleFormat),
            encoding: encoding
        )
    }
}

/// What an input delivers once it is set up, and what else it could.
public struct MicrophoneConfiguration: Sendable, Hashable {
    /// Channels delivered.
    public var channels: Int
    /// Samples per second and channel promised.
    public var rate: Int
    /// Frames that the hardware delivers at a time.
    public var periodFrames: Int
    /// Frames that fit before sound is lost.
    public var bufferFrames: Int
    /// The numbers of channels that can be asked for.
    public var channelRange: ClosedRange<Int>
    /// The rates that can be asked for.
    public var rateRange: ClosedRange<Int>
    /// ALSA's name of the samples' encoding.
    public var encoding: String

    /// Makes a record.
    public init(
        channels: Int,
        rate: Int,
        periodFrames: Int,
        bufferFrames: Int,
        channelRange: ClosedRange<Int>,
        rateRange: ClosedRange<Int>,
        encoding: String
    ) {
        self.channels = channels
        self.rate = rate
        self.periodFrames = periodFrames
        self.bufferFrames = bufferFrames
        self.channelRange = channelRange
        self.rateRange = rateRange
        self.encoding = encoding
    }
}

/// How samples lie in memory; those that microphones have, little-endian, in order of preference.
enum SampleEncoding: String, Sendable, Hashable, CaseIterable {
    /// 16 bits.
    case s16 = "S16_LE"
    /// 32 bits.
    case s32 = "S32_LE"
    /// 24 bits in the lower part of four bytes.
    case s24 = "S24_LE"
    /// 24 bits in three bytes.
    case s24Packed = "S24_3LE"
    /// Floating point, full scale 1.
    case float = "FLOAT_LE"
    /// Unsigned 8 bits, silence at 128.
    case u8 = "U8"

    /// Bytes of a sample.
    var size: Int {
        switch self {
        case .u8: 1
        case .s16: 2
        case .s24Packed: 3
        case .s24, .s32, .float: 4
        }
    }

    /// ALSA's number.
    var pcmFormat: snd_pcm_format_t {
        switch self {
        case .s16: SND_PCM_FORMAT_S16_LE
        case .s32: SND_PCM_FORMAT_S32_LE
        case .s24: SND_PCM_FORMAT_S24_LE
        case .s24Packed: SND_PCM_FORMAT_S24_3LE
        case .float: SND_PCM_FORMAT_FLOAT_LE
        case .u8: SND_PCM_FORMAT_U8
        }
    }

    /// How the seam has such samples.
    var sampleFormat: CaptureAudioFormat.SampleFormat {
        switch self {
        case .u8, .s16: .int16
        case .s24, .s24Packed, .s32: .int32
        case .float: .float32
        }
    }

    /// Whether the seam has samples of another kind in place of these.
    var needsConversion: Bool {
        switch self {
        case .s16, .s32, .float: false
        case .u8, .s24, .s24Packed: true
        }
    }

    /// Writes samples as the seam has them; as many as the source has whole.
    func convert(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        let count = source.count / size
        switch self {
        case .s16, .s32, .float:
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(target.count)))
        case .u8:
            let samples = target.bindMemory(to: Int16.self)
            for index in 0..<count { samples[index] = (Int16(source[index]) - 128) << 8 }
        case .s24:
            let samples = target.bindMemory(to: Int32.self)
            for index in 0..<count {
                samples[index] =
                    Int32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)) << 8
            }
        case .s24Packed:
            let samples = target.bindMemory(to: Int32.self)
            for index in 0..<count {
                let offset = 3 * index
                samples[index] =
                    Int32(source[offset]) << 8 | Int32(source[offset + 1]) << 16 | Int32(source[offset + 2]) << 24
            }
        }
    }

    /// The sample at an offset, full scale being 1.
    func sample(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
        switch self {
        case .s16:
            return Double(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32_768
        case .s32:
            return Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
                / 2_147_483_648
        case .s24:
            let word = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            // The upper byte may be anything.
            return Double((word << 8) >> 8) / 8_388_608
        case .s24Packed:
            let word = Int32(bytes[offset]) | Int32(bytes[offset + 1]) << 8 | Int32(bytes[offset + 2]) << 16
            return Double((word << 8) >> 8) / 8_388_608
        case .float:
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            return Double(Float(bitPattern: word))
        case .u8:
            return (Double(bytes[offset]) - 128) / 128
        }
    }
}
