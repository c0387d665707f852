@preconcurrency import AVFoundation
import CaptureDriver
import CoreMedia
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Sessions on a strict phone")
    struct StrictPhoneTests {
        private static let exhausted = AVError.Code.sessionHardwareCostOverage.rawValue

        private static func stage(_ profile: SimulatedPhone.Profile = .iphone) throws -> Stage {
            let stage = Stage(profile)
            try stage.addInput()
            _ = stage.addVideoOutput(FrameRecorder())
            return stage
        }

        /// An app that stops its session for the background, and starts it again afterwards.
        private static func cycle(_ stage: Stage, stopsFirst: Bool = true) {
            if stopsFirst { stage.session.stopRunning() }
            stage.phone.background()
            stage.session.settle()
            stage.session.stopRunning()
            stage.phone.foreground()
            stage.session.settle()
            stage.session.startRunning()
        }

        // MARK: Hardware

        @Test(
            "R-LIFE-4: the start after the third stop for the background fails silently, and its error comes later",
            arguments: [true, false]
        )
        func leak(stopsFirst: Bool) throws {
            let stage = try Self.stage()
            stage.session.startRunning()
            for _ in 1...2 {
                Self.cycle(stage, stopsFirst: stopsFirst)
                #expect(stage.session.isRunning)
            }
            let notices = NoticeRecorder(stage.session)
            Self.cycle(stage, stopsFirst: stopsFirst)
            #expect(!stage.session.isRunning && !stage.session.isInterrupted)
            #expect(notices.errorCodes.isEmpty)
            #expect(stage.phone.resources.leaked == 3)
            stage.run(seconds: PhoneResources.errorSeconds - 0.01)
            #expect(notices.errorCodes.isEmpty)
            stage.run(seconds: 0.01)
            #expect(notices.errorCodes == [Self.exhausted])
            #expect(Self.exhausted == -11872)
        }

        @Test("R-LIFE-3: a session that is emptied before each stop never runs out of hardware")
        func emptied() throws {
            let stage = Stage()
            let output = AVCaptureVideoDataOutput()
            for _ in 1...10 {
                try stage.addInput()
                stage.session.addOutput(output)
                stage.session.startRunning()
                try #require(stage.session.isRunning)
                #expect(stage.phone.resources.held == 1)
                stage.phone.background()
                stage.session.inputs.forEach(stage.session.removeInput)
                stage.session.removeOutput(output)
                stage.session.stopRunning()
                #expect(stage.phone.resources.used == 0)
                stage.phone.foreground()
                stage.session.settle()
            }
        }

        @Test("S-3: sessions that are stopped and started in the foreground, or only interrupted, lose nothing")
        func ordinaryClients() throws {
            let stage = try Self.stage()
            for _ in 1...10 {
                stage.session.startRunning()
                #expect(stage.session.isRunning)
                stage.session.stopRunning()
            }
            stage.session.startRunning()
            for _ in 1...10 {
                stage.phone.background()
                stage.session.settle()
                #expect(!stage.session.isRunning)
                stage.phone.foreground()
                stage.session.settle()
                #expect(stage.session.isRunning)
            }
            #expect(stage.phone.resources.used == 1)
        }

        @Test("Webcams leak nothing, and a phone only as it is told to")
        func rules() throws {
            for (profile, leak, survives) in [
                (SimulatedPhone.Profile.webcam, nil, true), (.iphone, .never, true), (.iphone, .background, false),
                (.iphone, HardwareLeak.always, false),
            ] {
                let stage = try Self.stage(profile)
                if let leak { stage.phone.hardwareLeak = leak }
                stage.session.startRunning()
                for _ in 1...3 { Self.cycle(stage) }
                #expect(stage.session.isRunning == survives, "\(profile) \(leak as Any)")
            }
        }

        @Test("A reset of the media services gives back what had leaked, and so does a stop of the emptied session")
        func freeing() throws {
            let stage = try Self.stage()
            stage.session.startRunning()
            for _ in 1...3 { Self.cycle(stage) }
            #expect(!stage.session.isRunning)
            stage.phone.resetMediaServices()
            stage.session.settle()
            #expect(stage.phone.resources.used == 0)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
            Self.cycle(stage)
            #expect(stage.phone.resources.leaked == 1)
            let (inputs, outputs) = (stage.session.inputs, stage.session.outputs)
            inputs.forEach(stage.session.removeInput)
            outputs.forEach(stage.session.removeOutput)
            stage.session.stopRunning()
            #expect(stage.phone.resources.used == 0)
        }

        @Test("A session that is no more gives back all that it had")
        func released() throws {
            let stage = Stage()
            for _ in 1...5 {
                var session: AVCaptureSession? = AVCaptureSession()
                session?.addInput(try AVCaptureDeviceInput(device: stage.camera))
                session?.addOutput(AVCaptureVideoDataOutput())
                session?.startRunning()
                #expect(session?.isRunning == true)
                stage.phone.background()
                session?.settle()
                session?.stopRunning()
                #expect(stage.phone.resources.leaked == 1)
                session = nil
                #expect(stage.phone.resources.used == 0)
                stage.phone.foreground()
            }
        }

        // MARK: Starts

        @Test("S-1: a start that is held returns when the phone answers, and other sessions go on meanwhile")
        func heldStart() throws {
            let stage = try Self.stage()
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: stage.frontCamera))
            other.addOutput(AVCaptureVideoDataOutput())
            stage.phone.holdNextStart(seconds: 5)
            let (held, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            stage.phone.whenStartsHeld(moreThan: 0) { held.signal() }
            let session = stage.session
            DispatchQueue(label: "test.session").async {
                session.startRunning()
                returned.signal()
            }
            held.wait()
            stage.clock.advance(bySeconds: 4.9)
            #expect(!session.isRunning && stage.phone.heldStarts == 1)
            other.startRunning()
            #expect(other.isRunning)
            stage.clock.advance(bySeconds: 0.1)
            returned.wait()
            #expect(session.isRunning && stage.phone.heldStarts == 0)
        }

        @Test("A start that gets no answer gets one when the media services die: that there are none")
        func unansweredStart() throws {
            let stage = try Self.stage()
            let notices = NoticeRecorder(stage.session)
            stage.phone.holdNextStart(seconds: nil)
            let (held, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            stage.phone.whenStartsHeld(moreThan: 0) { held.signal() }
            let session = stage.session
            DispatchQueue(label: "test.session").async {
                session.startRunning()
                returned.signal()
            }
            held.wait()
            stage.phone.loseMediaServices()
            returned.wait()
            #expect(!session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
        }

        @Test("R-LIFE-5: a start can fail with its error later; whatever the session does meanwhile, it comes")
        func lateError() throws {
            let stage = try Self.stage()
            let notices = NoticeRecorder(stage.session)
            stage.phone.failNextStart(code: -11872, toldAfter: 2)
            stage.session.startRunning()
            #expect(!stage.session.isRunning)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
            stage.run(seconds: 1.99)
            #expect(notices.words == ["start"])
            stage.run(seconds: 0.02)
            #expect(notices.words == ["start", "error"])
            #expect(stage.session.isRunning)
        }

        @Test("S-81: a start in the background waits for the last interruption to end")
        func startDuringSeveral() throws {
            let stage = try Self.stage()
            let notices = NoticeRecorder(stage.session)
            stage.phone.background()
            stage.phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
            stage.session.startRunning()
            #expect(notices.interruptionReasons == [1, 5])
            stage.phone.setPressure(SystemPressure(level: .critical, factors: 1))
            stage.session.settle()
            #expect(stage.session.isInterrupted && !stage.session.isRunning)
            stage.phone.foreground()
            stage.session.settle()
            #expect(!stage.session.isInterrupted && stage.session.isRunning)
        }

        // MARK: Media services

        @Test("S-87: lost media services are silence and failing starts; the session is told at the reset")
        func lostServices() throws {
            let stage = try Self.stage()
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.loseMediaServices(seconds: 2)
            stage.run(seconds: 1.9)
            #expect(notices.words.isEmpty && stage.session.isRunning)
            let late = AVCaptureSession()
            late.addInput(try AVCaptureDeviceInput(device: stage.frontCamera))
            late.addOutput(AVCaptureVideoDataOutput())
            let lateNotices = NoticeRecorder(late)
            late.startRunning()
            #expect(lateNotices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
            stage.run(seconds: 0.2)
            #expect(notices.words == ["error", "stop"])
            #expect(notices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
            stage.session.startRunning()
            #expect(stage.session.isRunning)
        }

        // MARK: Scripts

        /// Lets time pass so that the session deals with what happens at the time at which it happens.
        private static func settle(_ stage: Stage, seconds: Double) {
            for _ in 0..<Int(seconds * 100) { stage.run(seconds: 0.01) }
        }

        /// Starts and stops a session for ten seconds while a script goes on.
        ///
        /// - Returns: the phone's log.
        private static func play(_ script: FaultScript) throws -> [String] {
            let stage = try Self.stage()
            stage.phone.run(script)
            for _ in 1...10 {
                stage.session.startRunning()
                settle(stage, seconds: 0.5)
                stage.session.stopRunning()
                settle(stage, seconds: 0.5)
            }
            return stage.phone.log
        }

        @Test("The strictness can be scripted, and is replayed exactly")
        func script() throws {
            let script = try FaultScript(
                json: Data(
                    """
                    {"seed": 3, "events": [
                        {"at": 0.2, "fault": "phone-call", "kind": "video", "seconds": 0.1},
                        {"at": 0.9, "fault": "session-start-failure", "code": -11800, "told-after": 0.3},
                        {"at": 1.9, "fault": "hardware-leak", "when": "always"},
                        {"at": 6.2, "fault": "media-services-lost", "seconds": 1},
                        {"at": 8.8, "fault": "hardware-leak", "when": "never"}
                    ]}
                    """.utf8
                )
            )
            let log = try Self.play(script)
            #expect(try Self.play(script) == log)
            let leaks = log.filter { $0.contains("its hardware leaks") }
            #expect(leaks.map { $0.suffix(8) } == ["1 by now", "2 by now", "3 by now", "1 by now"])
            #expect(log.contains("5.000000 phone: no hardware is left for session 1"))
            #expect(log.contains("0.300000 phone: phone-call-end"))
            #expect(log.contains("7.200000 phone: media-services-reset"))
        }

        // MARK: Calls and questions

        @Test("S-79: a call interrupts sessions with a microphone; one with a picture those with a camera too")
        func calls() throws {
            let clock = ManualCaptureClock()
            let phone = SimulatedPhone(clock: clock)
            for medium in CaptureDeviceDescription.Medium.allCases { phone.setAuthorization(.authorized, for: medium) }
            phone.runsOneSession = false
            CaptureSystem.use(
                CaptureSystem(drivers: [phone.driver, MicrophoneDriver()], conditions: phone.conditions, clock: clock)
            )
            let (silent, talking) = (AVCaptureSession(), AVCaptureSession())
            let back = try #require(AVCaptureDevice.default(for: .video))
            let front = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            silent.addInput(try AVCaptureDeviceInput(device: back))
            talking.addInput(try AVCaptureDeviceInput(device: front))
            talking.addInput(try AVCaptureDeviceInput(device: microphone))
            for session in [silent, talking] {
                session.addOutput(AVCaptureVideoDataOutput())
                session.startRunning()
                #expect(session.isRunning)
            }
            let notices = NoticeRecorder(talking)
            phone.phoneCall(seconds: 60)
            for session in [silent, talking] { session.settle() }
            #expect(silent.isRunning && !talking.isRunning && talking.isInterrupted)
            clock.advance(bySeconds: 60)
            for session in [silent, talking] { session.settle() }
            #expect(talking.isRunning)
            phone.phoneCall(.video)
            for session in [silent, talking] { session.settle() }
            #expect(!silent.isRunning && !talking.isRunning)
            phone.endCall()
            for session in [silent, talking] { session.settle() }
            #expect(silent.isRunning && talking.isRunning)
            #expect(notices.interruptionReasons == [2, 2, 3])
        }

        @Test("S-80: a call's end does not take the camera away from another app")
        func callDuringOtherApp() throws {
            let stage = try Self.stage()
            stage.session.startRunning()
            stage.phone.otherAppTakesCamera()
            stage.phone.phoneCall(.video)
            stage.phone.endCall()
            stage.session.settle()
            #expect(stage.session.isInterrupted)
            stage.phone.otherAppLeavesCamera()
            stage.session.settle()
            #expect(stage.session.isRunning)
        }

        @Test("S-55: the question for permission interrupts nothing")
        func question() throws {
            let stage = try Self.stage()
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.permissionAnswer = .wait
            AVCaptureDevice.requestAccess(for: .audio) { _ in }
            #expect(stage.phone.isAskingForPermission(for: .audio))
            stage.session.settle()
            stage.phone.setAuthorization(.denied, for: .audio)
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words.isEmpty)
        }

        @Test("What happens to a phone, in its user's words, interrupts for the right reason and so long")
        func words() throws {
            let stage = try Self.stage()
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.background(seconds: 1)
            stage.run(seconds: 1.1)
            stage.phone.otherAppTakesCamera(seconds: 1)
            stage.run(seconds: 1.1)
            stage.phone.splitScreen(seconds: 1)
            stage.run(seconds: 1.1)
            stage.phone.detectSensitiveContent(seconds: 1)
            stage.run(seconds: 1.1)
            #expect(notices.interruptionReasons == [1, 3, 4, 6])
            #expect(stage.session.isRunning)
            stage.phone.splitScreen()
            stage.phone.detectSensitiveContent()
            stage.phone.endSplitScreen()
            stage.phone.continueAfterSensitiveContent()
            stage.session.settle()
            #expect(stage.session.isRunning)
        }
    }
}

/// A microphone that says nothing.
private final class MicrophoneDriver: CaptureDriver {
    private final class Handle: CaptureDeviceHandle {
        let description: CaptureDeviceDescription

        init(_ description: CaptureDeviceDescription) {
            self.description = description
        }

        func startStream(
            _ request: CaptureStreamRequest,
            sink: any CaptureStreamSink
        ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
            CaptureStreamConfiguration(format: request.format, frameDuration: request.frameDuration)
        }

        func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {}
        func stopStream() {}

        func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
            throw unsupported
        }

        func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
            throw unsupported
        }

        func close() {}

        private var unsupported: CaptureDriverError {
            CaptureDriverError(kind: .unsupportedControl, operation: "control", advice: "It has none.")
        }
    }

    let name = "microphone"
    private let microphone = CaptureDeviceDescription(
        id: "microphone",
        modelID: "microphone",
        name: "Microphone",
        medium: .audio,
        deviceType: AVCaptureDevice.DeviceType.microphone.rawValue,
        formats: []
    )

    func devices() -> [CaptureDeviceDescription] { [microphone] }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        CaptureObservation {}
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        Handle(microphone)
    }
}
