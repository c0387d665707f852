internal import CLibAV
import CoreMedia
import Foundation

/// An encoder of libavcodec's for sound, opened.
final class AudioCodec {
    let name: String
    let context: CodecContext
    /// Frames that it takes at a time.
    let frameSize: Int
    let formatDescription: CMFormatDescription
    private let frame: FrameBox
    private var spare: PacketBox?

    var sampleFormat: AVSampleFormat { context.pointer.pointee.sample_fmt }
    var sampleRate: Int32 { context.pointer.pointee.sample_rate }
    var primingFrames: Int { Int(context.pointer.pointee.initial_padding) }

    static func libraryName(_ codec: AudioEncoderSettings.Codec) -> String? {
        switch codec {
        case .aac: "aac"
        case .opus: "libopus"
        case .pcm(let format): pcmName(format)
        }
    }

    private static func pcmName(_ format: AudioEncoderSettings.PCMFormat) -> String? {
        let order = format.isBigEndian ? "be" : "le"
        switch (format.isFloat, format.bitsPerChannel) {
        case (false, 8): return "pcm_u8"
        case (false, 16), (false, 24), (false, 32): return "pcm_s\(format.bitsPerChannel)\(order)"
        case (true, 32), (true, 64): return "pcm_f\(format.bitsPerChannel)\(order)"
        default: return nil
        }
    }

    init(_ settings: AudioEncoderSettings) throws(MediaEncodingError) {
        try settings.validate()
        guard let name = Self.libraryName(settings.codec) else {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "uncompressed sound of \(settings.codec)",
                advice: "Choose integers of 8, 16, 24 or 32 bits, or floating point of 32 or 64."
            )
        }
        guard let codec = avcodec_find_encoder_by_name(name) else {
            throw MediaEncodingError(
                kind: .encoderMissing,
                operation: "looking for the encoder \(name)",
                advice: "Install a libavcodec that has \(name): Debian's libavcodec59 has it."
            )
        }
        guard let context = CodecContext(codec), let frame = FrameBox() else {
            throw LibAV.outOfMemory("opening \(name)")
        }
        Self.apply(settings, codec, to: context.pointer)
        let code = avcodec_open2(context.pointer, codec, nil)
        guard code >= 0 else {
            throw LibAV.error(
                .unsupportedSettings,
                "opening \(name) for \(settings.sampleRate) Hz and \(settings.channels) channels",
                code,
                advice: "Choose 44.1 or 48 kHz and 1 or 2 channels; Opus takes 48 kHz."
            )
        }
        self.name = name
        self.context = context
        self.frame = frame
        frameSize = context.pointer.pointee.frame_size > 0 ? Int(context.pointer.pointee.frame_size) : 1024
        formatDescription = try AudioFormat.description(of: context.pointer, settings)
        try prepareFrame()
    }

    private static func apply(
        _ settings: AudioEncoderSettings,
        _ codec: UnsafePointer<AVCodec>,
        to context: UnsafeMutablePointer<AVCodecContext>
    ) {
        context.pointee.sample_fmt = codec.pointee.sample_fmts?.pointee ?? AV_SAMPLE_FMT_S16
        context.pointee.sample_rate = Int32(settings.sampleRate.rounded())
        context.pointee.time_base = AVRational(num: 1, den: context.pointee.sample_rate)
        pinhole_av_channels(&context.pointee.ch_layout, Int32(settings.channels))
        context.pointee.bit_rate = Int64(settings.effectiveBitRate)
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }

    private func prepareFrame() throws(MediaEncodingError) {
        let avFrame = frame.pointer
        avFrame.pointee.format = sampleFormat.rawValue
        avFrame.pointee.sample_rate = sampleRate
        avFrame.pointee.nb_samples = Int32(frameSize)
        av_channel_layout_copy(&avFrame.pointee.ch_layout, &context.pointer.pointee.ch_layout)
        guard av_frame_get_buffer(avFrame, 0) >= 0 else { throw LibAV.outOfMemory("opening \(name)") }
    }

    /// Encodes frames from the front of a queue.
    ///
    /// - Parameters:
    ///   - count: how many: the encoder's frame size, or fewer at the end.
    ///   - position: the first frame's number.
    func encode(
        _ queue: OpaquePointer,
        count: Int,
        position: Int64,
        _ deliver: (PacketBox) -> Void
    ) throws(MediaEncodingError) {
        let avFrame = frame.pointer
        avFrame.pointee.nb_samples = Int32(frameSize)
        guard av_frame_make_writable(avFrame) >= 0 else { throw LibAV.outOfMemory("encoding sound") }
        avFrame.pointee.nb_samples = Int32(count)
        avFrame.pointee.pts = position
        let read = withUnsafeMutablePointer(to: &avFrame.pointee.extended_data) { planes in
            planes.pointee.map {
                av_audio_fifo_read(
                    queue,
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafeMutableRawPointer?.self),
                    Int32(count)
                )
            } ?? -1
        }
        guard read == Int32(count) else { throw LibAV.outOfMemory("encoding sound") }
        try send(avFrame, deliver)
    }

    func finish(_ deliver: (PacketBox) -> Void) throws(MediaEncodingError) {
        try send(nil, deliver)
    }

    private func send(
        _ avFrame: UnsafeMutablePointer<AVFrame>?,
        _ deliver: (PacketBox) -> Void
    ) throws(MediaEncodingError) {
        var code = avcodec_send_frame(context.pointer, avFrame)
        while code >= 0 {
            guard let box = spare ?? PacketBox() else { throw LibAV.outOfMemory("encoding sound") }
            spare = box
            code = avcodec_receive_packet(context.pointer, box.pointer)
            if code == pinhole_averror_again() || code == pinhole_averror_eof() { return }
            if code >= 0 {
                spare = nil
                deliver(box)
            }
        }
        throw LibAV.error(.encoderFailed, "encoding sound with \(name)", code, advice: "Start another recording.")
    }
}

