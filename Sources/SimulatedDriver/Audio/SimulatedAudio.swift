import CLibAV
import CaptureDriver
import Foundation

/// What the simulated microphones hear, and how well they keep time.
public struct SimulatedAudio: Sendable, Hashable {
    /// What there is to hear.
    public enum Source: Sendable, Hashable {
        /// A soft tone with the timecode over it that ``AudioTimecode`` describes.
        case tone
        /// Nothing at all.
        case silence
        /// A file with sound, over and over.
        case file(AudioFile)
    }

    /// The most that a microphone's clock may be off, in parts per million.
    public static let largestDrift = 1_000.0

    /// What there is to hear.
    public var source: Source
    /// By how many parts per million the microphones' clocks run fast: 48 kHz are 48,004.8 frames per second at 100. At most
    /// ``largestDrift`` either way.
    public var clockDrift: Double

    /// Makes a world of sound; a tone with timecode, and exact clocks, when nothing else is said.
    public init(source: Source = .tone, clockDrift: Double = 0) {
        self.source = source
        self.clockDrift = min(max(clockDrift, -Self.largestDrift), Self.largestDrift)
    }
}

/// Makes what one stream hears. Used by one thread at a time.
protocol AudioRenderer: AnyObject {
    /// Writes a span of sound, channels interleaved; full scale is 1.
    func render(_ span: AudioSpan, channels: Int, into samples: UnsafeMutablePointer<Float>)
}

extension SimulatedAudio.Source {
    /// Prepares to make the sound for a stream.
    ///
    /// - Parameter epoch: when a file begins, in nanoseconds.
    func makeRenderer(for format: CaptureAudioFormat, epoch: Int64) throws(AudioFileError) -> any AudioRenderer {
        switch self {
        case .tone: ToneRenderer()
        case .silence: SilenceRenderer()
        case .file(let file): try FileRenderer(file, format, epoch: epoch)
        }
    }
}

/// Nothing to hear.
private final class SilenceRenderer: AudioRenderer {
    func render(_ span: AudioSpan, channels: Int, into samples: UnsafeMutablePointer<Float>) {
        samples.update(repeating: 0, count: span.frames * channels)
    }
}

/// The tone with its timecode, the same on all channels.
private final class ToneRenderer: AudioRenderer {
    private static let second: Int64 = 1_000_000_000
    private var mono: [Float] = []

    func render(_ span: AudioSpan, channels: Int, into samples: UnsafeMutablePointer<Float>) {
        if channels == 1 { return render(span, into: samples) }
        if mono.count < span.frames { mono = Array(repeating: 0, count: span.frames) }
        mono.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            render(span, into: base)
            for frame in 0..<span.frames {
                for channel in 0..<channels { samples[frame * channels + channel] = base[frame] }
            }
        }
    }

    private func render(_ span: AudioSpan, into samples: UnsafeMutablePointer<Float>) {
        // The tone's phase is the time's within its second, of which it has a whole number of waves.
        let turn = 2 * Double.pi * AudioTimecode.toneFrequency
        var tone = Phasor(
            angle: turn * Double(span.start % Self.second) / 1e9,
            step: turn * span.period / 1e9
        )
        for frame in 0..<span.frames {
            samples[frame] = Float(AudioTimecode.toneAmplitude * tone.sine)
            tone.advance()
        }
        for second in span.start / Self.second...max(span.end, span.start) / Self.second {
            addTimecode(of: second, span, into: samples)
        }
    }

    private func addTimecode(of second: Int64, _ span: AudioSpan, into samples: UnsafeMutablePointer<Float>) {
        let start = second * Self.second
        AudioBurst(
            start: start,
            duration: AudioTimecode.markDuration,
            frequency: AudioTimecode.markFrequency,
            amplitude: AudioTimecode.amplitude
        ).add(to: samples, span)
        let first = start + AudioTimecode.firstBit
        let spacing = AudioTimecode.bitSpacing
        let bits = max(0, (span.start - first) / spacing)...max(0, (span.end - first) / spacing)
        let word = AudioTimecode(second: UInt32(truncatingIfNeeded: second)).word
        for bit in bits where bit < AudioTimecode.bitCount {
            let isOne = word >> (31 - UInt32(bit)) & 1 == 1
            AudioBurst(
                start: first + bit * spacing,
                duration: AudioTimecode.bitDuration,
                frequency: isOne ? AudioTimecode.oneFrequency : AudioTimecode.zeroFrequency,
                amplitude: AudioTimecode.amplitude
            ).add(to: samples, span)
        }
    }
}

/// A file's sound, over and over.
private final class FileRenderer: AudioRenderer {
    private let samples: [Float]
    private let channels: Int
    private let rate: Double
    private let epoch: Int64

    init(_ file: AudioFile, _ format: CaptureAudioFormat, epoch: Int64) throws(AudioFileError) {
        samples = try file.samples(rate: format.sampleRate, channels: format.channels)
        channels = format.channels
        rate = format.sampleRate
        self.epoch = epoch
    }

    func render(_ span: AudioSpan, channels: Int, into target: UnsafeMutablePointer<Float>) {
        let length = samples.count / self.channels
        guard length > 0 else { return target.update(repeating: 0, count: span.frames * channels) }
        // What was to be heard first is found by the time; then frame follows frame, as a clock that drifts hears them.
        var position = Int((Double(span.start - epoch) / 1e9 * rate).rounded()) % length
        if position < 0 { position += length }
        for frame in 0..<span.frames {
            for channel in 0..<channels { target[frame * channels + channel] = samples[position * channels + channel] }
            position = position + 1 == length ? 0 : position + 1
        }
    }
}

