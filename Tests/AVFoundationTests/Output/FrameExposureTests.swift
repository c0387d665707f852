import AVFoundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Exposure of video frames")
    struct FrameExposureTests {
        @Test("Video sample buffers carry {Exif} with what the camera told of the exposure")
        func exif() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            let camera = try fixture.camera
            try camera.lockForConfiguration()
            camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 50), iso: 100)
            camera.unlockForConfiguration()
            fixture.session.startRunning()
            fixture.run(seconds: 0.5, recorder: recorder)
            fixture.session.stopRunning()
            let buffer = try #require(recorder.lastBuffer)
            let attached = CMGetAttachment(buffer, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil)
            let exif = try #require(attached as? [String: Any])
            let time = try #require(exif[kCGImagePropertyExifExposureTime as String] as? Double)
            #expect(abs(time - 0.02) < 0.001)
            #expect(exif[kCGImagePropertyExifISOSpeedRatings as String] as? [Int] == [100])
            let stop = try #require(exif[kCGImagePropertyExifFNumber as String] as? Double)
            let brightness = try #require(exif[kCGImagePropertyExifBrightnessValue as String] as? Double)
            #expect(abs(brightness - (2 * log2(stop) - log2(time) - log2(100 / 3.125))) < 0.001)
            let all = CMCopyDictionaryOfAttachments(
                allocator: nil,
                target: buffer,
                attachmentMode: kCMAttachmentMode_ShouldPropagate
            )
            #expect((all as? [String: Any])?.keys.contains("{Exif}") == true)
        }
    }
}
