import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Live Photos that go wrong")
    struct LivePhotoFailureTests {
        /// The photo is there, the movie is not, and everything was told.
        private func expectPhotoAlone(_ listener: LivePhotoListener, _ stage: LivePhotoStage, code: AVError.Code) {
            let story = ["willBegin", "willCapture", "didCapture", "photo", "recorded", "movie failure", "didFinish"]
            #expect(listener.words == story)
            #expect(listener.movieErrorCode == code.rawValue && listener.finalErrorCode == code.rawValue)
            #expect(listener.duration.isNaN && listener.displayTime.isNaN)
            #expect(listener.photo?.fileDataRepresentation() != nil)
        }

        @Test("A session that stops ends the movie with an error, without a file")
        func stopped() throws {
            let stage = try LivePhotoStage(hasAudio: true)
            defer { stage.cleanUp() }
            let listener = stage.take()
            stage.session.stopRunning()
            stage.settle()
            expectPhotoAlone(listener, stage, code: .sessionNotRunning)
            #expect(stage.files == [])
            stage.session.startRunning()
            stage.run(seconds: 0.3)
            let next = stage.take()
            stage.run(seconds: 2)
            #expect(next.words.contains("movie") && stage.files == ["movie.mov"])
        }

        @Test("An interruption ends the movie with an error, without a file")
        func interrupted() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let listener = stage.take()
            stage.phone.interrupt(.videoDeviceNotAvailableInBackground)
            stage.settle()
            expectPhotoAlone(listener, stage, code: .sessionWasInterrupted)
            #expect(stage.files == [])
        }

        @Test("A camera that is unplugged ends the movie with an error, without a file")
        func unplugged() throws {
            let stage = try LivePhotoStage(.webcam)
            defer { stage.cleanUp() }
            try #require(stage.output.isLivePhotoCaptureEnabled)
            let listener = stage.take()
            stage.phone.unplug(try stage.stage.camera.uniqueID)
            stage.settle()
            expectPhotoAlone(listener, stage, code: .deviceWasDisconnected)
            #expect(stage.files == [])
        }

        @Test("A photo that is never taken has no movie, and both are told of")
        func notTaken() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            stage.session.stopRunning()
            stage.settle()
            let listener = stage.take()
            #expect(listener.words == ["willBegin", "photo failure", "recorded", "movie failure", "didFinish"])
            #expect(listener.movieErrorCode == AVError.Code.sessionNotRunning.rawValue)
            #expect(stage.files == [])
        }

        @Test("A camera that falls silent holds a movie up for three seconds, and ends it with what there is")
        func stalled() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let listener = stage.take()
            stage.phone.apply(.stall(seconds: 60), to: try stage.stage.camera.uniqueID)
            stage.run(seconds: 3)
            #expect(!listener.isFinished)
            stage.run(seconds: 1.6)
            #expect(listener.isFinished && listener.movieErrorCode == nil)
            #expect((1.4..<2).contains(listener.duration), "\(listener.duration)")
        }

        @Test("Where a file is already it stays, and the movie fails")
        func existingFile() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            try Data("mine".utf8).write(to: stage.url())
            let listener = stage.take()
            stage.run(seconds: 2)
            expectPhotoAlone(listener, stage, code: .fileAlreadyExists)
            #expect(try Data(contentsOf: stage.url()) == Data("mine".utf8))
        }

        @Test("Where no file can be made the movie fails")
        func missingFolder() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let listener = stage.take("nowhere/movie.mov")
            stage.run(seconds: 2)
            expectPhotoAlone(listener, stage, code: .unknown)
            #expect(stage.files == [])
        }

        @Test("A disk that takes no more ends the movie with an error, without a file")
        func fullDisk() async {
            await #expect(processExitsWith: .success) {
                // The kernel refuses to let files grow beyond this, as a full disk does, in the middle of the movie.
                signal(SIGXFSZ, SIG_IGN)
                let stage = try LivePhotoStage()
                let listener = stage.take()
                var limit = rlimit(rlim_cur: 160_000, rlim_max: 160_000)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                stage.run(seconds: 2)
                #expect(listener.words.suffix(3) == ["recorded", "movie failure", "didFinish"])
                #expect(listener.movieErrorCode != nil && listener.photo != nil)
                #expect(stage.files == [], "\(stage.files)")
                stage.cleanUp()
            }
        }

        @Test("An output that is removed, or no longer enabled, ends its movies", arguments: [true, false])
        func removed(isRemoved: Bool) throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let listener = stage.take()
            if isRemoved {
                stage.session.removeOutput(stage.output)
                stage.settle()
                expectPhotoAlone(listener, stage, code: .sessionConfigurationChanged)
            } else {
                stage.output.isLivePhotoCaptureEnabled = false
                stage.settle()
                #expect(listener.words.suffix(3) == ["recorded", "movie", "didFinish"])
                #expect(abs(listener.duration - 1.6) < 0.15, "\(listener.duration)")
            }
        }

        // MARK: Programmer's errors

        @Test("S-164: asking for a Live Photo that is not enabled, or suspended, stops the program")
        func refused() async {
            let disabled = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = try LivePhotoStage(enables: false).take()
            }
            expectMessage(
                disabled,
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] settings.livePhotoMovieFileURL may not be set "
                    + "unless self.livePhotoCaptureEnabled is YES"
            )
            let suspended = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try LivePhotoStage()
                stage.output.isLivePhotoCaptureSuspended = true
                _ = stage.take()
            }
            expectMessage(suspended, "NSInvalidArgumentException", "livePhotoCaptureSuspended")
        }

        @Test("S-164: switching on what is not supported or enabled stops the program")
        func switches() async {
            let enabled = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCapturePhotoOutput().isLivePhotoCaptureEnabled = true
            }
            expectMessage(enabled, "NSInvalidArgumentException", "setLivePhotoCaptureEnabled:")
            let suspended = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCapturePhotoOutput().isLivePhotoCaptureSuspended = true
            }
            expectMessage(suspended, "NSInvalidArgumentException", "setLivePhotoCaptureSuspended:")
            let trimming = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCapturePhotoOutput().isLivePhotoAutoTrimmingEnabled = true
            }
            expectMessage(trimming, "NSInvalidArgumentException", "setLivePhotoAutoTrimmingEnabled:")
        }

        @Test("S-164: an identifier of the client's own stops the program")
        func identifier() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let item = AVMutableMetadataItem()
                item.keySpace = .quickTimeMetadata
                item.key = AVMetadataKey.quickTimeMetadataKeyContentIdentifier.rawValue as NSString
                item.value = "mine" as NSString
                AVCapturePhotoSettings().livePhotoMovieMetadata = [item]
            }
            expectMessage(result, "NSInvalidArgumentException", "setLivePhotoMovieMetadata:")
        }

        private final class PhotoListener: NSObject, AVCapturePhotoCaptureDelegate {
            func photoOutput(_: AVCapturePhotoOutput, didFinishProcessingPhoto: AVCapturePhoto, error: (any Error)?) {}
        }

        @Test("S-150, S-164: a delegate that can't receive the movie stops the program")
        func delegate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try LivePhotoStage()
                let settings = AVCapturePhotoSettings()
                settings.livePhotoMovieFileURL = stage.url()
                stage.output.capturePhoto(with: settings, delegate: PhotoListener())
                stage.run(seconds: 2)
            }
            expectMessage(result, "didFinishProcessingLivePhotoToMovieFileAtURL:")
        }
    }
}
