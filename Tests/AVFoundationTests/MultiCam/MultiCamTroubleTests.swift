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
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try fixture.addBothCameras(first, second)
            let front = try fixture.front
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.run(seconds: 0.5, first, second)
            fixture.phone.apply(fault, to: "Front Camera")
            fixture.run(seconds: 0.5, first, second)
            second.forget()
            fixture.run(seconds: 0.5, first, second)
            #expect(fixture.session.isRunning && !fixture.session.isInterrupted)
            #expect(notices.words == ["error"] && notices.errorCodes == [code.rawValue] && notices.devices == [front])
            #expect(connections.back.isActive && !connections.front.isActive)
            #expect((44...46).contains(first.frames.count) && first.isUndisturbed() && second.frames.isEmpty)
            #expect(fixture.session.hardwareCost > 0 && fixture.session.systemPressureCost < 0.45)
        }

        @Test(
            "A camera that streamed and can't be started in another format is lost like any other: the other one goes on"
        )
        func lossDuringChange() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            let connections = try fixture.addBothCameras(recorder)
            let front = try fixture.front
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.run(seconds: 0.2, recorder)
            fixture.phone.apply(.startFailure(kind: .io, count: 1), to: "Front Camera")
            try MultiCamFixture.use(front, 1280, 720)
            fixture.run(seconds: 0.2, recorder)
            #expect(fixture.session.isRunning && connections.back.isActive && !connections.front.isActive)
            #expect(notices.words == ["error"] && notices.devices == [front], "\(notices.words)")
            #expect(recorder.isUndisturbed() && recorder.frames.count >= 11, "\(recorder.frames.count)")
            fixture.session.stopRunning()
            fixture.session.startRunning()
            #expect(fixture.session.isRunning && connections.front.isActive, "\(notices.words)")
        }

        @Test("A lost camera isn't tried again by a change of the session; the next start tries it")
        func notTriedAgain() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try fixture.addBothCameras(first, second)
            fixture.session.startRunning()
            fixture.phone.apply(.fatalStreamingError, to: "Front Camera")
            fixture.session.settle()
            fixture.session.addOutput(AVCapturePhotoOutput())
            #expect(try fixture.sensorEvents(fixture.front).count { $0 == "start" } == 1)
            #expect(fixture.session.isRunning && !connections.front.isActive)
            fixture.session.stopRunning()
            #expect(connections.front.isActive)
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, first, second)
            #expect(!first.frames.isEmpty && !second.frames.isEmpty && connections.front.isActive)
        }

        @Test("What happened to a stream before its camera was started anew is no loss", arguments: [true, false])
        func staleLoss(hasOther: Bool) throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            let connection = try fixture.addCamera(fixture.back, recorder)
            if hasOther { try fixture.addCamera(fixture.front) }
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.session.events.suspend()
            fixture.phone.apply(.fatalStreamingError, to: "Back Camera")
            fixture.session.stopRunning()
            fixture.session.startRunning()
            fixture.session.events.resume()
            fixture.session.settle()
            recorder.forget()
            fixture.run(seconds: 0.2, recorder)
            #expect(fixture.session.isRunning && connection.isActive && !recorder.frames.isEmpty)
            #expect(notices.words == ["stop", "start"])
        }

        @Test("A new input for a camera that is plugged in again joins the session that went on")
        func replugged() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try fixture.addBothCameras(first)
            let id = try fixture.front.uniqueID
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, first)
            fixture.phone.unplug(id)
            fixture.session.settle()
            fixture.phone.plug(id)
            fixture.session.removeInput(connections.front.inputPorts[0].input)
            try fixture.addCamera(fixture.front, second)
            fixture.run(seconds: 0.3, first, second)
            #expect(!second.frames.isEmpty && first.isUndisturbed() && fixture.session.isRunning)
            #expect((14...16).contains(first.frames.count))
        }

        @Test("When the last camera is lost too, the session fails, even with a microphone")
        func bothLost() throws {
            let fixture = MultiCamFixture()
            try fixture.addInput(#require(AVCaptureDevice.default(for: .audio)))
            try fixture.addBothCameras()
            fixture.session.addOutput(AVCaptureAudioDataOutput())
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.apply(.fatalStreamingError, to: "Front Camera")
            fixture.session.settle()
            #expect(fixture.session.isRunning)
            fixture.phone.apply(.fatalStreamingError, to: "Back Camera")
            fixture.session.settle()
            #expect(!fixture.session.isRunning && notices.words == ["error", "error", "stop"])
            #expect(notices.devices == [try fixture.front, try fixture.back])
        }

        @Test("A camera that was disabled and is unplugged is no business of the session's")
        func disabledAndUnplugged() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            let connections = try fixture.addBothCameras(recorder)
            connections.front.isEnabled = false
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.run(seconds: 0.2, recorder)
            fixture.phone.unplug(try fixture.front.uniqueID)
            fixture.run(seconds: 0.2, recorder)
            #expect(fixture.session.isRunning && notices.words.isEmpty && recorder.isUndisturbed())
            #expect((11...13).contains(recorder.frames.count))
            #expect(!connections.front.isActive && abs(fixture.session.hardwareCost - 0.35) < 0.01)
        }

        @Test("A camera that is gone needs no fitting format, and costs nothing")
        func goneBeforeStart() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            try fixture.addBothCameras(recorder)
            let front = try fixture.front
            try MultiCamFixture.use(front, 3840, 2160)
            fixture.phone.unplug(front.uniqueID)
            fixture.session.settle()
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder)
            #expect(fixture.session.isRunning && !recorder.frames.isEmpty && fixture.session.hardwareCost < 0.4)
        }

        @Test("After an interruption a lost camera is tried again")
        func triedAfterInterruption() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try fixture.addBothCameras(first, second)
            fixture.session.startRunning()
            fixture.phone.apply(.fatalStreamingError, to: "Back Camera")
            fixture.run(seconds: 0.2, first, second)
            #expect(first.frames.isEmpty && !second.frames.isEmpty && !connections.back.isActive)
            fixture.phone.background()
            fixture.session.settle()
            fixture.phone.foreground()
            fixture.session.settle()
            fixture.run(seconds: 0.2, first, second)
            #expect(!first.frames.isEmpty && connections.back.isActive && fixture.session.isRunning)
        }

        // MARK: Pressure

        /// Formats with which two cameras are within the hardware's budget, but cause too much heat.
        private static func hotFixture(_ recorder: FrameRecorder = FrameRecorder()) throws -> MultiCamFixture {
            let fixture = MultiCamFixture()
            try MultiCamFixture.use(fixture.back, 1920, 1440)
            try MultiCamFixture.use(fixture.front, 1920, 1440)
            try fixture.addBothCameras(recorder)
            #expect(fixture.session.hardwareCost < 1 && fixture.session.systemPressureCost > 1)
            return fixture
        }

        @Test("S-103: above pressure cost 1 a session runs, is interrupted at critical pressure, and resumes")
        func tooMuchPressure() throws {
            let recorder = FrameRecorder()
            let fixture = try Self.hotFixture(recorder)
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.setPressure(SystemPressure(level: .serious), on: try fixture.front.uniqueID)
            fixture.run(seconds: 0.2, recorder)
            #expect(fixture.session.isRunning && !recorder.frames.isEmpty)
            fixture.phone.setPressure(SystemPressure(level: .critical, factors: 8), on: try fixture.front.uniqueID)
            fixture.session.settle()
            #expect(!fixture.session.isRunning && fixture.session.isInterrupted)
            #expect(notices.interruptionReasons == [5] && notices.errorCodes.isEmpty)
            fixture.phone.setPressure(SystemPressure(level: .serious), on: try fixture.front.uniqueID)
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words == ["interrupted", "stop", "ended", "start"])
        }

        @Test("S-84, S-103: the interruption tells the pressure, and ends as soon as the configuration costs less")
        func lessCost() throws {
            let fixture = try Self.hotFixture()
            fixture.session.startRunning()
            let levels = Recorded<AVCaptureDevice.SystemPressureState.Level>()
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.wasInterruptedNotification,
                object: fixture.session,
                queue: nil
            ) { note in
                let key = AVCaptureSessionInterruptionSystemPressureStateKey
                let state = note.userInfo?[key] as? AVCaptureDevice.SystemPressureState
                (state?.level).map(levels.append)
            }
            defer { NotificationCenter.default.removeObserver(token) }
            fixture.phone.setPressure(SystemPressure(level: .critical), on: try fixture.back.uniqueID)
            fixture.session.settle()
            #expect(fixture.session.isInterrupted && levels.values == [.critical])
            let back = try fixture.back
            try back.lockForConfiguration()
            back.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
            back.unlockForConfiguration()
            #expect(fixture.session.systemPressureCost <= 1)
            #expect(fixture.session.isRunning && !fixture.session.isInterrupted)
        }

        @Test("S-103: within pressure cost 1 critical pressure interrupts nothing")
        func sustainable() throws {
            let fixture = MultiCamFixture()
            try fixture.addBothCameras()
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.setPressure(SystemPressure(level: .critical))
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words.isEmpty)
            try MultiCamFixture.use(fixture.back, 1920, 1440)
            #expect(fixture.session.isRunning)
            try MultiCamFixture.use(fixture.front, 1920, 1440)
            #expect(!fixture.session.isRunning && notices.interruptionReasons == [5])
        }

        @Test(
            "S-81, S-92, S-103: a start under critical pressure is remembered; after a shutdown critical is still too much"
        )
        func shutdown() throws {
            let fixture = try Self.hotFixture()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.setPressure(SystemPressure(level: .critical))
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning && fixture.session.isInterrupted)
            fixture.phone.setPressure(SystemPressure(level: .shutdown))
            fixture.session.settle()
            fixture.phone.setPressure(SystemPressure(level: .critical))
            fixture.session.settle()
            #expect(!fixture.session.isRunning && fixture.session.isInterrupted)
            fixture.phone.setPressure(SystemPressure(level: .fair))
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words == ["interrupted", "ended", "start"])
        }

        @Test("S-92: at shutdown no cost is low enough")
        func shutdownIsForAll() throws {
            let fixture = try Self.hotFixture()
            fixture.session.startRunning()
            fixture.phone.setPressure(SystemPressure(level: .shutdown), on: try fixture.back.uniqueID)
            fixture.session.settle()
            #expect(fixture.session.isInterrupted)
            try MultiCamFixture.use(fixture.back, 640, 480)
            try MultiCamFixture.use(fixture.front, 640, 480)
            fixture.session.settle()
            #expect(
                fixture.session.systemPressureCost < 1 && fixture.session.isInterrupted && !fixture.session.isRunning
            )
            fixture.phone.setPressure(SystemPressure(level: .critical), on: try fixture.back.uniqueID)
            fixture.session.settle()
            #expect(fixture.session.isRunning)
        }

        @Test("S-103: pressure on a camera that the session doesn't use is no business of its")
        func otherCamera() throws {
            let fixture = try Self.hotFixture()
            fixture.session.startRunning()
            let telephoto = try fixture.camera(.builtInTelephotoCamera, .back)
            fixture.phone.setPressure(SystemPressure(level: .critical), on: telephoto.uniqueID)
            fixture.session.settle()
            #expect(fixture.session.isRunning)
        }
    }
}
