import CaptureDriver
import CoreMedia
import SimulatedDriver
import Synchronization
import Testing

@Suite("Conditions of the simulated phone")
struct ConditionTests {
    @Test("Permission is undecided at first; asking gives the scripted answer and tells")
    func permission() {
        let bench = Bench(isAllowed: false)
        let changes = ConditionRecorder(bench.phone.conditions)
        let answers = Mutex<[Bool]>([])
        #expect(bench.phone.conditions.authorization(for: .video) == .notDetermined)
        bench.phone.permissionAnswer = .wait
        bench.phone.conditions.requestAuthorization(for: .video) { answer in answers.withLock { $0.append(answer) } }
        #expect(bench.phone.isAskingForPermission())
        #expect(answers.withLock { $0 }.isEmpty)
        bench.phone.setAuthorization(.denied, for: .video)
        #expect(answers.withLock { $0 } == [false])
        #expect(!bench.phone.isAskingForPermission())
        #expect(changes.all == [.authorization(.video)])
        bench.phone.permissionAnswer = .allow
        bench.phone.conditions.requestAuthorization(for: .audio) { answer in answers.withLock { $0.append(answer) } }
        #expect(answers.withLock { $0 } == [false, true])
        #expect(bench.phone.conditions.authorization(for: .audio) == .authorized)
    }

    @Test("A camera that is denied cannot be opened; while it is undecided or revoked it shows black")
    func blackWithoutPermission() throws {
        let bench = Bench(isAllowed: false)
        bench.phone.permissionAnswer = .wait
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.map(\.brightness) == [16, 16, 16])
        #expect(recorder.frames.allSatisfy { $0.sighting == nil })
        bench.phone.setAuthorization(.authorized, for: .video)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.last?.sighting != nil)
        bench.phone.revokePermission()
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.last?.brightness == 16)
        handle.close()
        let error = #expect(throws: CaptureDriverError.self) { try bench.open() }
        #expect(error?.kind == .denied)
    }

    @Test(
        "An interruption stops frames until it ends; one of the microphone doesn't",
        arguments: CaptureInterruption.allCases
    )
    func interruption(reason: CaptureInterruption) throws {
        let bench = Bench()
        let changes = ConditionRecorder(bench.phone.conditions)
        let recorder = Recorder(reads: false)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.phone.interrupt(reason)
        bench.phone.interrupt(reason)
        #expect(bench.phone.conditions.interruptions(of: [.audio]) == [reason])
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == (reason == .audioDeviceInUseByAnotherClient ? 30 : 0))
        bench.phone.endInterruption(reason)
        bench.phone.endInterruption(reason)
        #expect(bench.phone.conditions.interruptions(of: [.video]).isEmpty)
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == (reason == .audioDeviceInUseByAnotherClient ? 60 : 30))
        #expect(recorder.events.isEmpty)
        #expect(changes.all == [.interruptionBegan(reason), .interruptionEnded(reason)])
    }

    @Test("Background and foreground are interruption 1")
    func background() {
        let bench = Bench()
        let changes = ConditionRecorder(bench.phone.conditions)
        bench.phone.background()
        #expect(bench.phone.conditions.interruptions(of: []).map(\.rawValue) == [1])
        bench.phone.foreground()
        #expect(
            changes.all == [
                .interruptionBegan(.videoDeviceNotAvailableInBackground),
                .interruptionEnded(.videoDeviceNotAvailableInBackground),
            ]
        )
    }

    @Test("Pressure is told per device; at shutdown capture is interrupted until it falls")
    func pressure() throws {
        let bench = Bench()
        let changes = ConditionRecorder(bench.phone.conditions)
        let front = try bench.id("Front Camera")
        bench.phone.setPressure(SystemPressure(level: .serious, factors: 9), on: front)
        #expect(bench.phone.conditions.pressure(on: front) == SystemPressure(level: .serious, factors: 9))
        #expect(bench.phone.conditions.pressure(on: try bench.id()).level == .nominal)
        bench.phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
        #expect(bench.phone.conditions.interruptions(of: []) == [.videoDeviceNotAvailableDueToSystemPressure])
        bench.phone.setPressure(SystemPressure(level: .fair, factors: 1))
        #expect(bench.phone.conditions.interruptions(of: [.video]).isEmpty)
        #expect(changes.all.first == .pressure(front))
        #expect(changes.all.count == 1 + 9 + 1 + 9 + 1)
    }

    @Test("Media services reset: streams fall silent, then loss and reset are told; they can be started again")
    func reset() throws {
        let bench = Bench()
        let changes = ConditionRecorder(bench.phone.conditions)
        let recorder = Recorder(reads: false)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.phone.resetMediaServices()
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.isEmpty)
        #expect(changes.all == [.mediaServicesWereLost, .mediaServicesWereReset])
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.count == 3)
    }

    @Test("The next start can be refused, and a running session failed")
    func refusal() {
        let bench = Bench()
        let changes = ConditionRecorder(bench.phone.conditions)
        let session = CaptureSessionIdentity()
        bench.phone.failNextStart(code: -11872)
        #expect(
            bench.phone.conditions.refusalToStart(session, devices: [])
                == CaptureStartRefusal(code: -11872, toldAfter: 0)
        )
        #expect(bench.phone.conditions.refusalToStart(session, devices: []) == nil)
        bench.phone.failRunningSession(code: -11872)
        #expect(changes.all == [.sessionFailed(code: -11872)])
    }

    @Test("Observers are told in order, also of what they cause themselves, until they cancel")
    func order() {
        let bench = Bench()
        let phone = bench.phone
        let seen = Mutex<[SystemConditionChange]>([])
        let first = phone.conditions.observe { change in
            if change == .interruptionBegan(.videoDeviceInUseByAnotherClient) {
                phone.endInterruption(.videoDeviceInUseByAnotherClient)
            }
        }
        let second = phone.conditions.observe { change in seen.withLock { $0.append(change) } }
        phone.interrupt(.videoDeviceInUseByAnotherClient)
        #expect(
            seen.withLock { $0 } == [
                .interruptionBegan(.videoDeviceInUseByAnotherClient),
                .interruptionEnded(.videoDeviceInUseByAnotherClient),
            ]
        )
        second.cancel()
        phone.background()
        #expect(seen.withLock { $0.count } == 2)
        first.cancel()
    }
}

