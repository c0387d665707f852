import AVFoundation
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Photos that go wrong")
    struct PhotoFailureTests {
        @Test("S-148: settings can be used once, and renewed")
        func reuse() async throws {
            let fixture = try PhotoFixture()
            let settings = AVCapturePhotoSettings()
            #expect(fixture.take(settings).photos.count == 1)
            let renewed = AVCapturePhotoSettings(from: settings)
            #expect(renewed.uniqueID > settings.uniqueID)
            #expect(fixture.take(renewed).photos.count == 1)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try PhotoFixture()
                let settings = AVCapturePhotoSettings()
                fixture.take(settings)
                fixture.take(settings)
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Settings may not be re-used"
            )
        }

        @Test("A photo output without a camera stops the program with Apple's message")
        func noConnection() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = Fixture()
                AVCapturePhotoOutput().capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoRecorder())
            }
            expectMessage(
                result,
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] No active and enabled video connection"
            )
        }

        @Test("S-153: more quality than the output allows stops the program with Apple's message")
        func quality() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let settings = AVCapturePhotoSettings()
                settings.photoQualityPrioritization = .quality
                try PhotoFixture().take(settings)
            }
            expectMessage(
                result,
                "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
            )
        }

        @Test("S-155: a size that the format doesn't list stops the program with Apple's message")
        func foreignDimensions() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try PhotoFixture()
                fixture.output.maxPhotoDimensions = CMVideoDimensions(width: 7, height: 7)
            }
            expectMessage(result, "setMaxPhotoDimensions:] maxPhotoDimensions must match one of")
        }

        private final class Deaf: NSObject, AVCapturePhotoCaptureDelegate {}

        @Test("S-150: a delegate that can't receive photos stops the program")
        func deafDelegate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try PhotoFixture()
                fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: Deaf())
                fixture.run(seconds: 0.5)
            }
            expectMessage(result, "NSInvalidArgumentException", "didFinishProcessingPhoto")
        }

        private final class Old: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
            let file = Mutex<Data?>(nil)

            @available(*, deprecated)
            func photoOutput(
                _ output: AVCapturePhotoOutput,
                didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
                previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
                resolvedSettings: AVCaptureResolvedPhotoSettings,
                bracketSettings: AVCaptureBracketedStillImageSettings?,
                error: (any Error)?
            ) {
                guard let photoSampleBuffer else { return }
                let data = AVCapturePhotoOutput.jpegPhotoDataRepresentation(
                    forJPEGSampleBuffer: photoSampleBuffer,
                    previewPhotoSampleBuffer: previewPhotoSampleBuffer
                )
                file.withLock { $0 = data }
            }
        }

        @Test("The older delegate method gets the JPEG file in a sample buffer")
        func olderDelegate() throws {
            let fixture = try PhotoFixture()
            let old = Old()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: old)
            fixture.run(seconds: 0.3)
            let file = try #require(old.file.withLock { $0 })
            #expect(try exifTool(file, "Software")["Software"] == "Pinhole")
        }

        @Test("A session that stops ends waiting requests with an error, and the last callback comes")
        func stop() throws {
            let fixture = try PhotoFixture()
            fixture.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.session.stopRunning()
            fixture.output.settle()
            #expect(recorder.words.suffix(3) == ["willBegin", "failure", "didFinish"])
            #expect(recorder.finalErrorCodes == [-11803, -11803])
            #expect(fixture.output.captureReadiness == .sessionNotRunning)
        }

        @Test("An interruption ends waiting requests with its own error")
        func interruption() throws {
            let fixture = try PhotoFixture()
            fixture.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.fixture.phone.interrupt(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            fixture.output.settle()
            #expect(recorder.errorCodes == [AVError.Code.sessionWasInterrupted.rawValue])
            fixture.fixture.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            fixture.run(seconds: 0.1)
            #expect(fixture.take().photos.count == 1)
        }

        @Test("S-168: an unplugged camera ends waiting requests with an error; the failed photo has no timestamp")
        func unplug() throws {
            let fixture = try PhotoFixture()
            fixture.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.fixture.phone.unplug(try fixture.fixture.camera.uniqueID)
            fixture.session.settle()
            fixture.run(seconds: 0.1)
            #expect(recorder.words == ["willBegin", "willCapture", "failure", "didFinish"])
            #expect(recorder.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
        }

        @Test("A request to a session that isn't running ends with an error")
        func notRunning() throws {
            let fixture = try PhotoFixture(starts: false)
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.output.settle()
            #expect(recorder.words == ["willBegin", "failure", "didFinish"])
            #expect(recorder.finalErrorCodes == [-11803])
        }

        @Test("Removing the output ends waiting requests with an error")
        func removal() throws {
            let fixture = try PhotoFixture()
            fixture.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            fixture.session.removeOutput(fixture.output)
            fixture.output.settle()
            #expect(recorder.finalErrorCodes == [AVError.Code.sessionConfigurationChanged.rawValue])
        }

        @Test("The delegate is kept alive until its last call, and not longer")
        func delegateLifetime() throws {
            let fixture = try PhotoFixture()
            // The photo is of a frame to come, and not taken yet when the request has been made.
            fixture.output.isZeroShutterLagEnabled = false
            weak var gone: PhotoRecorder?
            do {
                let recorder = PhotoRecorder()
                gone = recorder
                fixture.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            }
            #expect(gone != nil)
            fixture.run(seconds: 0.3)
            #expect(gone == nil)
        }
    }
}
