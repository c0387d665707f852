import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Several cameras in trouble")
    struct MultiCamTroubleTests {
        // MARK: One camera lost

        /// How a camera can be lost, and what a session says of it.
        static let losses: [(fault: SimulatedFault, code: AVError.Code)] = [
            (.unplug(seconds: nil), .deviceWasDisconnected), (.unplugMidFrame, .deviceWasDisconnected),
            (.disconnect, .deviceWasDisconnected), (.fatalStreamingError, .unknown),
        ]

        @Test(
            "R-MULTI: one camera is lost, the other goes on undisturbed, and the session says which",
            arguments: losses
        )
        func loss(fault: SimulatedFault, code: AVError.Code) throws {
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try stage.addBothCameras(first, second)
            let front = try stage.front
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.run(seconds: 0.5, first, second)
            stage.phone.apply(fault, to: "Front Camera")
            stage.run(seconds: 0.5, first, second)
            second.forget()
            stage.run(seconds: 0.5, first, second)
            #expect(stage.session.isRunning && !stage.session.isInterrupted)
            #expect(notices.words == ["error"] && notices.errorCodes == [code.rawValue] && notices.devices == [front])
            #expect(connections.back.isActive && !connections.front.isActive)
            #expect((44...46).contains(first.frames.count) && first.isUndisturbed() && second.frames.isEmpty)
            #expect(stage.session.hardwareCost > 0 && stage.session.systemPressureCost < 0.45)
        }

        @Test(
            "A camera that streamed and can't be started in another format is lost like any other: the other one goes on"
        )
        func lossDuringChange() throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            let connections = try stage.addBothCameras(recorder)
            let front = try stage.front
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.run(seconds: 0.2, recorder)
            stage.phone.apply(.startFailure(kind: .io, count: 1), to: "Front Camera")
            try MultiCamStage.use(front, 1280, 720)
            stage.run(seconds: 0.2, recorder)
            #expect(stage.session.isRunning && connections.back.isActive && !connections.front.isActive)
            #expect(notices.words == ["error"] && notices.devices == [front], "\(notices.words)")
            #expect(recorder.isUndisturbed() && recorder.frames.count >= 11, "\(recorder.frames.count)")
            stage.session.stopRunning()
            stage.session.startRunning()
            #expect(stage.session.isRunning && connections.front.isActive, "\(notices.words)")
        }

        @Test("A lost camera isn't tried again by a change of the session; the next start tries it")
        func notTriedAgain() throws {
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try stage.addBothCameras(first, second)
            stage.session.startRunning()
            stage.phone.apply(.fatalStreamingError, to: "Front Camera")
            stage.session.settle()
            stage.session.addOutput(AVCapturePhotoOutput())
            #expect(try stage.sensorEvents(stage.front).count { $0 == "start" } == 1)
            #expect(stage.session.isRunning && !connections.front.isActive)
            stage.session.stopRunning()
            #expect(connections.front.isActive)
            stage.session.startRunning()
            stage.run(seconds: 0.2, first, second)
            #expect(!first.frames.isEmpty && !second.frames.isEmpty && connections.front.isActive)
        }

        @Test("What happened to a stream before its camera was started anew is no loss", arguments: [true, false])
        func staleLoss(hasOther: Bool) throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            let connection = try stage.addCamera(stage.back, recorder)
            if hasOther { try stage.addCamera(stage.front) }
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.session.events.suspend()
            stage.phone.apply(.fatalStreamingError, to: "Back Camera")
            stage.session.stopRunning()
            stage.session.startRunning()
            stage.session.events.resume()
            stage.session.settle()
            recorder.forget()
            stage.run(seconds: 0.2, recorder)
            #expect(stage.session.isRunning && connection.isActive && !recorder.frames.isEmpty)
            #expect(notices.words == ["stop", "start"])
        }

        @Test("A new input for a camera that is plugged in again joins the session that went on")
        func replugged() throws {
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try stage.addBothCameras(first)
            let id = try stage.front.uniqueID
            stage.session.startRunning()
            stage.run(seconds: 0.2, first)
            stage.phone.unplug(id)
            stage.session.settle()
            stage.phone.plug(id)
            stage.session.removeInput(connections.front.inputPorts[0].input)
            try stage.addCamera(stage.front, second)
            stage.run(seconds: 0.3, first, second)
            #expect(!second.frames.isEmpty && first.isUndisturbed() && stage.session.isRunning)
            #expect((14...16).contains(first.frames.count))
        }

        @Test("When the last camera is lost too, the session fails, even with a microphone")
        func bothLost() throws {
            let stage = MultiCamStage()
            try stage.addInput(#require(AVCaptureDevice.default(for: .audio)))
            try stage.addBothCameras()
            stage.session.addOutput(AVCaptureAudioDataOutput())
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.apply(.fatalStreamingError, to: "Front Camera")
            stage.session.settle()
            #expect(stage.session.isRunning)
            stage.phone.apply(.fatalStreamingError, to: "Back Camera")
            stage.session.settle()
            #expect(!stage.session.isRunning && notices.words == ["error", "error", "stop"])
            #expect(notices.devices == [try stage.front, try stage.back])
        }

        @Test("A camera that was disabled and is unplugged is no business of the session's")
        func disabledAndUnplugged() throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            let connections = try stage.addBothCameras(recorder)
            connections.front.isEnabled = false
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.run(seconds: 0.2, recorder)
            stage.phone.unplug(try stage.front.uniqueID)
            stage.run(seconds: 0.2, recorder)
            #expect(stage.session.isRunning && notices.words.isEmpty && recorder.isUndisturbed())
            #expect((11...13).contains(recorder.frames.count))
            #expect(!connections.front.isActive && abs(stage.session.hardwareCost - 0.35) < 0.01)
        }

        @Test("A camera that is gone needs no fitting format, and costs nothing")
        func goneBeforeStart() throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            try stage.addBothCameras(recorder)
            let front = try stage.front
            try MultiCamStage.use(front, 3840, 2160)
            stage.phone.unplug(front.uniqueID)
            stage.session.settle()
            stage.session.startRunning()
            stage.run(seconds: 0.2, recorder)
            #expect(stage.session.isRunning && !recorder.frames.isEmpty && stage.session.hardwareCost < 0.4)
        }

        @Test("After an interruption a lost camera is tried again")
        func triedAfterInterruption() throws {
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try stage.addBothCameras(first, second)
            stage.session.startRunning()
            stage.phone.apply(.fatalStreamingError, to: "Back Camera")
            stage.run(seconds: 0.2, first, second)
            #expect(first.frames.isEmpty && !second.frames.isEmpty && !connections.back.isActive)
            stage.phone.background()
            stage.session.settle()
            stage.phone.foreground()
            stage.session.settle()
            stage.run(seconds: 0.2, first, second)
            #expect(!first.frames.isEmpty && connections.back.isActive && stage.session.isRunning)
        }

        // MARK: Pressure

        /// Formats with which two cameras are within the hardware's budget, but cause too much heat.
        private static func hotStage(_ recorder: FrameRecorder = FrameRecorder()) throws -> MultiCamStage {
            let stage = MultiCamStage()
            try MultiCamStage.use(stage.back, 1920, 1440)
            try MultiCamStage.use(stage.front, 1920, 1440)
            try stage.addBothCameras(recorder)
            #expect(stage.session.hardwareCost < 1 && stage.session.systemPressureCost > 1)
            return stage
        }

        @Test("S-103: above pressure cost 1 a session runs, is interrupted at critical pressure, and resumes")
        func tooMuchPressure() throws {
            let recorder = FrameRecorder()
            let stage = try Self.hotStage(recorder)
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.setPressure(SystemPressure(level: .serious), on: try stage.front.uniqueID)
            stage.run(seconds: 0.2, recorder)
            #expect(stage.session.isRunning && !recorder.frames.isEmpty)
            stage.phone.setPressure(SystemPressure(level: .critical, factors: 8), on: try stage.front.uniqueID)
            stage.session.settle()
            #expect(!stage.session.isRunning && stage.session.isInterrupted)
            #expect(notices.interruptionReasons == [5] && notices.errorCodes.isEmpty)
            stage.phone.setPressure(SystemPressure(level: .serious), on: try stage.front.uniqueID)
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words == ["interrupted", "stop", "ended", "start"])
        }

        @Test("S-84, S-103: the interruption tells the pressure, and ends as soon as the configuration costs less")
        func lessCost() throws {
            let stage = try Self.hotStage()
            stage.session.startRunning()
            let levels = Recorded<AVCaptureDevice.SystemPressureState.Level>()
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.wasInterruptedNotification,
                object: stage.session,
                queue: nil
            ) { note in
                let key = AVCaptureSessionInterruptionSystemPressureStateKey
                let state = note.userInfo?[key] as? AVCaptureDevice.SystemPressureState
                (state?.level).map(levels.append)
            }
            defer { NotificationCenter.default.removeObserver(token) }
            stage.phone.setPressure(SystemPressure(level: .critical), on: try stage.back.uniqueID)
            stage.session.settle()
            #expect(stage.session.isInterrupted && levels.values == [.critical])
            let back = try stage.back
            try back.lockForConfiguration()
            back.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
            back.unlockForConfiguration()
            #expect(stage.session.systemPressureCost <= 1)
            #expect(stage.session.isRunning && !stage.session.isInterrupted)
        }

        @Test("S-103: within pressure cost 1 critical pressure interrupts nothing")
        func sustainable() throws {
            let stage = MultiCamStage()
            try stage.addBothCameras()
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.setPressure(SystemPressure(level: .critical))
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words.isEmpty)
            try MultiCamStage.use(stage.back, 1920, 1440)
            #expect(stage.session.isRunning)
            try MultiCamStage.use(stage.front, 1920, 1440)
            #expect(!stage.session.isRunning && notices.interruptionReasons == [5])
        }

        @Test(
            "S-81, S-92, S-103: a start under critical pressure is remembered; after a shutdown critical is still too much"
        )
        func shutdown() throws {
            let stage = try Self.hotStage()
            let notices = NoticeRecorder(stage.session)
            stage.phone.setPressure(SystemPressure(level: .critical))
            stage.session.startRunning()
            #expect(!stage.session.isRunning && stage.session.isInterrupted)
            stage.phone.setPressure(SystemPressure(level: .shutdown))
            stage.session.settle()
            stage.phone.setPressure(SystemPressure(level: .critical))
            stage.session.settle()
            #expect(!stage.session.isRunning && stage.session.isInterrupted)
            stage.phone.setPressure(SystemPressure(level: .fair))
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words == ["interrupted", "ended", "start"])
        }

        @Test("S-92: at shutdown no cost is low enough")
        func shutdownIsForAll() throws {
            let stage = try Self.hotStage()
            stage.session.startRunning()
            stage.phone.setPressure(SystemPressure(level: .shutdown), on: try stage.back.uniqueID)
            stage.session.settle()
            #expect(stage.session.isInterrupted)
            try MultiCamStage.use(stage.back, 640, 480)
            try MultiCamStage.use(stage.front, 640, 480)
            stage.session.settle()
            #expect(stage.session.systemPressureCost < 1 && stage.session.isInterrupted && !stage.session.isRunning)
            stage.phone.setPressure(SystemPressure(level: .critical), on: try stage.back.uniqueID)
            stage.session.settle()
            #expect(stage.session.isRunning)
        }

        @Test("S-103: pressure on a camera that the session doesn't use is no business of its")
        func otherCamera() throws {
            let stage = try Self.hotStage()
            stage.session.startRunning()
            let telephoto = try stage.camera(.builtInTelephotoCamera, .back)
            stage.phone.setPressure(SystemPressure(level: .critical), on: telephoto.uniqueID)
            stage.session.settle()
            #expect(stage.session.isRunning)
        }
    }
}