/// A file with sound, such as a WAV file, that simulated microphones hear over and over.
///
/// It is decoded as a whole when a stream starts, in that stream's format; hence the limit on its length.
public struct AudioFile: Sendable, Hashable {
    /// The longest that is heard of a file, in seconds.
    public static let longest = 600.0

    /// Where it is.
    public let path: String

    /// Looks whether a file can be heard.
    ///
    /// - Throws: `AudioFileError` that says what is wrong with it.
    public init(path: String) throws(AudioFileError) {
        self.path = path
        let heard = try samples(rate: 8_000, channels: 1)
        guard !heard.isEmpty else {
            throw AudioFileError(path: path, reason: "there is no sound in it. Choose a sound file.")
        }
    }

    /// Decodes the sound.
    func samples(rate: Double, channels: Int) throws(AudioFileError) -> [Float] {
        try AudioDecoder(path: path).decode(rate: Int32(rate), channels: Int32(channels))
    }
}

/// Why a file cannot be heard.
public struct AudioFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file concerned.
    public var path: String
    /// What is wrong, and what to do.
    public var reason: String

    /// One line for people.
    public var description: String { "The sound \(path) cannot be heard: \(reason)" }
}

/// Decodes a file's sound with libav.
private final class AudioDecoder {
    private let path: String
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var resampler: OpaquePointer?
    private var packet = av_packet_alloc()
    private var frame = av_frame_alloc()
    private var streamIndex: Int32 = -1

    init(path: String) throws(AudioFileError) {
        self.path = path
        let opened = avformat_open_input(&format, path, nil, nil)
        guard opened >= 0, let format else {
            throw AudioFileError(
                path: path,
                reason: "it cannot be read. Check the path, and that the file is a sound file."
            )
        }
        guard avformat_find_stream_info(format, nil) >= 0 else {
            throw AudioFileError(path: path, reason: "it is damaged. Choose another file.")
        }
        var decoder: UnsafePointer<AVCodec>?
        streamIndex = av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, &decoder, 0)
        guard streamIndex >= 0, let decoder, let made = avcodec_alloc_context3(decoder) else {
            throw AudioFileError(
                path: path,
                reason: "there is no sound in it that can be decoded. Choose a sound file."
            )
        }
        codec = made
        avcodec_parameters_to_context(made, format.pointee.streams[Int(streamIndex)]?.pointee.codecpar)
        guard avcodec_open2(made, decoder, nil) >= 0 else {
            throw AudioFileError(path: path, reason: "its sound cannot be decoded. Choose another file.")
        }
    }

    deinit {
        swr_free(&resampler)
        avcodec_free_context(&codec)
        avformat_close_input(&format)
        av_packet_free(&packet)
        av_frame_free(&frame)
    }

    /// Decodes all of it, interleaved, full scale at 1.
    func decode(rate: Int32, channels: Int32) throws(AudioFileError) -> [Float] {
        guard let codec, let packet, let frame else { return [] }
        // One channel is as loud on several as it is alone; the resampler would make it softer.
        if channels > 1, codec.pointee.ch_layout.nb_channels == 1 {
            return try decode(rate: rate, channels: 1).flatMap { repeatElement($0, count: Int(channels)) }
        }
        try makeResampler(codec, rate: rate, channels: channels)
        let limit = Int(AudioFile.longest) * Int(rate) * Int(channels)
        var samples: [Float] = []
        var isDraining = false
        while samples.count < limit {
            let received = avcodec_receive_frame(codec, frame)
            if received == 0 {
                append(frame, to: &samples, channels: Int(channels))
                continue
            }
            guard received == pinhole_averror_again(), !isDraining else { break }
            isDraining = !feed(codec, packet)
        }
        append(nil, to: &samples, channels: Int(channels))
        return Array(samples.prefix(limit))
    }

    private func makeResampler(
        _ codec: UnsafeMutablePointer<AVCodecContext>,
        rate: Int32,
        channels: Int32
    ) throws(AudioFileError) {
        var target = AVChannelLayout()
        av_channel_layout_default(&target, channels)
        let status = swr_alloc_set_opts2(
            &resampler,
            &target,
            AV_SAMPLE_FMT_FLT,
            rate,
            &codec.pointee.ch_layout,
            codec.pointee.sample_fmt,
            codec.pointee.sample_rate,
            0,
            nil
        )
        guard status >= 0, swr_init(resampler) >= 0 else {
            throw AudioFileError(path: path, reason: "its sound cannot be converted. Choose another file.")
        }
    }

    private func feed(_ codec: UnsafeMutablePointer<AVCodecContext>, _ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        while av_read_frame(format, packet) >= 0 {
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == streamIndex else { continue }
            if avcodec_send_packet(codec, packet) >= 0 { return true }
        }
        avcodec_send_packet(codec, nil)
        return false
    }

    /// Appends a decoded frame, or with `nil` what the resampler still holds.
    private func append(_ frame: UnsafeMutablePointer<AVFrame>?, to samples: inout [Float], channels: Int) {
        let input = frame?.pointee.nb_samples ?? 0
        let room = Int(swr_get_out_samples(resampler, input))
        guard room > 0 else { return }
        let made = [Float](unsafeUninitializedCapacity: room * channels) { buffer, count in
            var output = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            let converted: Int32
            if let planes = frame?.pointee.extended_data {
                converted = planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 1) {
                    swr_convert(resampler, &output, Int32(room), $0, input)
                }
            } else {
                converted = swr_convert(resampler, &output, Int32(room), nil, 0)
            }
            count = Int(max(converted, 0)) * channels
        }
        samples += made
    }
}
