import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// What the simulated microphones hear for machines: which second of the capture clock it is.
///
/// Each second of the clock begins with a mark, a burst of 3 kHz that lasts 8 ms. From 40 ms after the second on follow 32
/// bursts, one every 25 ms, each 12 ms long: 2 kHz for a 1, 1 kHz for a 0, most significant bit first. They say the second,
/// 24 bits (modulo 2^24, half a year), and its checksum, 8 bits: CRC-8 with polynomial `0x07` and initial value `0xFF` over the second's
/// three bytes, most significant first. All bursts begin at phase zero of a sine. Under them lies a tone of 440 Hz.
///
/// The frequencies are heard through every route, also a hands-free one at 8 kHz; the bursts are long enough for lossy
/// codecs. ``AudioTimecodeReader`` reads it.
public struct AudioTimecode: Sendable, Hashable {
    /// Frequency of the mark.
    public static let markFrequency = 3_000.0
    /// Frequency of a 1.
    public static let oneFrequency = 2_000.0
    /// Frequency of a 0.
    public static let zeroFrequency = 1_000.0
    /// Nanoseconds that the mark lasts.
    public static let markDuration: Int64 = 8_000_000
    /// Nanoseconds from the second to the first bit.
    public static let firstBit: Int64 = 40_000_000
    /// Nanoseconds from one bit to the next.
    public static let bitSpacing: Int64 = 25_000_000
    /// Nanoseconds that a bit lasts.
    public static let bitDuration: Int64 = 12_000_000
    /// Bits.
    public static let bitCount = 32
    /// How loud the bursts are; full scale is 1.
    public static let amplitude = 0.25
    /// Frequency of the tone under them.
    public static let toneFrequency = 440.0
    /// How loud the tone is.
    public static let toneAmplitude = 0.03

    /// The second of the capture clock, modulo 2^24.
    public var second: UInt32

    /// Makes the timecode of a second.
    public init(second: UInt32) {
        self.second = second & 0xff_ffff
    }

    /// The checksum.
    public var checksum: UInt8 {
        [16, 8, 0].reduce(UInt8(0xff)) { crc, shift in
            (0..<8).reduce(crc ^ UInt8(truncatingIfNeeded: second >> UInt32(shift))) { crc, _ in
                crc & 0x80 != 0 ? (crc << 1) ^ 0x07 : crc << 1
            }
        }
    }

    /// The bits, the first in the most significant one.
    public var word: UInt32 { second << 8 | UInt32(checksum) }

    /// Reads the bits; `nil` unless the checksum is right.
    public init?(word: UInt32) {
        self.init(second: word >> 8)
        guard checksum == UInt8(truncatingIfNeeded: word) else { return nil }
    }
}

/// Finds the simulated microphones' timecode in sound, also after it went through a codec.
public enum AudioTimecodeReader {
    /// A timecode that was heard.
    public struct TimecodeReading: Sendable, Hashable {
        /// The frame at which the second began.
        public var frame: Int
        /// What it says.
        public var timecode: AudioTimecode
    }

    /// Marks this much softer than they are made are heard still.
    private static let leastAmplitude = 0.3 * AudioTimecode.amplitude

    /// Reads all timecodes that are whole and right.
    ///
    /// - Parameters:
    ///   - samples: one channel, full scale at 1.
    ///   - rate: frames per second.
    public static func read(_ samples: [Float], rate: Double) -> [TimecodeReading] {
        let marks = Tone(AudioTimecode.markFrequency, samples, rate)
        let ones = Tone(AudioTimecode.oneFrequency, samples, rate)
        let zeros = Tone(AudioTimecode.zeroFrequency, samples, rate)
        let frames = { (nanoseconds: Int64) in Int((Double(nanoseconds) * rate / 1e9).rounded()) }
        let mark = frames(AudioTimecode.markDuration)
        let length = frames(AudioTimecode.bitDuration)
        let whole = frames(AudioTimecode.firstBit + Int64(AudioTimecode.bitCount) * AudioTimecode.bitSpacing)
        var found: [TimecodeReading] = []
        var start = 0
        while start + whole <= samples.count {
            guard marks.amplitude(start, mark) > leastAmplitude else {
                start += max(1, mark / 8)
                continue
            }
            // The mark is where it is loudest.
            let candidates = max(0, start - mark)..<(start + 2 * mark)
            let best = candidates.max { marks.amplitude($0, mark) < marks.amplitude($1, mark) } ?? start
            let word = (0..<AudioTimecode.bitCount).reduce(UInt32(0)) { word, bit in
                let first = best + frames(AudioTimecode.firstBit + Int64(bit) * AudioTimecode.bitSpacing)
                return word << 1 | (ones.amplitude(first, length) > zeros.amplitude(first, length) ? 1 : 0)
            }
            if let timecode = AudioTimecode(word: word) {
                found.append(TimecodeReading(frame: best, timecode: timecode))
                start = best + whole
            } else {
                start = max(best, start) + mark
            }
        }
        return found
    }

