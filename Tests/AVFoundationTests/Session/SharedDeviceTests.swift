import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Devices in more than one session, and devices that a session goes on without")
    struct SharedDeviceTests {
        /// A fixture whose camera's frames a running session delivers, and another session that has the camera too.
        private static func shared(
            _ recorder: FrameRecorder
        ) throws -> (Fixture, AVCaptureSession, AVCaptureDeviceInput) {
            let fixture = Fixture()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.startRunning()
            let other = AVCaptureSession()
            let input = try AVCaptureDeviceInput(device: fixture.camera)
            other.addInput(input)
            return (fixture, other, input)
        }

        @Test("S-31: a client's choice of a format reaches every session that has the camera")
        func format() throws {
            let recorder = FrameRecorder()
            let (fixture, other, _) = try Self.shared(recorder)
            let camera = try fixture.camera
            let small = try #require(camera.formats.first { $0.formatDescription.dimensions.width == 640 })
            try camera.lockForConfiguration()
            camera.activeFormat = small
            camera.unlockForConfiguration()
            #expect(fixture.session.sessionPreset == .inputPriority && other.sessionPreset == .inputPriority)
            fixture.run(seconds: 0.1, recorder: recorder)
            recorder.forget()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.map(\.size.width).allSatisfy { $0 == 640 } && !recorder.frames.isEmpty)
        }

        @Test("S-37: so does a frame rate, also after another session has let go of the camera")
        func rate() throws {
            let recorder = FrameRecorder()
            let (fixture, other, input) = try Self.shared(recorder)
            let camera = try fixture.camera
            try camera.lockForConfiguration()
            for isShared in [true, false] {
                if !isShared { other.removeInput(input) }
                let rate: Int32 = isShared ? 10 : 20
                camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: rate)
                fixture.run(seconds: 0.3, recorder: recorder)
                recorder.forget()
                fixture.run(seconds: 1, recorder: recorder)
                #expect(abs(recorder.frames.count - Int(rate)) <= 1)
            }
            camera.unlockForConfiguration()
        }

        @Test("S-45: what an input promises of its frame rate stays when another session takes the camera in, and goes")
        func promisedRate() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            let input = try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 10)
            fixture.session.startRunning()
            let other = AVCaptureSession()
            var second: AVCaptureDeviceInput? = try AVCaptureDeviceInput(device: fixture.camera)
            for step in 0..<3 {
                if step == 1 { second.map(other.addInput) }
                if step == 2 {
                    second.map(other.removeInput)
                    second = nil
                }
                fixture.run(seconds: 0.3, recorder: recorder)
                recorder.forget()
                fixture.run(seconds: 1, recorder: recorder)
                #expect(abs(recorder.frames.count - 10) <= 1, "step \(step)")
            }
        }

        @Test("R-REC-6: a microphone that may not be used stops no picture that runs; the error names it")
        func forbiddenMicrophone() throws {
            let fixture = AudioFixture()
            let frames = FrameRecorder()
            try fixture.addCamera()
            fixture.addVideoOutput(frames)
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.microphone.refuseStart(ScriptedMicrophone.error(.denied))
            fixture.session.beginConfiguration()
            let input = try fixture.addMicrophone()
            let output = fixture.addOutput(AudioRecorder())
            fixture.session.commitConfiguration()
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words == ["error"] && notices.devices == [input.device])
            #expect(output.connections.map(\.isActive) == [false])
            frames.forget()
            fixture.film(frames)
            #expect(!frames.frames.isEmpty)
        }

        @Test("R-REC-6: a session whose camera is switched off for a while does not fail with its microphone")
        func switchedOff() throws {
            let fixture = AudioFixture()
            let frames = FrameRecorder()
            try fixture.addCamera()
            fixture.addVideoOutput(frames)
            try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            fixture.session.startRunning()
            let picture = try #require(fixture.session.connections.first { $0.inputPorts.first?.mediaType == .video })
            picture.isEnabled = false
            fixture.microphone.unplug()
            fixture.session.settle()
            #expect(fixture.session.isRunning)
            picture.isEnabled = true
            fixture.session.settle()
            frames.forget()
            fixture.film(frames)
            #expect(!frames.frames.isEmpty)
        }

        @Test("R-REC-6: a microphone that failed while connected is not tried again by a change of the configuration")
        func failedMicrophone() throws {
            let fixture = AudioFixture()
            let (frames, sound) = (FrameRecorder(), AudioRecorder())
            try fixture.addCamera()
            let input = try fixture.addMicrophone()
            fixture.addVideoOutput(frames)
            let output = fixture.addOutput(sound)
            fixture.session.startRunning()
            try #require(fixture.session.isRunning && fixture.microphone.isStreaming)
            let notices = NoticeRecorder(fixture.session)
            fixture.microphone.refuseStart(ScriptedMicrophone.error(.io))
            fixture.microphone.fail(ScriptedMicrophone.error(.io))
            fixture.session.settle()
            let connection = try #require(output.connections.first)
            #expect(!connection.isActive && input.device.isConnected)
            fixture.session.beginConfiguration()
            fixture.session.sessionPreset = .vga640x480
            fixture.session.commitConfiguration()
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words == [])
            frames.forget()
            fixture.film(frames)
            #expect(!frames.frames.isEmpty)
            // The next start tries it again.
            fixture.microphone.refuseStart(nil)
            fixture.session.stopRunning()
            fixture.session.startRunning()
            #expect(fixture.microphone.isStreaming && connection.isActive)
        }

        @Test(
            "R-REC-6: pictures start without their sound when the microphone can't be had",
            arguments: [CaptureDriverError.Kind.busy, .timedOut, .io]
        )
        func busyMicrophone(kind: CaptureDriverError.Kind) throws {
            let fixture = AudioFixture()
            let frames = FrameRecorder()
            // First, so that no camera streams yet when it fails.
            try fixture.addMicrophone()
            try fixture.addCamera()
            fixture.addVideoOutput(frames)
            let output = fixture.addOutput(AudioRecorder())
            fixture.microphone.refuseStart(ScriptedMicrophone.error(kind))
            let notices = NoticeRecorder(fixture.session)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning && notices.words == ["start"])
            #expect(output.connections.map(\.isActive) == [false])
            fixture.film(frames)
            #expect(!frames.frames.isEmpty)
        }

        @Test("Sound alone does not start without its microphone, nor pictures without the permission for theirs")
        func noAudio() throws {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            fixture.microphone.refuseStart(ScriptedMicrophone.error(.busy))
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning)
            try fixture.addCamera()
            fixture.addVideoOutput(FrameRecorder())
            fixture.microphone.refuseStart(ScriptedMicrophone.error(.denied))
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning)
        }
    }
}
