import SeededRandom
import Testing

@testable import MediaEncoding

@Suite("Keeping sound in step")
struct AudioSyncTests {
    /// A microphone whose clock is off, for a time; the greatest error after the first ten seconds.
    private func greatestError(
        partsPerMillion: Double,
        seconds: Double,
        jitter: Double = 0,
        seed: UInt64 = 0
    ) -> Double {
        var sync = AudioSync(sampleRate: 48_000)
        let frames = 480
        var covered = 0.0
        var measured = 0.0
        var greatest = 0.0
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Int(seconds * 100) {
            let noise = jitter == 0 ? 0 : Double.random(in: -jitter...jitter, using: &generator)
            let error = measured + noise - covered
            let step = sync.next(error: error, frames: frames)
            #expect(step.silence == 0 && step.cut == 0)
            covered += Double(frames) * (1 + step.stretch) / 48_000
            measured += Double(frames) * (1 + partsPerMillion / 1e6) / 48_000
            if measured > 10 { greatest = max(greatest, abs(measured - covered)) }
        }
        return greatest
    }

    @Test("R-REC: an hour of a clock that is off by 200 millionths stays within 5 ms", arguments: [200.0, -200, 20, 0])
    func drift(partsPerMillion: Double) {
        #expect(greatestError(partsPerMillion: partsPerMillion, seconds: 3600) < 0.005)
    }

    @Test("Times that jitter by 3 ms neither cut nor bridge", arguments: 1...5 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) {
        #expect(greatestError(partsPerMillion: 100, seconds: 300, jitter: 0.003, seed: seed) < 0.006)
    }

    @Test("A gap is bridged at once and whole")
    func gap() {
        var sync = AudioSync(sampleRate: 48_000)
        #expect(sync.next(error: 0, frames: 480) == .init())
        #expect(sync.next(error: 0.5, frames: 480).silence == 24_000)
        #expect(sync.next(error: 0, frames: 480).silence == 0)
        #expect(sync.bridged == 24_000)
    }

    @Test("What is there twice is cut, over several packets if need be")
    func overlap() {
        var sync = AudioSync(sampleRate: 48_000)
        var cut: [Int] = []
        var error = -0.05
        for _ in 0..<7 {
            let step = sync.next(error: error, frames: 480)
            cut.append(step.cut)
            // A packet that is cut moves time on and covers nothing.
            error += Double(step.cut) / 48_000
        }
        #expect(cut == [480, 480, 480, 480, 480, 0, 0])
        #expect(sync.trimmed == 2400)
    }

    @Test("A small error that stays is mended after a quarter of a second")
    func smallStep() {
        var sync = AudioSync(sampleRate: 48_000)
        var bridged = 0
        for _ in 0..<40 {
            bridged += sync.next(error: bridged == 0 ? 0.02 : 0, frames: 480).silence
        }
        #expect(bridged == 960)
    }
}
