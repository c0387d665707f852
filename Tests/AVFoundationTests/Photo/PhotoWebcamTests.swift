import AVFoundation
import Foundation
import ImageProcessing
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Photos of webcams")
    struct PhotoWebcamTests {
        @Test("A webcam's own JPEG is kept, and gets EXIF")
        func webcam() throws {
            let fixture = try webcamFixture(format: kCMVideoCodecType_JPEG)
            let photo = try #require(fixture.take().photos.first)
            let file = try #require(photo.fileDataRepresentation())
            #expect(try exifTool(file, "Software")["Software"] == "Pinhole")
            let decoded = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(file)
            #expect(CVPixelBufferGetWidth(decoded) == Int(photo.resolvedSettings.photoDimensions.width))
        }

        @Test(
            "A webcam's damaged JPEG is not delivered: the photo is one of the next frames",
            arguments: [
                SimulatedFault.truncatedJPEG(count: 2), .corruptJPEG(count: 2), .bufferError(count: 2),
            ]
        )
        func damagedFrames(fault: SimulatedFault) throws {
            let fixture = try webcamFixture(format: kCMVideoCodecType_JPEG)
            fixture.output.isZeroShutterLagEnabled = false
            fixture.fixture.phone.apply(fault)
            let recorder = fixture.take()
            #expect(recorder.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            let file = try #require(recorder.photos.first?.fileDataRepresentation())
            _ = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(file)
        }

        @Test("A camera that falls silent ends the request with an error, after a bounded wait")
        func silence() throws {
            let fixture = try PhotoFixture()
            fixture.output.isZeroShutterLagEnabled = false
            fixture.fixture.phone.apply(.stall(seconds: 60))
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.run(seconds: 9)
            #expect(recorder.words == ["willBegin", "willCapture"])
            fixture.run(seconds: 2)
            #expect(recorder.words == ["willBegin", "willCapture", "failure", "didFinish"])
            #expect(recorder.errorCodes == [AVError.Code.noDataCaptured.rawValue])
        }

        @Test("A webcam without flash says so, and a request for it stops the program")
        func webcamFlash() async throws {
            let fixture = try PhotoFixture(Fixture(.webcam), preset: .high)
            #expect(fixture.output.supportedFlashModes == [.off])
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let settings = AVCapturePhotoSettings()
                settings.flashMode = .on
                try PhotoFixture(Fixture(.webcam), preset: .high).take(settings)
            }
            expectMessage(result, "settings.flashMode must be present in self.supportedFlashModes")
        }

        private func webcamFixture(format: FourCharCode) throws -> PhotoFixture {
            let fixture = try PhotoFixture(Fixture(.webcam), preset: .high, starts: false)
            let device = try fixture.fixture.camera
            let chosen = try #require(
                device.formats.first { CMFormatDescriptionGetMediaSubType($0.formatDescription) == format }
            )
            try device.lockForConfiguration()
            device.activeFormat = chosen
            device.unlockForConfiguration()
            fixture.session.startRunning()
            fixture.run(seconds: 0.1)
            return fixture
        }
    }
}
