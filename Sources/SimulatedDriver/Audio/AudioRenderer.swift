import CaptureDriver
import Foundation

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
