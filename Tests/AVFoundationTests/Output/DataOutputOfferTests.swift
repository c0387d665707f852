import AVFoundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("What data outputs offer")
    struct DataOutputOfferTests {
        @Test("S-132: reasons of drops have Apple's values")
        func reasons() {
            let reasons: [AVCaptureOutput.DataDroppedReason] = [.none, .lateData, .outOfBuffers, .discontinuity]
            #expect(reasons.map(\.rawValue) == [0, 1, 2, 3])
        }

        @Test(
            "S-136: each pixel format on offer, in whatever order, is delivered when asked for",
            arguments: [0, 1, 2]
        )
        func pixelFormats(index: Int) throws {
            let fixture = Fixture()
            try fixture.addInput()
            let recorder = FrameRecorder()
            let output = fixture.addVideoOutput(recorder)
            let key = kCVPixelBufferPixelFormatTypeKey as String
            let offered = output.availableVideoPixelFormatTypes
            #expect(Set(offered).count == offered.count)
            #expect(offered.contains { output.videoSettings[key] as? OSType == $0 })
            let format = try #require(offered.indices.contains(index) ? offered[index] : offered.last)
            output.videoSettings = [key: format]
            fixture.session.startRunning()
            while recorder.frames.isEmpty {
                fixture.clock.advance(bySeconds: 0.01)
                recorder.settle()
            }
            #expect(recorder.frames.first?.pixelFormat == format)
        }
    }
}
