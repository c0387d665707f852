import CaptureCore
import CoreMedia
import Testing

@Suite("Which frames are looked at")
struct DetectionScheduleTests {
    /// How many of the frames of a second are looked at, if each look costs so much.
    private func detections(framesPerSecond: Int32, cost: Double) -> Int {
        var schedule = DetectionSchedule()
        return (0..<framesPerSecond).count { frame in
            guard schedule.begins(at: CMTime(value: Int64(frame), timescale: framesPerSecond)) else { return false }
            schedule.finish(cost: cost)
            return true
        }
    }

    @Test("About 15 a second, between 10 and 15 at usual frame rates", arguments: [15, 20, 24, 25, 30, 60, 120, 240])
    func rate(framesPerSecond: Int32) {
        #expect((10...16).contains(detections(framesPerSecond: framesPerSecond, cost: 0.001)))
        #expect((10...16).contains(detections(framesPerSecond: framesPerSecond, cost: 0.008)))
    }

    @Test("Dear looks take an eighth of a processor at most")
    func dear() {
        #expect(detections(framesPerSecond: 30, cost: 0.05) == 4)
        #expect(detections(framesPerSecond: 30, cost: 1) == 2)
    }

    @Test("One at a time; time that goes backwards, and a new beginning, are looked at at once")
    func order() {
        var schedule = DetectionSchedule()
        func begins(at seconds: Double) -> Bool {
            schedule.begins(at: CMTime(seconds: seconds, preferredTimescale: 1000))
        }
        #expect(!begins(at: .nan))
        #expect(begins(at: 10))
        #expect(schedule.isDetecting && !begins(at: 11))
        schedule.finish(cost: 0)
        #expect(!begins(at: 10.01))
        #expect(begins(at: 5))
        // Dear once is nothing.
        schedule.finish(cost: 10)
        #expect(begins(at: 6))
        schedule.finish(cost: 10)
        #expect(!begins(at: 7))
        schedule.reset()
        #expect(begins(at: 7))
    }
}
