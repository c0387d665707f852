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
            _ event: (MovieStage) throws -> Void
        ) throws -> AVError? {
            let stage = try MovieStage(profile)
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.5)
            try event(stage)
            stage.run(seconds: 0.2)
            #expect(stage.recorder.words == ["start", "willFinish", "finish"])
            #expect(stage.recorder.codes == [code])
            #expect(stage.recorder.error?.recordingSuccessfullyFinished == true)
            #expect(!stage.output.isRecording)
            #expect(try ValidatedMovie(stage.url()).frameCount >= 13)
            return stage.recorder.error
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
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.3)
            let thread = UInt(pthread_self())
            let told = Recorded<UInt>()
            let observation = stage.output.observe(\.isRecording) { _, _ in told.append(UInt(pthread_self())) }
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: stage.stage.camera))
            other.addOutput(AVCaptureVideoDataOutput())
            other.startRunning()
            stage.settle()
            #expect(told.values.count == 1 && !told.values.contains(thread))
            #expect(stage.session.isInterrupted && other.isRunning)
            observation.invalidate()
            other.stopRunning()
            stage.settle()
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
            let error = try expectEnd(-11808, profile: .webcam) { stage in
                let camera = try stage.stage.camera
                device = camera
                stage.phone.unplug(camera.uniqueID)
            }
            #expect(device?.isConnected == false && error?.device === device)
        }

        @Test("S-183: inputs and outputs that come or go end the recording with -11806")
        func topology() throws {
            try expectEnd(-11806) { $0.session.addOutput(AVCapturePhotoOutput()) }
            try expectEnd(-11806) { stage in stage.session.inputs.first.map(stage.session.removeInput) }
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
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.2)
            let layer = AVCaptureVideoPreviewLayer(session: stage.session)
            stage.session.beginConfiguration()
            stage.session.commitConfiguration()
            layer.session = nil
            stage.run(seconds: 0.2)
            #expect(stage.recorder.words == ["start"] && stage.output.isRecording)
        }

        @Test("S-31: another active format ends the recording")
        func format() throws {
            try expectEnd(-11806) { stage in
                let camera = try stage.stage.camera
                try camera.lockForConfiguration()
                camera.activeFormat = try #require(camera.formats.last { $0 !== camera.activeFormat })
                camera.unlockForConfiguration()
            }
        }

        @Test("A folder that is removed ends the recording with a clear error")
        func removedFolder() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.5)
            try FileManager.default.removeItem(at: stage.folder)
            stage.run(seconds: 1.5)
            #expect(stage.recorder.codes == [-11800])
            #expect(stage.recorder.error?.recordingSuccessfullyFinished == false)
            let error = try #require(stage.recorder.error.map { $0 as NSError })
            #expect(error.localizedFailureReason?.contains(stage.url().path) == true)
        }

        @Test("A camera whose clock jumps: what follows is recorded or the recording ends, and the movie is delivered")
        func clockJump() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.5)
            stage.phone.apply(.timestampJump(seconds: 3600))
            stage.run(seconds: 1)
            stage.output.stopRecording()
            stage.settle()
            #expect(stage.recorder.words == ["start", "willFinish", "finish"])
            let report = try ValidatedMovie(stage.url())
            #expect(report.frameCount >= 13 && report.duration < 10)
        }

        @Test("A camera that stalls does not end the recording")
        func stall() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.5)
            stage.phone.apply(.stall(seconds: 1))
            stage.run(seconds: 2)
            stage.output.stopRecording()
            stage.settle()
            #expect(stage.recorder.codes == [0])
            #expect(try ValidatedMovie(stage.url()).duration > 2.3)
        }

        @Test("A camera that delivers nothing: the request ends after ten seconds with -11805")
        func silentCamera() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.phone.apply(.stall(seconds: 100))
            stage.run(seconds: 0.1)
            stage.start()
            stage.run(seconds: 11)
            #expect(stage.recorder.words == ["willFinish", "finish"] && stage.recorder.codes == [-11805])
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
                let stage = try MovieStage()
                system = stage.phone.system
                stage.output.startRecording(to: url, recordingDelegate: recorder)
                stage.run(seconds: 0.5)
            }
            #expect(system.unsettled.wait(timeout: .now() + 600) == .success)
            #expect(recorder.words == ["start", "willFinish", "finish"])
            #expect(try ValidatedMovie(url).frameCount >= 13)
        }
    }
}