/// Remembers changes of the conditions.
final class ConditionRecorder: Sendable {
    private let changes = Mutex<[SystemConditionChange]>([])
    private let observation = Mutex<CaptureObservation?>(nil)

    init(_ conditions: any SystemConditions) {
        let made = conditions.observe { [weak self] change in self?.changes.withLock { $0.append(change) } }
        observation.withLock { $0 = made }
    }

    var all: [SystemConditionChange] { changes.withLock { $0 } }
}

/// Remembers which devices come and go.
final class ChangeRecorder: Sendable {
    private let changes = Mutex<[String]>([])
    private let observation = Mutex<CaptureObservation?>(nil)

    init(_ driver: any CaptureDriver) {
        let made = driver.observeDevices { [weak self] change in
            let word =
                switch change {
                case .appeared(let description): "+\(description.id)"
                case .disappeared(let id): "-\(id)"
                }
            self?.changes.withLock { $0.append(word) }
        }
        observation.withLock { $0 = made }
    }

    var words: [String] { changes.withLock { $0 } }
}

/// Hands on to a recorder and acts at each frame.
final class ChainSink: CaptureStreamSink {
    private let next: Recorder
    private let action: @Sendable () -> Void

    init(_ next: Recorder, _ action: @escaping @Sendable () -> Void) {
        self.next = next
        self.action = action
    }

    func capture(_ frame: CaptureFrame) {
        next.capture(frame)
        action()
    }

    func captureDropped(_ drop: CaptureDrop) { next.captureDropped(drop) }
    func captureEvent(_ event: CaptureStreamEvent) { next.captureEvent(event) }
}
