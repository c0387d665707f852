import Testing

@testable import Viewfinder

@Suite("Figure meter")
struct StreamMetricsMeterTests {
    @Test("Rate, median latency and drops of a window; the next window starts empty")
    func window() {
        var meter = StreamMetricsMeter()
        for frame in 0..<31 {
            let time = UInt64(frame) * 33_333_333
            meter.frame(captured: time, published: time + UInt64(frame + 1) * 1_000_000, width: 640, height: 480)
        }
        meter.drop("FrameWasLate")
        let figures = meter.read(now: 1_001_000_000)
        #expect(figures.framesPerSecond == 31)
        #expect(figures.latencyMilliseconds == 16)
        #expect(figures.drops == ["FrameWasLate": 1])
        #expect((figures.width, figures.height) == (640, 480))
        let next = meter.read(now: 2_001_000_000)
        #expect(next.framesPerSecond == 0)
        #expect(next.latencyMilliseconds == nil)
        #expect(next.drops == ["FrameWasLate": 1])
    }

    @Test("A clock that steps back gives no negative latency")
    func clockStep() {
        var meter = StreamMetricsMeter()
        meter.frame(captured: 10, published: 5, width: 1, height: 1)
        #expect(meter.read(now: 0).latencyMilliseconds == 0)
    }
}
