import AVFoundation
import CameraEngine
import CameraLifecycle
import Dispatch
import Testing

@Suite("An engine that everybody talks to at once")
struct ManyThreadsTests {
    /// Calls and events of all kinds.
    private static let acts: [@Sendable (CameraEngine, UInt32) -> Void] = [
        { engine, _ in engine.start() }, { engine, _ in engine.stop() }, { engine, _ in engine.prewarm() },
        { engine, _ in engine.rebootCamera() }, { engine, _ in engine.enterBackground() },
        { engine, _ in engine.enterForeground() }, { engine, _ in engine.select(CameraSelection(position: .front)) },
        { engine, _ in engine.select(CameraSelection(uniqueID: "nobody's")) },
        { $0.pretend(.firstFrame(CameraTicket(number: $1))) }, { $0.pretend(.frames(CameraTicket(number: $1), [0])) },
        { $0.pretend(.started(CameraTicket(number: $1), isRunning: true, isInterrupted: true)) },
        { $0.pretend(.tornDown(CameraTicket(number: $1))) }, { $0.pretend(.configured(CameraTicket(number: $1))) },
        { $0.pretend(.configurationFailed(CameraTicket(number: $1), .noCamera)) },
        { engine, _ in engine.pretend(.interrupted(.cameraInUse)) },
        { engine, _ in engine.pretend(.interruptionEnded) },
        { engine, _ in engine.pretend(.failed(.other, isRunning: false)) },
        { engine, _ in engine.pretend(.cameraLost()) },
        { engine, _ in engine.pretend(.cameras(available: false)) }, { engine, _ in engine.pretend(.timer(.answer)) },
        { engine, _ in Task { try? await engine.withCamera { _ = $0.localizedName } } },
    ]

    @Test("R-LIFE-2: eight threads say everything in any order; the engine stays legal, and obeys afterwards")
    func hammering() async {
        let words = CapturedStandardError()
        let result = await #expect(processExitsWith: .success) { [words = words as CapturedStandardError] in
            words.keep()
            endHangingTest()
            for round in 0..<20 {
                let fixture = await ScenarioFixture(.iphone, .authorized, judges: false)
                await Self.hammer(fixture, round)
                for defect in await fixture.end() { Issue.record("\(defect)\n\(fixture.record.lines(100))") }
            }
        }
        words.tell(unless: result != nil)
    }

    private static func hammer(_ fixture: ScenarioFixture, _ round: Int) async {
        guard let engine = fixture.engine else { return }
        async let hammered: Void = withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: 8) { thread in
                    for number in 0..<200 {
                        acts[(number * 7 + thread * 5 + round) % acts.count](engine, UInt32(number % 40))
                    }
                }
                continuation.resume()
            }
        }
        await fixture.pass(5)
        await hammered
        await fixture.pass(1)
        engine.pretend(.cameras(available: true))
        engine.enterForeground()
        engine.rebootCamera()
        let isLive = await fixture.run(atMost: 60) { fixture.status == .live }
        #expect(isLive, "\(fixture.status)\n\(fixture.record.lines(100))")
    }
}
