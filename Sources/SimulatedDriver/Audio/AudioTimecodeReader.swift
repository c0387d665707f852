import Foundation

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
