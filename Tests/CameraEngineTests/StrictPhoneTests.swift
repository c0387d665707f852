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
    private static func cycle(_ stage: EngineStage) async {
        stage.engine.enterBackground()
        stage.phone.background()
        await stage.run { $0 == .inBackground }
        await stage.settle()
        stage.phone.foreground()
        stage.engine.enterForeground()
        await stage.run { $0 != .inBackground && $0 != .starting(showsProgress: false) }
    }

    /// Goes to the background and back until the camera fails.
    ///
    /// - Returns: in which cycle it failed.
    private static func cyclesUntilFailure(without left: TeardownSteps) async -> Int? {
        let stage = EngineStage() { effect in
            guard case .tearDown(let ticket, let steps) = effect else { return effect }
            return .tearDown(ticket, steps.subtracting(left))
        }
        stage.engine.start()
        await stage.expect(.live)
        for number in 1...5 {
            await cycle(stage)
            let status = await stage.run { $0 == .live || $0 == .failed(.cameraSystemError) }
            guard status == .live else {
                #expect(stage.phone.log.contains { $0.contains("no hardware is left for session 1") })
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
        let stage = EngineStage()
        stage.engine.start()
        await stage.run { $0 == .live }
        for number in 1...500 {
            stage.engine.enterBackground()
            stage.phone.background()
            await stage.run { $0 == .inBackground }
            await stage.settle()
            #expect(stage.phone.resources.used == 0, "cycle \(number)")
            stage.phone.foreground()
            stage.engine.enterForeground()
            await stage.expect(.live, "cycle \(number)")
        }
        stage.engine.stop()
        await stage.expect(.off)
        await stage.settle()
        #expect(stage.phone.resources.used == 0)
    }

    @Test("R-LIFE-6, R-LIFE-7: a restart gives back what a forgetful stop has leaked")
    func restartAfterLeak() async {
        let isForgetful = Flag(true)
        let stage = EngineStage() { effect in
            guard case .tearDown(let ticket, let steps) = effect, isForgetful.value else { return effect }
            return .tearDown(ticket, steps.subtracting(.removeOutputs))
        }
        stage.engine.start()
        await stage.expect(.live)
        for _ in 1...3 { await Self.cycle(stage) }
        await stage.expect(.failed(.cameraSystemError))
        #expect(stage.phone.resources.leaked == 3)
        isForgetful.value = false
        stage.engine.rebootCamera()
        await stage.expect(.live)
        #expect(stage.phone.resources.used == 1)
        stage.engine.stop()
        await stage.expect(.off)
    }

    @Test("R-LIFE-7: an error that comes late, from before a restart, does not undo the restart")
    func lateErrorAfterRestart() async {
        let stage = EngineStage()
        stage.phone.failNextStart(code: -11872, count: 2, toldAfter: 0.5)
        stage.engine.start()
        // The first start's error; that of the second one is still to come.
        await stage.expect(.failed(.cameraSystemError))
        stage.engine.rebootCamera()
        await stage.settle()
        for _ in 0..<200 {
            let status = await stage.run(atMost: 0.01) { _ in false }
            #expect(status != .failed(.cameraSystemError))
        }
        await stage.expect(.live)
        stage.engine.stop()
        await stage.expect(.off)
    }

    @Test("R-LIFE-11: a start that the phone takes five seconds for shows that it is loading, and succeeds")
    func slowStart() async {
        let stage = EngineStage()
        stage.phone.holdNextStart(seconds: 5)
        stage.engine.start()
        await stage.expect(.starting(showsProgress: true))
        await stage.pass(seconds: 4)
        let status = await stage.engine.status
        #expect(status == .starting(showsProgress: true))
        await stage.expect(.live)
        let abandoned = await stage.engine.abandonedSessions
        #expect(abandoned == 0)
        stage.engine.stop()
        await stage.expect(.off)
    }

    @Test("R-LIFE-5: a start that is never answered is given up, with its session; the camera comes back")
    func startWithoutAnswer() async {
        let stage = EngineStage()
        // Longer than the engine waits for an answer.
        stage.phone.holdNextStart(seconds: 20)
        stage.engine.start()
        await stage.expect(.live)
        var abandoned = await stage.engine.abandonedSessions
        #expect(abandoned == 1)
        #expect(stage.phone.heldStarts == 1)
        await stage.pass(seconds: 12)
        // The start that came too late has taken nothing for long.
        #expect(stage.phone.heldStarts == 0)
        await stage.expect(.live)
        abandoned = await stage.engine.abandonedSessions
        #expect(abandoned == 1)
        #expect(stage.phone.resources.used == 1)
        stage.engine.stop()
        await stage.expect(.off)
        await stage.settle()
        #expect(stage.phone.resources.used == 0)
    }

    @Test("R-LIFE-6: starts that fail, with the error later, need the user in the end")
    func failedStarts() async {
        let stage = EngineStage()
        stage.phone.failNextStart(code: -11872, count: 10, toldAfter: 0.5)
        stage.engine.start()
        await stage.expect(.failed(.cameraSystemError))
        stage.engine.stop()
        await stage.expect(.off)
    }

    @Test("R-LIFE-8: media services that are lost for a while, then reset, are survived")
    func lostServices() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.expect(.live)
        stage.phone.loseMediaServices(seconds: 1)
        await stage.pass(seconds: 2)
        await stage.expect(.live)
        stage.engine.stop()
        await stage.expect(.off)
    }

    @Test("R-LIFE-15: a call does not disturb a camera without a microphone; one with a picture does, while it lasts")
    func calls() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.expect(.live)
        stage.phone.phoneCall()
        await stage.pass(seconds: 4)
        var status = await stage.engine.status
        #expect(status == .live)
        stage.phone.endCall()
        stage.phone.phoneCall(.video, seconds: 30)
        await stage.expect(.interrupted(.cameraInUse))
        await stage.pass(seconds: 29)
        status = await stage.engine.status
        #expect(status == .interrupted(.cameraInUse))
        await stage.expect(.live)
        stage.engine.stop()
        await stage.expect(.off)
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