    /// How loud one frequency is in any stretch of the samples: sums of the samples turned by the frequency, up to each frame.
    private struct Tone {
        private var cosines: [Double]
        private var sines: [Double]

        init(_ frequency: Double, _ samples: [Float], _ rate: Double) {
            var wave = Phasor(angle: 0, step: 2 * .pi * frequency / rate)
            var quarter = Phasor(angle: .pi / 2, step: 2 * .pi * frequency / rate)
            var (cosine, sine) = (0.0, 0.0)
            cosines = [0]
            sines = [0]
            cosines.reserveCapacity(samples.count + 1)
            sines.reserveCapacity(samples.count + 1)
            for sample in samples {
                sine += Double(sample) * wave.sine
                cosine += Double(sample) * quarter.sine
                sines.append(sine)
                cosines.append(cosine)
                wave.advance()
                quarter.advance()
            }
        }

        func amplitude(_ start: Int, _ length: Int) -> Double {
            let end = min(start + length, sines.count - 1)
            guard start >= 0, end > start else { return 0 }
            let (cosine, sine) = (cosines[end] - cosines[start], sines[end] - sines[start])
            return 2 * (cosine * cosine + sine * sine).squareRoot() / Double(end - start)
        }
    }
}

/// The sync marker of a simulated phone: at the same instants of its clock every camera's picture turns white, and every microphone
/// hears a click. For judging whether picture and sound belong together. Pure.
///
/// The instants are `epoch + n * interval`, n from 1. The click begins with the first frame of sound that is not earlier than
/// the instant, at nearly full scale (``amplitude``). The flash is the frame of picture that is nearest to the instant, so
/// at most half a frame duration away from it and on average not at all; at more than 30 frames per second so many frames that it lasts a
/// thirtieth of a second. The picture's timecode strip stays readable.
struct SyncMarker: Sendable, Hashable {
    /// How loud the click begins; full scale is 1.
    static let amplitude = 0.9
    /// How long the click lasts, in nanoseconds; its loudness falls evenly.
    static let clickDuration: Int64 = 5_000_000
    /// The click's frequency.
    static let frequency = 1_250.0
    /// The flash lasts at least so long, in nanoseconds.
    static let flashDuration: Int64 = 33_333_333

    /// Zero of the count, in nanoseconds of the capture clock.
    var epoch: Int64
    /// From one marker to the next, in nanoseconds.
    var interval: Int64

    /// The marker that begins last, not later than a time; `nil` before the first.
    func last(notAfter time: Int64) -> Int64? {
        let elapsed = time - epoch
        guard elapsed >= interval else { return nil }
        return epoch + elapsed / interval * interval
    }

    /// Whether a marker lights up the frame that was taken at a time.
    func isFlash(at time: Int64, duration: Int64) -> Bool {
        let nearest = time + duration / 2
        guard let syncMarker = last(notAfter: nearest) else { return false }
        return nearest - syncMarker < max(duration, Self.flashDuration)
    }
}

/// Puts out a phone's sync markers, for all its devices.
final class SyncMarkerGenerator: Sendable {
    private let epoch: Int64
    private let syncMarker = Mutex<SyncMarker?>(nil)

    /// - Parameter epoch: zero of the count.
    init(epoch: CMTime) {
        self.epoch = epoch.nanoseconds
    }

    /// Seconds from one marker to the next; `nil` for none.
    var interval: Double? {
        get { syncMarker.withLock { $0 }.map { Double($0.interval) / 1e9 } }
        set {
            // Ten a second can still be told apart.
            let nanoseconds = newValue.map { Int64((max($0, 0.1) * 1e9).rounded()) }
            syncMarker.withLock { [epoch] in $0 = nanoseconds.map { SyncMarker(epoch: epoch, interval: $0) } }
        }
    }

    /// The marker that is in force.
    var current: SyncMarker? { syncMarker.withLock { $0 } }

    /// Whether a marker lights up the frame that was taken at a time.
    func isFlash(at time: CMTime, duration: CMTime) -> Bool {
        current?.isFlash(at: time.nanoseconds, duration: duration.nanoseconds) ?? false
    }
}
