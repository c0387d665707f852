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
    }
}
