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
            let stage = try PhotoStage()
            let settings = AVCapturePhotoSettings()
            #expect(stage.take(settings).photos.count == 1)
            let renewed = AVCapturePhotoSettings(from: settings)
            #expect(renewed.uniqueID > settings.uniqueID)
            #expect(stage.take(renewed).photos.count == 1)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                let settings = AVCapturePhotoSettings()
                stage.take(settings)
                stage.take(settings)
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
                _ = Stage()
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
                try PhotoStage().take(settings)
            }
            expectMessage(
                result,
                "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
            )
        }

        @Test("S-155: a size that the format doesn't list stops the program with Apple's message")
        func foreignDimensions() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                stage.output.maxPhotoDimensions = CMVideoDimensions(width: 7, height: 7)
            }
            expectMessage(result, "setMaxPhotoDimensions:] maxPhotoDimensions must match one of")
        }

        private final class Deaf: NSObject, AVCapturePhotoCaptureDelegate {}

        @Test("S-150: a delegate that can't receive photos stops the program")
        func deafDelegate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: Deaf())
                stage.run(seconds: 0.5)
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
            let stage = try PhotoStage()
            let old = Old()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: old)
            stage.run(seconds: 0.3)
            let file = try #require(old.file.withLock { $0 })
            #expect(try exifTool(file, "Software")["Software"] == "Pinhole")
        }

        @Test("A session that stops ends waiting requests with an error, and the last callback comes")
        func stop() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.session.stopRunning()
            stage.output.settle()
            #expect(recorder.words.suffix(3) == ["willBegin", "failure", "didFinish"])
            #expect(recorder.finalErrorCodes == [-11803, -11803])
            #expect(stage.output.captureReadiness == .sessionNotRunning)
        }

        @Test("An interruption ends waiting requests with its own error")
        func interruption() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.stage.phone.interrupt(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            stage.output.settle()
            #expect(recorder.errorCodes == [AVError.Code.sessionWasInterrupted.rawValue])
            stage.stage.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            stage.run(seconds: 0.1)
            #expect(stage.take().photos.count == 1)
        }

        @Test("S-168: an unplugged camera ends waiting requests with an error; the failed photo has no timestamp")
        func unplug() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.stage.phone.unplug(try stage.stage.camera.uniqueID)
            stage.session.settle()
            stage.run(seconds: 0.1)
            #expect(recorder.words == ["willBegin", "willCapture", "failure", "didFinish"])
            #expect(recorder.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
        }

        @Test("A request to a session that isn't running ends with an error")
        func notRunning() throws {
            let stage = try PhotoStage(starts: false)
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.output.settle()
            #expect(recorder.words == ["willBegin", "failure", "didFinish"])
            #expect(recorder.finalErrorCodes == [-11803])
        }

        @Test("Removing the output ends waiting requests with an error")
        func removal() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.session.removeOutput(stage.output)
            stage.output.settle()
            #expect(recorder.finalErrorCodes == [AVError.Code.sessionConfigurationChanged.rawValue])
        }

        @Test("The delegate is kept alive until its last call, and not longer")
        func delegateLifetime() throws {
            let stage = try PhotoStage()
            // The photo is of a frame to come, and not taken yet when the request has been made.
            stage.output.isZeroShutterLagEnabled = false
            weak var gone: PhotoRecorder?
            do {
                let recorder = PhotoRecorder()
                gone = recorder
                stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            }
            #expect(gone != nil)
            stage.run(seconds: 0.3)
            #expect(gone == nil)
        }
    }
}
