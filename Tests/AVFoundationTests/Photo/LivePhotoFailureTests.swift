import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Live Photos that go wrong")
    struct LivePhotoFailureTests {
        /// The photo is there, the movie is not, and everything was told.
        private func expectPhotoAlone(_ listener: LivePhotoListener, _ fixture: LivePhotoFixture, code: AVError.Code) {
            let story = ["willBegin", "willCapture", "didCapture", "photo", "recorded", "movie failure", "didFinish"]
            #expect(listener.words == story)
            #expect(listener.movieErrorCode == code.rawValue && listener.finalErrorCode == code.rawValue)
            #expect(listener.duration.isNaN && listener.displayTime.isNaN)
            #expect(listener.photo?.fileDataRepresentation() != nil)
        }

        @Test("A session that stops ends the movie with an error, without a file")
        func stopped() throws {
            let fixture = try LivePhotoFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let listener = fixture.take()
            fixture.session.stopRunning()
            fixture.settle()
            expectPhotoAlone(listener, fixture, code: .sessionNotRunning)
            #expect(fixture.files == [])
            fixture.session.startRunning()
            fixture.run(seconds: 0.3)
            let next = fixture.take()
            fixture.run(seconds: 2)
            #expect(next.words.contains("movie") && fixture.files == ["movie.mov"])
        }

        @Test("An interruption ends the movie with an error, without a file")
        func interrupted() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let listener = fixture.take()
            fixture.phone.interrupt(.videoDeviceNotAvailableInBackground)
            fixture.settle()
            expectPhotoAlone(listener, fixture, code: .sessionWasInterrupted)
            #expect(fixture.files == [])
        }

        @Test("A camera that is unplugged ends the movie with an error, without a file")
        func unplugged() throws {
            let fixture = try LivePhotoFixture(.webcam)
            defer { fixture.cleanUp() }
            try #require(fixture.output.isLivePhotoCaptureEnabled)
            let listener = fixture.take()
            fixture.phone.unplug(try fixture.fixture.camera.uniqueID)
            fixture.settle()
            expectPhotoAlone(listener, fixture, code: .deviceWasDisconnected)
            #expect(fixture.files == [])
        }

        @Test("A photo that is never taken has no movie, and both are told of")
        func notTaken() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            fixture.session.stopRunning()
            fixture.settle()
            let listener = fixture.take()
            #expect(listener.words == ["willBegin", "photo failure", "recorded", "movie failure", "didFinish"])
            #expect(listener.movieErrorCode == AVError.Code.sessionNotRunning.rawValue)
            #expect(fixture.files == [])
        }

        @Test("A camera that falls silent holds a movie up for three seconds, and ends it with what there is")
        func stalled() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let listener = fixture.take()
            fixture.phone.apply(.stall(seconds: 60), to: try fixture.fixture.camera.uniqueID)
            fixture.run(seconds: 3)
            #expect(!listener.isFinished)
            fixture.run(seconds: 1.6)
            #expect(listener.isFinished && listener.movieErrorCode == nil)
            #expect((1.4..<2).contains(listener.duration), "\(listener.duration)")
        }

        @Test("Where a file is already it stays, and the movie fails")
        func existingFile() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            try Data("mine".utf8).write(to: fixture.url())
            let listener = fixture.take()
            fixture.run(seconds: 2)
            expectPhotoAlone(listener, fixture, code: .fileAlreadyExists)
            #expect(try Data(contentsOf: fixture.url()) == Data("mine".utf8))
        }

        @Test("Where no file can be made the movie fails")
        func missingFolder() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let listener = fixture.take("nowhere/movie.mov")
            fixture.run(seconds: 2)
            expectPhotoAlone(listener, fixture, code: .unknown)
            #expect(fixture.files == [])
        }

        @Test("A disk that takes no more ends the movie with an error, without a file")
        func fullDisk() async {
            await #expect(processExitsWith: .success) {
                // The kernel refuses to let files grow beyond this, as a full disk does, in the middle of the movie.
                signal(SIGXFSZ, SIG_IGN)
                let fixture = try LivePhotoFixture()
                let listener = fixture.take()
                var limit = rlimit(rlim_cur: 160_000, rlim_max: 160_000)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                fixture.run(seconds: 2)
                #expect(listener.words.suffix(3) == ["recorded", "movie failure", "didFinish"])
                #expect(listener.movieErrorCode != nil && listener.photo != nil)
                #expect(fixture.files == [], "\(fixture.files)")
                fixture.cleanUp()
            }
        }

        @Test("An output that is removed, or no longer enabled, ends its movies", arguments: [true, false])
        func removed(isRemoved: Bool) throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let listener = fixture.take()
            if isRemoved {
                fixture.session.removeOutput(fixture.output)
                fixture.settle()
                expectPhotoAlone(listener, fixture, code: .sessionConfigurationChanged)
            } else {
                fixture.output.isLivePhotoCaptureEnabled = false
                fixture.settle()
                #expect(listener.words.suffix(3) == ["recorded", "movie", "didFinish"])
                #expect(abs(listener.duration - 1.6) < 0.15, "\(listener.duration)")
            }
        }

        // MARK: Programmer's errors

        @Test("S-164: asking for a Live Photo that is not enabled, or suspended, stops the program")
        func refused() async {
            let disabled = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = try LivePhotoFixture(enables: false).take()
            }
            expectMessage(
                disabled,
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] settings.livePhotoMovieFileURL may not be set "
                    + "unless self.livePhotoCaptureEnabled is YES"
            )
            let suspended = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try LivePhotoFixture()
                fixture.output.isLivePhotoCaptureSuspended = true
                _ = fixture.take()
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
                let fixture = try LivePhotoFixture()
                let settings = AVCapturePhotoSettings()
                settings.livePhotoMovieFileURL = fixture.url()
                fixture.output.capturePhoto(with: settings, delegate: PhotoListener())
                fixture.run(seconds: 2)
            }
            expectMessage(result, "didFinishProcessingLivePhotoToMovieFileAtURL:")
        }
    }
}
