import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Recordings that end by themselves")
    struct MovieEndingTests {
        /// Records for half a second, lets something happen, and looks at what is delivered. Returns the error.
        @discardableResult
        private func expectEnd(
            _ code: Int,
            profile: SimulatedPhone.Profile = .iphone,
            _ event: (MovieFixture) throws -> Void
        ) throws -> AVError? {
            let fixture = try MovieFixture(profile)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.5)
            try event(fixture)
            fixture.run(seconds: 0.2)
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"])
            #expect(fixture.recorder.codes == [code])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            #expect(!fixture.output.isRecording)
            #expect(try ValidatedMovie(fixture.url()).frameCount >= 13)
            return fixture.recorder.error
        }

        static let interruptions: [CaptureInterruption] = [
            .videoDeviceNotAvailableInBackground, .videoDeviceInUseByAnotherClient,
            .videoDeviceNotAvailableWithMultipleForegroundApps, .videoDeviceNotAvailableDueToSystemPressure,
            .sensitiveContentMitigationActivated,
        ]

        @Test("S-89, R-REC-5, R-LIFE-9: every interruption delivers the movie with -11818", arguments: interruptions)
        func interruption(reason: CaptureInterruption) throws {
            try expectEnd(-11818) { $0.phone.interrupt(reason) }
        }

        @Test("S-80: that a recording ends with its camera is told on no thread of the session that takes the camera")
        func takenAway() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.3)
            let thread = UInt(pthread_self())
            let told = Recorded<UInt>()
            let observation = fixture.output.observe(\.isRecording) { _, _ in told.append(UInt(pthread_self())) }
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: fixture.fixture.camera))
            other.addOutput(AVCaptureVideoDataOutput())
            other.startRunning()
            fixture.settle()
            #expect(told.values.count == 1 && !told.values.contains(thread))
            #expect(fixture.session.isInterrupted && other.isRunning)
            observation.invalidate()
            other.stopRunning()
            fixture.settle()
        }

        @Test("R-REC-5: a session that is stopped delivers the movie with -11818")
        func stopped() throws {
            try expectEnd(-11818) { $0.session.stopRunning() }
        }

        @Test("R-REC-5: a reset of media services delivers the movie with -11819")
        func mediaServices() throws {
            try expectEnd(-11819) { $0.phone.resetMediaServices() }
        }

        @Test("R-LIFE-12: an unplugged camera delivers the movie with -11808 and names the camera")
        func unplugged() throws {
            var device: AVCaptureDevice?
            let error = try expectEnd(-11808, profile: .webcam) { fixture in
                let camera = try fixture.fixture.camera
                device = camera
                fixture.phone.unplug(camera.uniqueID)
            }
            #expect(device?.isConnected == false && error?.device === device)
        }

        @Test("S-183: inputs and outputs that come or go end the recording with -11806")
        func topology() throws {
            try expectEnd(-11806) { $0.session.addOutput(AVCapturePhotoOutput()) }
            try expectEnd(-11806) { fixture in fixture.session.inputs.first.map(fixture.session.removeInput) }
            try expectEnd(-11806) { $0.session.removeOutput($0.output) }
            try expectEnd(-11806) { $0.session.sessionPreset = .hd1280x720 }
        }

        @Test("S-183: a connection that is disabled ends the recording with -11806")
        func disabled() throws {
            try expectEnd(-11806) { $0.output.connection(with: .video)?.isEnabled = false }
        }

        @Test(
            "A preview layer may come and go while something is recorded, and a batch that changes nothing may be committed"
        )
        func harmlessChanges() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.2)
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            fixture.session.beginConfiguration()
            fixture.session.commitConfiguration()
            layer.session = nil
            fixture.run(seconds: 0.2)
            #expect(fixture.recorder.words == ["start"] && fixture.output.isRecording)
        }

        @Test("S-31: another active format ends the recording")
        func format() throws {
            try expectEnd(-11806) { fixture in
                let camera = try fixture.fixture.camera
                try camera.lockForConfiguration()
                camera.activeFormat = try #require(camera.formats.last { $0 !== camera.activeFormat })
                camera.unlockForConfiguration()
            }
        }

        @Test("A folder that is removed ends the recording with a clear error")
        func removedFolder() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.5)
            try FileManager.default.removeItem(at: fixture.folder)
            fixture.run(seconds: 1.5)
            #expect(fixture.recorder.codes == [-11800])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == false)
            let error = try #require(fixture.recorder.error.map { $0 as NSError })
            #expect(error.localizedFailureReason?.contains(fixture.url().path) == true)
        }

        @Test("A camera whose clock jumps: what follows is recorded or the recording ends, and the movie is delivered")
        func clockJump() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.5)
            fixture.phone.apply(.timestampJump(seconds: 3600))
            fixture.run(seconds: 1)
            fixture.output.stopRecording()
            fixture.settle()
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"])
            let report = try ValidatedMovie(fixture.url())
            #expect(report.frameCount >= 13 && report.duration < 10)
        }

        @Test("A camera that stalls does not end the recording")
        func stall() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.5)
            fixture.phone.apply(.stall(seconds: 1))
            fixture.run(seconds: 2)
            fixture.output.stopRecording()
            fixture.settle()
            #expect(fixture.recorder.codes == [0])
            #expect(try ValidatedMovie(fixture.url()).duration > 2.3)
        }

        @Test("A camera that delivers nothing: the request ends after ten seconds with -11805")
        func silentCamera() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.phone.apply(.stall(seconds: 100))
            fixture.run(seconds: 0.1)
            fixture.start()
            fixture.run(seconds: 11)
            #expect(fixture.recorder.words == ["willFinish", "finish"] && fixture.recorder.codes == [-11805])
        }

        @Test("A session that goes away in the middle of a recording delivers the movie")
        func abandoned() throws {
            let recorder = MovieRecorder()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = folder.appendingPathComponent("movie.mov")
            let system: CaptureSystem
            do {
                let fixture = try MovieFixture()
                system = fixture.phone.system
                fixture.output.startRecording(to: url, recordingDelegate: recorder)
                fixture.run(seconds: 0.5)
            }
            #expect(system.unsettled.wait(timeout: .now() + 600) == .success)
            #expect(recorder.words == ["start", "willFinish", "finish"])
            #expect(try ValidatedMovie(url).frameCount >= 13)
        }
    }
}
