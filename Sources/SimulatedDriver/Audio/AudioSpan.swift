import Foundation

/// A stretch of sound that is to be made: when each of its frames is heard. Times are nanoseconds of the capture clock.
struct AudioSpan: Sendable, Hashable {
    /// When the first frame is heard.
    var start: Int64
    /// From one frame to the next.
    var period: Double
    /// Frames.
    var frames: Int

    /// The end of the last frame.
    var end: Int64 { start + Int64((Double(frames) * period).rounded()) }

    /// The frames that are heard in a stretch of time that may reach beyond the span.
    func frames(from begin: Int64, to end: Int64) -> Range<Int> {
        let first = firstFrame(notBefore: begin)
        return first..<max(first, firstFrame(notBefore: end))
    }

    private func firstFrame(notBefore time: Int64) -> Int {
        let position = Double(time - start) / period
        // Half a nanosecond, the precision of times.
        return Int(min(max((position - 0.5 / period).rounded(.up), 0), Double(frames)))
    }
}

/// A burst of one frequency.
struct AudioBurst: Sendable, Hashable {
    /// When it begins, in nanoseconds of the capture clock.
    var start: Int64
    /// How long it lasts, in nanoseconds.
    var duration: Int64
    /// Its frequency.
    var frequency: Double
    /// How loud it begins; full scale is 1.
    var amplitude: Double
    /// Whether it begins at the top of the wave instead of at zero.
    var beginsAtPeak = false
    /// Whether it fades evenly to nothing.
    var fades = false

    /// Adds what can be heard of it to one channel of a span.
    func add(to samples: UnsafeMutablePointer<Float>, _ span: AudioSpan) {
        let range = span.frames(from: start, to: start + duration)
        guard !range.isEmpty else { return }
        let into = Double(span.start - start) + Double(range.lowerBound) * span.period
        var wave = Phasor(
            angle: 2 * .pi * frequency * into / 1e9 + (beginsAtPeak ? .pi / 2 : 0),
            step: 2 * .pi * frequency * span.period / 1e9
        )
        let length = Double(duration)
        for index in range {
            let age = Double(span.start - start) + Double(index) * span.period
            let loudness = fades ? amplitude * (1 - age / length) : amplitude
            samples[index] += Float(loudness * wave.sine)
            wave.advance()
        }
    }
}

/// A sine that is computed from sample to sample by a rotation: exact enough for a packet, and much cheaper than sines.
struct Phasor {
    private(set) var sine: Double
    private var cosine: Double
    private let stepSine: Double
    private let stepCosine: Double

    /// - Parameters:
    ///   - angle: of the first sample.
    ///   - step: angle from one sample to the next.
    init(angle: Double, step: Double) {
        sine = sin(angle)
        cosine = cos(angle)
        stepSine = sin(step)
        stepCosine = cos(step)
    }

    mutating func advance() {
        let next = sine * stepCosine + cosine * stepSine
        cosine = cosine * stepCosine - sine * stepSine
        sine = next
    }
}
