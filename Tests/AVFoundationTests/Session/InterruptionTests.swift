import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Interruptions and runtime errors")
    struct InterruptionTests {
        private static func runningStage(_ recorder: FrameRecorder = FrameRecorder()) throws -> Stage {
            let stage = Stage()
            try stage.addInput()
            _ = stage.addVideoOutput(recorder)
            stage.session.startRunning()
            try #require(stage.session.isRunning)
            return stage
        }

        @Test(
            "S-79, S-83: every reason interrupts with its number, and the session resumes by itself",
            arguments: CaptureInterruption.allCases
        )
        func reasons(reason: CaptureInterruption) throws {
            let recorder = FrameRecorder()
            let stage = try Self.runningStage(recorder)
            let notices = NoticeRecorder(stage.session)
            stage.phone.interrupt(reason)
            stage.session.settle()
            #expect(stage.session.isInterrupted && !stage.session.isRunning)
            #expect(notices.interruptionReasons == [reason.rawValue])
            recorder.forget()
            stage.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.isEmpty)
            stage.phone.endInterruption(reason)
            stage.session.settle()
            #expect(!stage.session.isInterrupted && stage.session.isRunning)
            stage.run(seconds: 0.2, recorder: recorder)
            #expect(!recorder.frames.isEmpty)
            #expect(notices.words == ["interrupted", "stop", "ended", "start"])
        }

        @Test("S-92: of pressure that is over before it is dealt with, nothing is told; nor is anything told twice")
        func passingPressure() throws {
            let stage = try Self.runningStage()
            let notices = NoticeRecorder(stage.session)
            // What comes from the phone waits for this queue.
            stage.session.events.suspend()
            stage.phone.setPressure(SystemPressure(level: .shutdown))
            stage.phone.setPressure(SystemPressure())
            stage.session.events.resume()
            stage.session.settle()
            #expect(notices.words == [] && stage.session.isRunning)
            stage.phone.setPressure(SystemPressure(level: .shutdown))
            stage.session.settle()
            stage.phone.setPressure(SystemPressure())
            stage.session.settle()
            #expect(notices.words == ["interrupted", "stop", "ended", "start"])
        }

        @Test("S-80: a second session that starts takes the camera; the first resumes when it stops")
        func secondSession() throws {
            let stage = try Self.runningStage()
            let notices = NoticeRecorder(stage.session)
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: stage.camera))
            other.addOutput(AVCaptureVideoDataOutput())
            other.startRunning()
            #expect(other.isRunning)
            stage.session.settle()
            #expect(stage.session.isInterrupted && !stage.session.isRunning)
            #expect(
                notices.interruptionReasons == [
                    AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient.rawValue
                ]
            )
            other.stopRunning()
            stage.session.settle()
            #expect(stage.session.isRunning && !stage.session.isInterrupted)
        }

        /// A session of its own with the stage's camera, that runs.
        private static func running(_ stage: Stage) throws -> AVCaptureSession {
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: stage.camera))
            session.addOutput(AVCaptureVideoDataOutput())
            session.startRunning()
            return session
        }

        @Test("S-80: of three sessions on one camera, each resumes when the one that took it from it has stopped")
        func threeSessions() throws {
            let stage = try Self.runningStage()
            let second = try Self.running(stage)
            let third = try Self.running(stage)
            let all = [stage.session, second, third]
            func running() -> [Bool] {
                for _ in all { all.forEach { $0.settle() } }
                return all.map(\.isRunning)
            }
            #expect(running() == [false, false, true])
            third.stopRunning()
            #expect(running() == [false, true, false])
            second.stopRunning()
            #expect(running() == [true, false, false])
            #expect(!stage.session.isInterrupted)
        }

        @Test("S-80: so it is when the second one is stopped while it is interrupted itself", arguments: [false, true])
        func middleStops(isReleased: Bool) throws {
            let stage = try Self.runningStage()
            var second: AVCaptureSession? = try Self.running(stage)
            let third = try Self.running(stage)
            second?.settle()
            if isReleased { second = nil } else { second?.stopRunning() }
            stage.session.settle()
            #expect(third.isRunning && stage.session.isInterrupted)
            third.stopRunning()
            for _ in 0..<3 { [stage.session, second].forEach { $0?.settle() } }
            #expect(stage.session.isRunning && !stage.session.isInterrupted && second?.isRunning != true)
        }

        @Test("S-80: one that changes to another camera gives the first one back")
        func changesCamera() throws {
            let stage = try Self.runningStage()
            let other = try Self.running(stage)
            stage.session.settle()
            #expect(stage.session.isInterrupted)
            other.beginConfiguration()
            other.inputs.forEach(other.removeInput)
            other.addInput(try AVCaptureDeviceInput(device: stage.frontCamera))
            other.commitConfiguration()
            stage.session.settle()
            // The phone runs one session with cameras at a time; a desktop does not.
            #expect(other.isRunning)
            other.stopRunning()
            stage.session.settle()
            #expect(stage.session.isRunning)
        }

        @Test("S-80: a session that goes away without having been stopped gives its camera back")
        func releasedSession() throws {
            let stage = try Self.runningStage()
            var other: AVCaptureSession? = AVCaptureSession()
            other?.addInput(try AVCaptureDeviceInput(device: stage.camera))
            other?.addOutput(AVCaptureVideoDataOutput())
            other?.startRunning()
            other?.settle()
            stage.session.settle()
            #expect(stage.session.isInterrupted)
            other = nil
            stage.session.settle()
            #expect(stage.session.isRunning && !stage.session.isInterrupted)
        }

        @Test("S-81: a start in the background is remembered, unless stopped meanwhile")
        func background() throws {
            let stage = Stage()
            try stage.addInput()
            _ = stage.addVideoOutput(FrameRecorder())
            stage.phone.interrupt(.videoDeviceNotAvailableInBackground)
            stage.session.startRunning()
            #expect(!stage.session.isRunning && stage.session.isInterrupted)
            stage.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            #expect(stage.session.isRunning)
            stage.phone.interrupt(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            stage.session.stopRunning()
            stage.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            #expect(!stage.session.isRunning && !stage.session.isInterrupted)
        }

        @Test("S-84: an interruption by pressure tells the state of pressure")
        func pressure() throws {
            let stage = try Self.runningStage()
            let level = Mutex<String?>(nil)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.wasInterruptedNotification,
                object: stage.session,
                queue: nil
            ) { notification in
                let state =
                    notification.userInfo?[AVCaptureSessionInterruptionSystemPressureStateKey]
                    as? AVCaptureDevice.SystemPressureState
                level.withLock { $0 = state?.level.rawValue }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            stage.phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
            stage.phone.interrupt(.videoDeviceNotAvailableDueToSystemPressure)
            stage.session.settle()
            #expect(level.withLock { $0 } == AVCaptureDevice.SystemPressureState.Level.shutdown.rawValue)
        }

        @Test("S-86, S-87: a reset of media services stops the session with its error, and it can be started again")
        func mediaServicesReset() throws {
            let stage = try Self.runningStage()
            let notices = NoticeRecorder(stage.session)
            stage.phone.resetMediaServices()
            stage.session.settle()
            #expect(!stage.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
            #expect(notices.words == ["error", "stop"])
            stage.session.startRunning()
            #expect(stage.session.isRunning)
        }

        @Test("R-LIFE-12: unplugging the camera ends the session with a clear error and an inactive connection")
        func unplug() throws {
            let stage = try Self.runningStage()
            let notices = NoticeRecorder(stage.session)
            let connection = try #require(stage.session.connections.first)
            #expect(connection.isActive)
            stage.phone.unplug(try stage.camera.uniqueID)
            stage.session.settle()
            #expect(!stage.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
            #expect(!connection.isActive)
        }

        @Test("S-57, R-LIFE-1: permission taken away while running stops the session")
        func permissionRevoked() throws {
            let stage = try Self.runningStage()
            let notices = NoticeRecorder(stage.session)
            stage.phone.setAuthorization(.denied, for: .video)
            stage.session.settle()
            #expect(!stage.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.applicationIsNotAuthorizedToUseDevice.rawValue])
        }

        @Test("S-1: a start that the phone refuses is posted, not thrown")
        func refusedStart() throws {
            let stage = Stage()
            try stage.addInput()
            _ = stage.addVideoOutput(FrameRecorder())
            let notices = NoticeRecorder(stage.session)
            stage.phone.failNextStart(code: AVError.Code.sessionHardwareCostOverage.rawValue)
            stage.session.startRunning()
            stage.session.settle()
            #expect(!stage.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.sessionHardwareCostOverage.rawValue])
            stage.session.startRunning()
            #expect(stage.session.isRunning)
        }
    }
}
