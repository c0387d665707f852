import CaptureDriver
import CoreMedia
import Testing

@testable import AVFoundation

@Suite("Frame rate ranges")
struct FrameRateRangeTests {
    @Test("S-41: a range's rates are the reciprocals of its durations")
    func frameRateRange() {
        let range = AVFrameRateRange(.rates(1, 30))
        #expect(range.minFrameRate == 1 && range.maxFrameRate == 30)
        #expect(range.minFrameDuration == CMTime(value: 1, timescale: 30))
        #expect(range.maxFrameDuration == CMTime(value: 1, timescale: 1))
        #expect(range.description.hasSuffix("1 - 30>"))
    }
}
