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

        private static func fixture(_ profile: SimulatedPhone.Profile = .iphone) throws -> Fixture {
            let fixture = Fixture(profile)
            try fixture.addInput()
            _ = fixture.addVideoOutput(FrameRecorder())
            return fixture
        }

        /// An app that stops its session for the background, and starts it again afterwards.
        private static func cycle(_ fixture: Fixture, stopsFirst: Bool = true) {
            if stopsFirst { fixture.session.stopRunning() }
            fixture.phone.background()
            fixture.session.settle()
            fixture.session.stopRunning()
            fixture.phone.foreground()
            fixture.session.settle()
            fixture.session.startRunning()
        }

        // MARK: Hardware

        @Test(
            "R-LIFE-4: the start after the third stop for the background fails silently, and its error comes later",
            arguments: [true, false]
        )
        func leak(stopsFirst: Bool) throws {
            let fixture = try Self.fixture()
            fixture.session.startRunning()
            for _ in 1...2 {
                Self.cycle(fixture, stopsFirst: stopsFirst)
                #expect(fixture.session.isRunning)
            }
            let notices = NoticeRecorder(fixture.session)
            Self.cycle(fixture, stopsFirst: stopsFirst)
            #expect(!fixture.session.isRunning && !fixture.session.isInterrupted)
            #expect(notices.errorCodes.isEmpty)
            #expect(fixture.phone.resources.leaked == 3)
            fixture.run(seconds: PhoneResources.errorSeconds - 0.01)
            #expect(notices.errorCodes.isEmpty)
            fixture.run(seconds: 0.01)
            #expect(notices.errorCodes == [Self.exhausted])
            #expect(Self.exhausted == -11872)
        }

        @Test("R-LIFE-3: a session that is emptied before each stop never runs out of hardware")
        func emptied() throws {
            let fixture = Fixture()
            let output = AVCaptureVideoDataOutput()
            for _ in 1...10 {
                try fixture.addInput()
                fixture.session.addOutput(output)
                fixture.session.startRunning()
                try #require(fixture.session.isRunning)
                #expect(fixture.phone.resources.held == 1)
                fixture.phone.background()
                fixture.session.inputs.forEach(fixture.session.removeInput)
                fixture.session.removeOutput(output)
                fixture.session.stopRunning()
                #expect(fixture.phone.resources.used == 0)
                fixture.phone.foreground()
                fixture.session.settle()
            }
        }

        @Test("S-3: sessions that are stopped and started in the foreground, or only interrupted, lose nothing")
        func ordinaryClients() throws {
            let fixture = try Self.fixture()
            for _ in 1...10 {
                fixture.session.startRunning()
                #expect(fixture.session.isRunning)
                fixture.session.stopRunning()
            }
            fixture.session.startRunning()
            for _ in 1...10 {
                fixture.phone.background()
                fixture.session.settle()
                #expect(!fixture.session.isRunning)
                fixture.phone.foreground()
                fixture.session.settle()
                #expect(fixture.session.isRunning)
            }
            #expect(fixture.phone.resources.used == 1)
        }

        @Test("Webcams leak nothing, and a phone only as it is told to")
        func rules() throws {
            for (profile, leak, survives) in [
                (SimulatedPhone.Profile.webcam, nil, true), (.iphone, .never, true), (.iphone, .background, false),
                (.iphone, HardwareLeak.always, false),
            ] {
                let fixture = try Self.fixture(profile)
                if let leak { fixture.phone.hardwareLeak = leak }
                fixture.session.startRunning()
                for _ in 1...3 { Self.cycle(fixture) }
                #expect(fixture.session.isRunning == survives, "\(profile) \(leak as Any)")
            }
        }

        @Test("A reset of the media services gives back what had leaked, and so does a stop of the emptied session")
        func freeing() throws {
            let fixture = try Self.fixture()
            fixture.session.startRunning()
            for _ in 1...3 { Self.cycle(fixture) }
            #expect(!fixture.session.isRunning)
            fixture.phone.resetMediaServices()
            fixture.session.settle()
            #expect(fixture.phone.resources.used == 0)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            Self.cycle(fixture)
            #expect(fixture.phone.resources.leaked == 1)
            let (inputs, outputs) = (fixture.session.inputs, fixture.session.outputs)
            inputs.forEach(fixture.session.removeInput)
            outputs.forEach(fixture.session.removeOutput)
            fixture.session.stopRunning()
            #expect(fixture.phone.resources.used == 0)
        }

        @Test("A session that is no more gives back all that it had")
        func released() throws {
            let fixture = Fixture()
            for _ in 1...5 {
                var session: AVCaptureSession? = AVCaptureSession()
                session?.addInput(try AVCaptureDeviceInput(device: fixture.camera))
                session?.addOutput(AVCaptureVideoDataOutput())
                session?.startRunning()
                #expect(session?.isRunning == true)
                fixture.phone.background()
                session?.settle()
                session?.stopRunning()
                #expect(fixture.phone.resources.leaked == 1)
                session = nil
                #expect(fixture.phone.resources.used == 0)
                fixture.phone.foreground()
            }
        }

        // MARK: Starts

        @Test("S-1: a start that is held returns when the phone answers, and other sessions go on meanwhile")
        func heldStart() throws {
            let fixture = try Self.fixture()
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: fixture.frontCamera))
            other.addOutput(AVCaptureVideoDataOutput())
            fixture.phone.holdNextStart(seconds: 5)
            let (held, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            fixture.phone.whenStartsHeld(moreThan: 0) { held.signal() }
            let session = fixture.session
            DispatchQueue(label: "test.session").async {
                session.startRunning()
                returned.signal()
            }
            held.wait()
            fixture.clock.advance(bySeconds: 4.9)
            #expect(!session.isRunning && fixture.phone.heldStarts == 1)
            other.startRunning()
            #expect(other.isRunning)
            fixture.clock.advance(bySeconds: 0.1)
            returned.wait()
            #expect(session.isRunning && fixture.phone.heldStarts == 0)
        }

        @Test("A start that gets no answer gets one when the media services die: that there are none")
        func unansweredStart() throws {
            let fixture = try Self.fixture()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.holdNextStart(seconds: nil)
            let (held, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            fixture.phone.whenStartsHeld(moreThan: 0) { held.signal() }
            let session = fixture.session
            DispatchQueue(label: "test.session").async {
                session.startRunning()
                returned.signal()
            }
            held.wait()
            fixture.phone.loseMediaServices()
            returned.wait()
            #expect(!session.isRunning)
            #expect(notices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
        }

        @Test("R-LIFE-5: a start can fail with its error later; whatever the session does meanwhile, it comes")
        func lateError() throws {
            let fixture = try Self.fixture()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.failNextStart(code: -11872, toldAfter: 2)
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            fixture.run(seconds: 1.99)
            #expect(notices.words == ["start"])
            fixture.run(seconds: 0.02)
            #expect(notices.words == ["start", "error"])
            #expect(fixture.session.isRunning)
        }

        @Test("S-81: a start in the background waits for the last interruption to end")
        func startDuringSeveral() throws {
            let fixture = try Self.fixture()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.background()
            fixture.phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
            fixture.session.startRunning()
            #expect(notices.interruptionReasons == [1, 5])
            fixture.phone.setPressure(SystemPressure(level: .critical, factors: 1))
            fixture.session.settle()
            #expect(fixture.session.isInterrupted && !fixture.session.isRunning)
            fixture.phone.foreground()
            fixture.session.settle()
            #expect(!fixture.session.isInterrupted && fixture.session.isRunning)
        }

        // MARK: Media services

        @Test("S-87: lost media services are silence and failing starts; the session is told at the reset")
        func lostServices() throws {
            let fixture = try Self.fixture()
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.loseMediaServices(seconds: 2)
            fixture.run(seconds: 1.9)
            #expect(notices.words.isEmpty && fixture.session.isRunning)
            let late = AVCaptureSession()
            late.addInput(try AVCaptureDeviceInput(device: fixture.frontCamera))
            late.addOutput(AVCaptureVideoDataOutput())
            let lateNotices = NoticeRecorder(late)
            late.startRunning()
            #expect(lateNotices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
            fixture.run(seconds: 0.2)
            #expect(notices.words == ["error", "stop"])
            #expect(notices.errorCodes == [AVError.Code.mediaServicesWereReset.rawValue])
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
        }

        // MARK: Scripts

        /// Lets time pass so that the session deals with what happens at the time at which it happens.
        private static func settle(_ fixture: Fixture, seconds: Double) {
            for _ in 0..<Int(seconds * 100) { fixture.run(seconds: 0.01) }
        }

        /// Starts and stops a session for ten seconds while a script goes on.
        ///
        /// - Returns: the phone's log.
        private static func play(_ script: FaultScript) throws -> [String] {
            let fixture = try Self.fixture()
            fixture.phone.run(script)
            for _ in 1...10 {
                fixture.session.startRunning()
                settle(fixture, seconds: 0.5)
                fixture.session.stopRunning()
                settle(fixture, seconds: 0.5)
            }
            return fixture.phone.log
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
            let fixture = try Self.fixture()
            fixture.session.startRunning()
            fixture.phone.otherAppTakesCamera()
            fixture.phone.phoneCall(.video)
            fixture.phone.endCall()
            fixture.session.settle()
            #expect(fixture.session.isInterrupted)
            fixture.phone.otherAppLeavesCamera()
            fixture.session.settle()
            #expect(fixture.session.isRunning)
        }

        @Test("S-55: the question for permission interrupts nothing")
        func question() throws {
            let fixture = try Self.fixture()
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.permissionAnswer = .wait
            AVCaptureDevice.requestAccess(for: .audio) { _ in }
            #expect(fixture.phone.isAskingForPermission(for: .audio))
            fixture.session.settle()
            fixture.phone.setAuthorization(.denied, for: .audio)
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words.isEmpty)
        }

        @Test("What happens to a phone, in its user's words, interrupts for the right reason and so long")
        func words() throws {
            let fixture = try Self.fixture()
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.background(seconds: 1)
            fixture.run(seconds: 1.1)
            fixture.phone.otherAppTakesCamera(seconds: 1)
            fixture.run(seconds: 1.1)
            fixture.phone.splitScreen(seconds: 1)
            fixture.run(seconds: 1.1)
            fixture.phone.detectSensitiveContent(seconds: 1)
            fixture.run(seconds: 1.1)
            #expect(notices.interruptionReasons == [1, 3, 4, 6])
            #expect(fixture.session.isRunning)
            fixture.phone.splitScreen()
            fixture.phone.detectSensitiveContent()
            fixture.phone.endSplitScreen()
            fixture.phone.continueAfterSensitiveContent()
            fixture.session.settle()
            #expect(fixture.session.isRunning)
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
