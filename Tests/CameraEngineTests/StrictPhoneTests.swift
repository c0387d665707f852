import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Synchronization
import Testing

/// What becomes of an engine, right or wrong, where a phone is strict.
@Suite("The camera engine on a strict phone", .ownCaptureSystem)
struct StrictPhoneTests {
    /// A trip to the background and back.
    private static func cycle(_ fixture: EngineFixture) async {
        fixture.engine.enterBackground()
        fixture.phone.background()
        await fixture.run { $0 == .inBackground }
        await fixture.settle()
        fixture.phone.foreground()
        fixture.engine.enterForeground()
        await fixture.run { $0 != .inBackground && $0 != .starting(showsProgress: false) }
    }

    /// Goes to the background and back until the camera fails.
    ///
    /// - Returns: in which cycle it failed.
    private static func cyclesUntilFailure(without left: TeardownSteps) async -> Int? {
        let fixture = EngineFixture() { effect in
            guard case .tearDown(let ticket, let steps) = effect else { return effect }
            return .tearDown(ticket, steps.subtracting(left))
        }
        fixture.engine.start()
        await fixture.expect(.live)
        for number in 1...5 {
            await cycle(fixture)
            let status = await fixture.run { $0 == .live || $0 == .failed(.cameraSystemError) }
            guard status == .live else {
                #expect(fixture.phone.log.contains { $0.contains("no hardware is left for session 1") })
                return status == .failed(.cameraSystemError) ? number : nil
            }
        }
        return nil
    }

    @Test("R-LIFE-4: an engine that leaves its outputs in fails in the third cycle")
    func outputsLeftIn() async {
        let failure = await Self.cyclesUntilFailure(without: .removeOutputs)
        #expect(failure == 3)
    }

    @Test("R-LIFE-4: an engine that leaves its input in fails in the third cycle")
    func inputsLeftIn() async {
        let failure = await Self.cyclesUntilFailure(without: .removeInputs)
        #expect(failure == 3)
    }

    @Test("R-LIFE-4: an engine that only stops fails in the third cycle")
    func everythingLeftIn() async {
        let failure = await Self.cyclesUntilFailure(without: [.removeInputs, .removeOutputs])
        #expect(failure == 3)
    }

    @Test("R-LIFE-3, R-LIFE-4: the engine survives 500 cycles, and gives everything back each time")
    func manyCycles() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        for number in 1...500 {
            fixture.engine.enterBackground()
            fixture.phone.background()
            await fixture.run { $0 == .inBackground }
            await fixture.settle()
            #expect(fixture.phone.resources.used == 0, "cycle \(number)")
            fixture.phone.foreground()
            fixture.engine.enterForeground()
            await fixture.expect(.live, "cycle \(number)")
        }
        fixture.engine.stop()
        await fixture.expect(.off)
        await fixture.settle()
        #expect(fixture.phone.resources.used == 0)
    }

    @Test("R-LIFE-6, R-LIFE-7: a restart gives back what a forgetful stop has leaked")
    func restartAfterLeak() async {
        let isForgetful = Flag(true)
        let fixture = EngineFixture() { effect in
            guard case .tearDown(let ticket, let steps) = effect, isForgetful.value else { return effect }
            return .tearDown(ticket, steps.subtracting(.removeOutputs))
        }
        fixture.engine.start()
        await fixture.expect(.live)
        for _ in 1...3 { await Self.cycle(fixture) }
        await fixture.expect(.failed(.cameraSystemError))
        #expect(fixture.phone.resources.leaked == 3)
        isForgetful.value = false
        fixture.engine.rebootCamera()
        await fixture.expect(.live)
        #expect(fixture.phone.resources.used == 1)
        fixture.engine.stop()
        await fixture.expect(.off)
    }

    @Test("R-LIFE-7: an error that comes late, from before a restart, does not undo the restart")
    func lateErrorAfterRestart() async {
        let fixture = EngineFixture()
        fixture.phone.failNextStart(code: -11872, count: 2, toldAfter: 0.5)
        fixture.engine.start()
        // The first start's error; that of the second one is still to come.
        await fixture.expect(.failed(.cameraSystemError))
        fixture.engine.rebootCamera()
        await fixture.settle()
        for _ in 0..<200 {
            let status = await fixture.run(atMost: 0.01) { _ in false }
            #expect(status != .failed(.cameraSystemError))
        }
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.expect(.off)
    }

    @Test("R-LIFE-11: a start that the phone takes five seconds for shows that it is loading, and succeeds")
    func slowStart() async {
        let fixture = EngineFixture()
        fixture.phone.holdNextStart(seconds: 5)
        fixture.engine.start()
        await fixture.expect(.starting(showsProgress: true))
        await fixture.pass(seconds: 4)
        let status = await fixture.engine.status
        #expect(status == .starting(showsProgress: true))
        await fixture.expect(.live)
        let abandoned = await fixture.engine.abandonedSessions
        #expect(abandoned == 0)
        fixture.engine.stop()
        await fixture.expect(.off)
    }

    @Test("R-LIFE-5: a start that is never answered is given up, with its session; the camera comes back")
    func startWithoutAnswer() async {
        let fixture = EngineFixture()
        // Longer than the engine waits for an answer.
        fixture.phone.holdNextStart(seconds: 20)
        fixture.engine.start()
        await fixture.expect(.live)
        var abandoned = await fixture.engine.abandonedSessions
        #expect(abandoned == 1)
        #expect(fixture.phone.heldStarts == 1)
        await fixture.pass(seconds: 12)
        // The start that came too late has taken nothing for long.
        #expect(fixture.phone.heldStarts == 0)
        await fixture.expect(.live)
        abandoned = await fixture.engine.abandonedSessions
        #expect(abandoned == 1)
        #expect(fixture.phone.resources.used == 1)
        fixture.engine.stop()
        await fixture.expect(.off)
        await fixture.settle()
        #expect(fixture.phone.resources.used == 0)
    }

    @Test("R-LIFE-6: starts that fail, with the error later, need the user in the end")
    func failedStarts() async {
        let fixture = EngineFixture()
        fixture.phone.failNextStart(code: -11872, count: 10, toldAfter: 0.5)
        fixture.engine.start()
        await fixture.expect(.failed(.cameraSystemError))
        fixture.engine.stop()
        await fixture.expect(.off)
    }

    @Test("R-LIFE-8: media services that are lost for a while, then reset, are survived")
    func lostServices() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.expect(.live)
        fixture.phone.loseMediaServices(seconds: 1)
        await fixture.pass(seconds: 2)
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.expect(.off)
    }

    @Test("R-LIFE-15: a call does not disturb a camera without a microphone; one with a picture does, while it lasts")
    func calls() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.expect(.live)
        fixture.phone.phoneCall()
        await fixture.pass(seconds: 4)
        var status = await fixture.engine.status
        #expect(status == .live)
        fixture.phone.endCall()
        fixture.phone.phoneCall(.video, seconds: 30)
        await fixture.expect(.interrupted(.cameraInUse))
        await fixture.pass(seconds: 29)
        status = await fixture.engine.status
        #expect(status == .interrupted(.cameraInUse))
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.expect(.off)
    }
}

/// A switch that a test turns while an engine reads it.
final class Flag: Sendable {
    private let state: Mutex<Bool>

    init(_ value: Bool) {
        state = Mutex(value)
    }

    var value: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
