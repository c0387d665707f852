import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Interruptions and runtime errors")
    struct InterruptionTests {
        private static func runningFixture(_ recorder: FrameRecorder = FrameRecorder()) throws -> Fixture {
            let fixture = Fixture()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.startRunning()
            try #require(fixture.session.isRunning)
            return fixture
        }

        @Test(
            "S-79, S-83: every reason interrupts with its number, and the session resumes by itself",
            arguments: CaptureInterruption.allCases
        )
        func reasons(reason: CaptureInterruption) throws {
            let recorder = FrameRecorder()
            let fixture = try Self.runningFixture(recorder)
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.interrupt(reason)
            fixture.session.settle()
            #expect(fixture.session.isInterrupted && !fixture.session.isRunning)
            #expect(notices.interruptionReasons == [reason.rawValue])
            recorder.forget()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.isEmpty)
            fixture.phone.endInterruption(reason)
            fixture.session.settle()
            #expect(!fixture.session.isInterrupted && fixture.session.isRunning)
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(!recorder.frames.isEmpty)
            #expect(notices.words == ["interrupted", "stop", "ended", "start"])
        }

        @Test("S-92: of pressure that is over before it is dealt with, nothing is told; nor is anything told twice")
        func passingPressure() throws {
            let fixture = try Self.runningFixture()
            let notices = NoticeRecorder(fixture.session)
            // What comes from the phone waits for this queue.
            fixture.session.events.suspend()
            fixture.phone.setPressure(SystemPressure(level: .shutdown))
            fixture.phone.setPressure(SystemPressure())
            fixture.session.events.resume()
            fixture.session.settle()
            #expect(notices.words == [] && fixture.session.isRunning)
            fixture.phone.setPressure(SystemPressure(level: .shutdown))
            fixture.session.settle()
            fixture.phone.setPressure(SystemPressure())
            fixture.session.settle()
            #expect(notices.words == ["interrupted", "stop", "ended", "start"])
        }

        @Test("S-80: a second session that starts takes the camera; the first resumes when it stops")
        func secondSession() throws {
            let fixture = try Self.runningFixture()
            let notices = NoticeRecorder(fixture.session)
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: fixture.camera))
            other.addOutput(AVCaptureVideoDataOutput())
            other.startRunning()
            #expect(other.isRunning)
            fixture.session.settle()
            #expect(fixture.session.isInterrupted && !fixture.session.isRunning)
            #expect(
                notices.interruptionReasons == [
                    AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient.rawValue
                ]
            )
            other.stopRunning()
            fixture.session.settle()
            #expect(fixture.session.isRunning && !fixture.session.isInterrupted)
        }

        /// A session of its own with the fixture's camera, that runs.
        private static func running(_ fixture: Fixture) throws -> AVCaptureSession {
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: fixture.camera))
            session.addOutput(AVCaptureVideoDataOutput())
            session.startRunning()
            return session
        }

        @Test("S-80: of three sessions on one camera, each resumes when the one that took it from it has stopped")
        func threeSessions() throws {
            let fixture = try Self.runningFixture()
            let second = try Self.running(fixture)
            let third = try Self.running(fixture)
            let all = [fixture.session, second, third]
            func running() -> [Bool] {
                for _ in all { all.forEach { $0.settle() } }
                return all.map(\.isRunning)
            }
            #expect(running() == [false, false, true])
            third.stopRunning()
            #expect(running() == [false, true, false])
            second.stopRunning()
            #expect(running() == [true, false, false])
            #expect(!fixture.session.isInterrupted)
        }

        @Test("S-80: so it is when the second one is stopped while it is interrupted itself", arguments: [false, true])
        func middleStops(isReleased: Bool) throws {
            let fixture = try Self.runningFixture()
            var second: AVCaptureSession? = try Self.running(fixture)
            let third = try Self.running(fixture)
            second?.settle()
            if isReleased { second = nil } else { second?.stopRunning() }
            fixture.session.settle()
            #expect(third.isRunning && fixture.session.isInterrupted)
            third.stopRunning()
            for _ in 0..<3 { [fixture.session, second].forEach { $0?.settle() } }
            #expect(fixture.session.isRunning && !fixture.session.isInterrupted && second?.isRunning != true)
        }

        @Test("S-80: one that changes to another camera gives the first one back")
        func changesCamera() throws {
            let fixture = try Self.runningFixture()
            let other = try Self.running(fixture)
            fixture.session.settle()
            #expect(fixture.session.isInterrupted)
            other.beginConfiguration()
            other.inputs.forEach(other.removeInput)
            other.addInput(try AVCaptureDeviceInput(device: fixture.frontCamera))
            other.commitConfiguration()
            fixture.session.settle()
            // The phone runs one session with cameras at a time; a desktop does not.
            #expect(other.isRunning)
            other.stopRunning()
            fixture.session.settle()
            #expect(fixture.session.isRunning)
        }

        @Test("S-80: a session that goes away without having been stopped gives its camera back")
        func releasedSession() throws {
            let fixture = try Self.runningFixture()
            var other: AVCaptureSession? = AVCaptureSession()
            other?.addInput(try AVCaptureDeviceInput(device: fixture.camera))
            other?.addOutput(AVCaptureVideoDataOutput())
            other?.startRunning()
            other?.settle()
            fixture.session.settle()
            #expect(fixture.session.isInterrupted)
            other = nil
            fixture.session.settle()
            #expect(fixture.session.isRunning && !fixture.session.isInterrupted)
        }

        @Test("S-81: a start in the background is remembered, unless stopped meanwhile")
        func background() throws {
            let fixture = Fixture()
            try fixture.addInput()
            _ = fixture.addVideoOutput(FrameRecorder())
            fixture.phone.interrupt(.videoDeviceNotAvailableInBackground)
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning && fixture.session.isInterrupted)
            fixture.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            #expect(fixture.session.isRunning)
            fixture.phone.interrupt(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            fixture.session.stopRunning()
            fixture.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            #expect(!fixture.session.isRunning && !fixture.session.isInterrupted)
        }

        @Test("S-84: an interruption by pressure tells the state of pressure")
        func pressure() throws {
            let fixture = try Self.runningFixture()
            let level = Mutex<String?>(nil)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.wasInterruptedNotification,
                object: fixture.session,
                queue: nil
            ) { notification in
                let state =
                    notification.userInfo?[AVCaptureSessionInterruptionSystemPressureStateKey]
                    as? AVCaptureDevice.SystemPressureState
                level.withLock { $0 = state?.level.rawValue }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            fixture.phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
            fixture.phone.interrupt(.videoDeviceNotAvailableDueToSystemPressure)
            fixture.session.settle()
            #expect(level.withLock { $0 } == AVCaptureDevice.SystemPressureState.Level.shutdown.rawValue)
        }

        @Test("S-86, S-87: a reset of media services stops the session with its error, and it can be started again")
        func mediaServicesReset() throws {
            let fixture = try Self.runningFixture()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.resetMediaServices()
            fixture.session.settle()
            #expect(!fixture.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
            #expect(notices.words == ["error", "stop"])
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
        }

        @Test("R-LIFE-12: unplugging the camera ends the session with a clear error and an inactive connection")
        func unplug() throws {
            let fixture = try Self.runningFixture()
            let notices = NoticeRecorder(fixture.session)
            let connection = try #require(fixture.session.connections.first)
            #expect(connection.isActive)
            fixture.phone.unplug(try fixture.camera.uniqueID)
            fixture.session.settle()
            #expect(!fixture.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
            #expect(!connection.isActive)
        }

        @Test("S-57, R-LIFE-1: permission taken away while running stops the session")
        func permissionRevoked() throws {
            let fixture = try Self.runningFixture()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.setAuthorization(.denied, for: .video)
            fixture.session.settle()
            #expect(!fixture.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.applicationIsNotAuthorizedToUseDevice.rawValue])
        }

        @Test("S-1: a start that the phone refuses is posted, not thrown")
        func refusedStart() throws {
            let fixture = Fixture()
            try fixture.addInput()
            _ = fixture.addVideoOutput(FrameRecorder())
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.failNextStart(code: AVError.Code.sessionHardwareCostOverage.rawValue)
            fixture.session.startRunning()
            fixture.session.settle()
            #expect(!fixture.session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.sessionHardwareCostOverage.rawValue])
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
        }
    }
}
