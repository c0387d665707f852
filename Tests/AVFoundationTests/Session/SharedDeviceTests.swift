import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Devices in more than one session, and devices that a session goes on without")
    struct SharedDeviceTests {
        /// A stage whose camera's frames a running session delivers, and another session that has the camera too.
        private static func shared(
            _ recorder: FrameRecorder
        ) throws -> (Stage, AVCaptureSession, AVCaptureDeviceInput) {
            let stage = Stage()
            try stage.addInput()
            _ = stage.addVideoOutput(recorder)
            stage.session.startRunning()
            let other = AVCaptureSession()
            let input = try AVCaptureDeviceInput(device: stage.camera)
            other.addInput(input)
            return (stage, other, input)
        }

        @Test("S-31: a client's choice of a format reaches every session that has the camera")
        func format() throws {
            let recorder = FrameRecorder()
            let (stage, other, _) = try Self.shared(recorder)
            let camera = try stage.camera
            let small = try #require(camera.formats.first { $0.formatDescription.dimensions.width == 640 })
            try camera.lockForConfiguration()
            camera.activeFormat = small
            camera.unlockForConfiguration()
            #expect(stage.session.sessionPreset == .inputPriority && other.sessionPreset == .inputPriority)
            stage.run(seconds: 0.1, recorder: recorder)
            recorder.forget()
            stage.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.map(\.size.width).allSatisfy { $0 == 640 } && !recorder.frames.isEmpty)
        }

        @Test("S-37: so does a frame rate, also after another session has let go of the camera")
        func rate() throws {
            let recorder = FrameRecorder()
            let (stage, other, input) = try Self.shared(recorder)
            let camera = try stage.camera
            try camera.lockForConfiguration()
            for isShared in [true, false] {
                if !isShared { other.removeInput(input) }
                let rate: Int32 = isShared ? 10 : 20
                camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: rate)
                stage.run(seconds: 0.3, recorder: recorder)
                recorder.forget()
                stage.run(seconds: 1, recorder: recorder)
                #expect(abs(recorder.frames.count - Int(rate)) <= 1)
            }
            camera.unlockForConfiguration()
        }

        @Test("S-45: what an input promises of its frame rate stays when another session takes the camera in, and goes")
        func promisedRate() throws {
            let stage = Stage()
            let recorder = FrameRecorder()
            let input = try stage.addInput()
            _ = stage.addVideoOutput(recorder)
            input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 10)
            stage.session.startRunning()
            let other = AVCaptureSession()
            var second: AVCaptureDeviceInput? = try AVCaptureDeviceInput(device: stage.camera)
            for step in 0..<3 {
                if step == 1 { second.map(other.addInput) }
                if step == 2 {
                    second.map(other.removeInput)
                    second = nil
                }
                stage.run(seconds: 0.3, recorder: recorder)
                recorder.forget()
                stage.run(seconds: 1, recorder: recorder)
                #expect(abs(recorder.frames.count - 10) <= 1, "step \(step)")
            }
        }

        @Test("R-REC-6: a microphone that may not be used stops no picture that runs; the error names it")
        func forbiddenMicrophone() throws {
            let stage = AudioStage()
            let frames = FrameRecorder()
            try stage.addCamera()
            stage.addVideoOutput(frames)
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.microphone.refuseStart(ScriptedMicrophone.error(.denied))
            stage.session.beginConfiguration()
            let input = try stage.addMicrophone()
            let output = stage.addOutput(AudioRecorder())
            stage.session.commitConfiguration()
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words == ["error"] && notices.devices == [input.device])
            #expect(output.connections.map(\.isActive) == [false])
            frames.forget()
            stage.film(frames)
            #expect(!frames.frames.isEmpty)
        }

        @Test("R-REC-6: a session whose camera is switched off for a while does not fail with its microphone")
        func switchedOff() throws {
            let stage = AudioStage()
            let frames = FrameRecorder()
            try stage.addCamera()
            stage.addVideoOutput(frames)
            try stage.addMicrophone()
            stage.addOutput(AudioRecorder())
            stage.session.startRunning()
            let picture = try #require(stage.session.connections.first { $0.inputPorts.first?.mediaType == .video })
            picture.isEnabled = false
            stage.microphone.unplug()
            stage.session.settle()
            #expect(stage.session.isRunning)
            picture.isEnabled = true
            stage.session.settle()
            frames.forget()
            stage.film(frames)
            #expect(!frames.frames.isEmpty)
        }

        @Test("R-REC-6: a microphone that failed while connected is not tried again by a change of the configuration")
        func failedMicrophone() throws {
            let stage = AudioStage()
            let (frames, sound) = (FrameRecorder(), AudioRecorder())
            try stage.addCamera()
            let input = try stage.addMicrophone()
            stage.addVideoOutput(frames)
            let output = stage.addOutput(sound)
            stage.session.startRunning()
            try #require(stage.session.isRunning && stage.microphone.isStreaming)
            let notices = NoticeRecorder(stage.session)
            stage.microphone.refuseStart(ScriptedMicrophone.error(.io))
            stage.microphone.fail(ScriptedMicrophone.error(.io))
            stage.session.settle()
            let connection = try #require(output.connections.first)
            #expect(!connection.isActive && input.device.isConnected)
            stage.session.beginConfiguration()
            stage.session.sessionPreset = .vga640x480
            stage.session.commitConfiguration()
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words == [])
            frames.forget()
            stage.film(frames)
            #expect(!frames.frames.isEmpty)
            // The next start tries it again.
            stage.microphone.refuseStart(nil)
            stage.session.stopRunning()
            stage.session.startRunning()
            #expect(stage.microphone.isStreaming && connection.isActive)
        }

        @Test(
            "R-REC-6: pictures start without their sound when the microphone can't be had",
            arguments: [CaptureDriverError.Kind.busy, .timedOut, .io]
        )
        func busyMicrophone(kind: CaptureDriverError.Kind) throws {
            let stage = AudioStage()
            let frames = FrameRecorder()
            // First, so that no camera streams yet when it fails.
            try stage.addMicrophone()
            try stage.addCamera()
            stage.addVideoOutput(frames)
            let output = stage.addOutput(AudioRecorder())
            stage.microphone.refuseStart(ScriptedMicrophone.error(kind))
            let notices = NoticeRecorder(stage.session)
            stage.session.startRunning()
            #expect(stage.session.isRunning && notices.words == ["start"])
            #expect(output.connections.map(\.isActive) == [false])
            stage.film(frames)
            #expect(!frames.frames.isEmpty)
        }

        @Test("Sound alone does not start without its microphone, nor pictures without the permission for theirs")
        func noAudio() throws {
            let stage = AudioStage()
            try stage.addMicrophone()
            stage.addOutput(AudioRecorder())
            stage.microphone.refuseStart(ScriptedMicrophone.error(.busy))
            stage.session.startRunning()
            #expect(!stage.session.isRunning)
            try stage.addCamera()
            stage.addVideoOutput(FrameRecorder())
            stage.microphone.refuseStart(ScriptedMicrophone.error(.denied))
            stage.session.startRunning()
            #expect(!stage.session.isRunning)
        }
    }
}
