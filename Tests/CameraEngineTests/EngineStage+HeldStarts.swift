import CameraEngine
import SimulatedDriver
import Synchronization

/// Which of an engine's sessions wait for a phone that does not answer.
final class HeldSessions: Sendable {
    private let generations = Mutex<Set<Int>>([])

    func insert(_ generation: Int) {
        generations.withLock { _ = $0.insert(generation) }
    }

    func contains(_ generation: Int) -> Bool {
        generations.withLock { $0.contains(generation) }
    }
}

extension EngineStage {
    /// Waits for the engine and its session, but not for a session whose start the phone holds: that one goes on only when
    /// time does.
    func settleEngine() async {
        let generation = await engine.abandonedSessions
        if !heldSessions.contains(generation) || phone.heldStarts == 0 {
            let known = phone.heldStartsSoFar
            await settleUnlessHeld(moreThan: known)
            if phone.heldStartsSoFar > known { heldSessions.insert(generation) }
        }
        await engine.settleDecisions()
    }

    private func settleUnlessHeld(moreThan known: Int) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task { [engine] in
            await engine.settle()
            end.finish()
        }
        phone.whenStartsHeld(moreThan: known) { end.finish() }
        for await _ in ends {}
    }
}
