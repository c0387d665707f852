import AVFoundation
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Many photos")
    struct PhotoSequenceTests {
        @Test("R-PHOTO-4: ten photos in a row, not one is lost", arguments: [false, true])
        func rapidPhotos(isResponsive: Bool) throws {
            let fixture = try PhotoFixture()
            fixture.output.isResponsiveCaptureEnabled = isResponsive
            let recorder = PhotoRecorder()
            for _ in 0..<10 {
                fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            }
            fixture.run(seconds: 2)
            #expect(recorder.photos.count == 10)
            #expect(recorder.words.count { $0 == "didFinish" } == 10)
            #expect(recorder.finalErrorCodes.allSatisfy { $0 == nil })
            let times = recorder.photos.map(\.timestamp)
            #expect(zip(times, times.dropFirst()).allSatisfy { CMTimeCompare($0, $1) < 0 })
        }

        @Test("The camera keeps streaming while photos are held: frames are not starved")
        func noStarvation() throws {
            let fixture = Fixture()
            let frames = FrameRecorder()
            let photo = try PhotoFixture(fixture, preset: .photo, starts: false)
            _ = fixture.addVideoOutput(frames)
            fixture.session.startRunning()
            let recorder = PhotoRecorder()
            for _ in 0..<10 { photo.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder) }
            for _ in 0..<100 {
                fixture.clock.advance(bySeconds: 0.01)
                frames.settle()
                photo.output.settle()
            }
            #expect(recorder.photos.count == 10)
            #expect(frames.frames.count >= 25)
            #expect(!frames.drops.contains(kCMSampleBufferDroppedFrameReason_OutOfBuffers as String))
        }

        @Test("S-159: with zero shutter lag a photo is of the moment before the request, without it of the one after")
        func zeroShutterLag() throws {
            let fixture = try PhotoFixture()
            #expect(fixture.output.isZeroShutterLagSupported)
            #expect(fixture.output.isZeroShutterLagEnabled)
            func lag() throws -> Double {
                let asked = fixture.fixture.clock.now
                let photo = try #require(fixture.take().photos.first)
                return CMTimeGetSeconds(CMTimeSubtract(photo.timestamp, asked))
            }
            #expect(try lag() <= 0)
            fixture.output.isZeroShutterLagEnabled = false
            #expect(try lag() > 0)
        }

        @Test(
            "S-159: a photo right after a change of the format is of the new format, without shutter lag as well",
            arguments: [false, true]
        )
        func formatChange(inConfiguration: Bool) throws {
            let fixture = try PhotoFixture()
            let device = try #require(fixture.session.inputs.first as? AVCaptureDeviceInput).device
            let recorder = PhotoRecorder()
            let old = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
            let format = try #require(
                device.formats.first { format in
                    let new = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
                    return new.width < old.width && new.width * old.height != new.height * old.width
                }
            )
            if inConfiguration { fixture.session.beginConfiguration() }
            try device.lockForConfiguration()
            device.activeFormat = format
            device.unlockForConfiguration()
            let settings = AVCapturePhotoSettings(
                format: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
            )
            fixture.output.capturePhoto(with: settings, delegate: recorder)
            if inConfiguration { fixture.session.commitConfiguration() }
            fixture.run(seconds: 0.3)
            let pixels = try #require(recorder.photos.first?.pixelBuffer)
            let promised = try #require(recorder.resolved.first?.photoDimensions)
            #expect(CVPixelBufferGetWidth(pixels) == Int(promised.width))
            #expect(CVPixelBufferGetHeight(pixels) == Int(promised.height))
        }

        @Test("S-159: a photo right after a change to another format of the same size waits for a frame of it")
        func formatOfSameSize() throws {
            let fixture = try PhotoFixture()
            let device = try #require(fixture.session.inputs.first as? AVCaptureDeviceInput).device
            let old = device.activeFormat
            let size = CMVideoFormatDescriptionGetDimensions(old.formatDescription)
            let format = try #require(
                device.formats.first { format in
                    let new = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
                    return format !== old && new.width == size.width && new.height == size.height
                }
            )
            try device.lockForConfiguration()
            device.activeFormat = format
            device.unlockForConfiguration()
            let asked = fixture.fixture.clock.now
            let photo = try #require(fixture.take().photos.first)
            #expect(CMTimeCompare(photo.timestamp, asked) > 0)
        }
    }
}
