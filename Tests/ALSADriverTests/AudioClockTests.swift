import CaptureDriver
import Testing

@testable import ALSADriver

/// Measurements of a microphone whose clock is off and whose positions are told late, by chance.
private struct Measurements {
    var rate = 48_000.0
    /// By how many parts per million the microphone's clock runs fast.
    var drift = 0.0
    /// Measurements are late by up to so many nanoseconds.
    var jitter = 0.0
    /// Frames from one measurement to the next.
    var step: Int64 = 1_024
    var generator = Chance(state: 7)

    /// When a frame is really heard, in nanoseconds.
    func truth(_ frame: Int64) -> Double { Double(frame) / (rate * (1 + drift / 1e6)) * 1e9 }

    /// Runs a clock for a while; the largest error after the first seconds, and the packets' times.
    mutating func run(_ clock: inout AudioClock, seconds: Double, settled: Double) -> (error: Double, times: [Int64]) {
        var error = 0.0
        var times: [Int64] = []
        for index in 0..<Int64(seconds * rate / Double(step)) {
            let heard = (index + 1) * step
            let time = truth(heard) + jitter * generator.nextUnit()
            #expect(clock.observe(frame: heard, at: Int64(time)) == 0)
            let packet = clock.time(ofFrame: index * step)
            times.append(packet)
            if truth(heard) > settled * 1e9 {
                error = max(error, abs(Double(packet) - truth(index * step) - jitter / 2))
            }
        }
        return (error, times)
    }
}

/// Numbers that look like chance and are the same each time.
private struct Chance {
    var state: UInt64

    mutating func nextUnit() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / 9_007_199_254_740_992
    }
}

@Suite("When sound was heard")
struct AudioClockTests {
    @Test("Drift is followed, jitter is not", arguments: [-200.0, -50, 0, 200], [0.0, 2_000_000])
    func drift(partsPerMillion: Double, jitter: Double) {
        var clock = AudioClock(rate: 48_000)
        var measurements = Measurements(drift: partsPerMillion, jitter: jitter)
        let (error, _) = measurements.run(&clock, seconds: 120, settled: 20)
        #expect(error < 500_000, "\(error) ns")
        let measured = (clock.measuredRate / 48_000 - 1) * 1e6
        #expect(abs(measured - partsPerMillion) < 40, "\(measured) ppm")
    }

    @Test("Times increase smoothly, whatever is measured", arguments: [0.0, 5_000_000, 40_000_000])
    func smooth(jitter: Double) {
        var clock = AudioClock(rate: 44_100)
        var measurements = Measurements(rate: 44_100, drift: 150, jitter: jitter, step: 512)
        let times = measurements.run(&clock, seconds: 30, settled: 0).times
        let duration = 512 / 44_100.0 * 1e9
        for (first, second) in zip(times, times.dropFirst()) {
            #expect(abs(Double(second - first) - duration) <= duration * CaptureAudioPacket.largestCorrection)
        }
    }

    @Test("Lost sound is counted to the frame, small losses only after an interruption")
    func losses() {
        var clock = AudioClock(rate: 48_000)
        var measurements = Measurements()
        _ = measurements.run(&clock, seconds: 5, settled: 0)
        let frame: Int64 = 5 * 48_000
        #expect(clock.observe(frame: frame, at: 5_250_000_000) == 12_000)
        #expect(clock.observe(frame: frame + 13_024, at: 5_271_333_333) == 0)
        #expect(clock.observe(frame: frame + 14_048, at: 5_302_666_666, isBroken: true) == 480)
        #expect(clock.observe(frame: frame + 15_552, at: 5_324_000_000, isBroken: true) == 0)
        // Ahead of its time: nothing is lost.
        #expect(clock.observe(frame: frame + 48_000, at: 5_400_000_000) == 0)
    }

    @Test("Measurements that say nothing new change nothing")
    func repeated() {
        var clock = AudioClock(rate: 48_000)
        #expect(clock.time(ofFrame: 0) == 0)
        #expect(clock.observe(frame: 1_024, at: 1_000_000_000) == 0)
        let time = clock.time(ofFrame: 0)
        #expect(time == 1_000_000_000 - 21_333_333)
        #expect(clock.observe(frame: 1_024, at: 1_001_000_000) == 0)
        #expect(clock.time(ofFrame: 1_024) == 1_000_000_000)
    }
}