extension AudioEncoderSettings {
    /// Bits per second that the settings come to.
    var effectiveBitRate: Int {
        let usual = Self.defaultBitRate(codec: codec, sampleRate: sampleRate, channels: channels)
        if let quality { return Int(Double(usual) * exp2(2 * quality - 1)) }
        return bitRate ?? usual
    }

    func validate() throws(MediaEncodingError) {
        func refuse(_ what: String, _ advice: String) -> MediaEncodingError {
            MediaEncodingError(kind: .unsupportedSettings, operation: what, advice: advice)
        }
        guard (1...8).contains(channels) else {
            throw refuse("\(channels) channels", "Choose 1 to 8 channels.")
        }
        guard sampleRate == sampleRate.rounded(), (8_000...192_000).contains(sampleRate) else {
            throw refuse("\(sampleRate) frames per second", "Choose a whole rate of 8 to 192 kHz.")
        }
        guard quality.map({ (0...1).contains($0) }) ?? true else {
            throw refuse("quality \(quality ?? 0)", "Choose a quality from 0 to 1.")
        }
        guard bitRate.map({ (6_000...2_000_000).contains($0) }) ?? true else {
            throw refuse("bit rate \(bitRate ?? 0)", "Choose 6,000 to 2,000,000 bits per second.")
        }
    }
}

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

/// Describes encoded sound in Core Media's terms.
enum AudioFormat {
    static func description(
        of context: UnsafeMutablePointer<AVCodecContext>,
        _ settings: AudioEncoderSettings
    ) throws(MediaEncodingError) -> CMFormatDescription {
        var stream = AudioStreamBasicDescription()
        stream.mSampleRate = settings.sampleRate
        stream.mChannelsPerFrame = UInt32(settings.channels)
        switch settings.codec {
        case .aac:
            stream.mFormatID = kAudioFormatMPEG4AAC
            // The object type of low complexity, as Apple's encoders note it.
            stream.mFormatFlags = 2
            stream.mFramesPerPacket = UInt32(context.pointee.frame_size)
        case .opus:
            stream.mFormatID = kAudioFormatOpus
            stream.mFramesPerPacket = UInt32(context.pointee.frame_size)
        case .pcm(let format): describe(format, in: &stream)
        }
        let cookie = context.pointee.extradata.map { Data(bytes: $0, count: Int(context.pointee.extradata_size)) }
        do {
            return try CMFormatDescription(audioStreamBasicDescription: stream, magicCookie: cookie)
        } catch {
            throw LibAV.outOfMemory("describing sound")
        }
    }

    private static func describe(
        _ format: AudioEncoderSettings.PCMFormat,
        in stream: inout AudioStreamBasicDescription
    ) {
        stream.mFormatID = kAudioFormatLinearPCM
        stream.mFormatFlags = kAudioFormatFlagIsPacked
        if format.isFloat {
            stream.mFormatFlags |= kAudioFormatFlagIsFloat
        } else if format.bitsPerChannel > 8 {
            stream.mFormatFlags |= kAudioFormatFlagIsSignedInteger
        }
        if format.isBigEndian { stream.mFormatFlags |= kAudioFormatFlagIsBigEndian }
        stream.mBitsPerChannel = UInt32(format.bitsPerChannel)
        stream.mFramesPerPacket = 1
        stream.mBytesPerFrame = stream.mChannelsPerFrame * stream.mBitsPerChannel / 8
        stream.mBytesPerPacket = stream.mBytesPerFrame
    }
}
