import CameraEngine
import SimulatedDriver
import Synchronization

/// Which of an engine's sessions wait for a phone that does not answer.
final class HeldSessions: Sendable {
    private struct State {
        var generations: Set<Int> = []
        var startsSeen = 0
    }

    private let state = Mutex(State())

    /// How many held starts have been told so far. Counted here, not asked of the phone before each wait: a start that is held
    /// just before the question would be waited for without end.
    var startsSeen: Int { state.withLock { $0.startsSeen } }

    func insert(_ generation: Int, startsSeen: Int) {
        state.withLock {
            $0.generations.insert(generation)
            $0.startsSeen = startsSeen
        }
    }

    func contains(_ generation: Int) -> Bool {
        state.withLock { $0.generations.contains(generation) }
    }
}

extension EngineFixture {
    /// Waits for the engine and its session, but not for a session whose start the phone holds: that one goes on only when
    /// time does.
    func settleEngine() async {
        let generation = await engine.abandonedSessions
        if !heldSessions.contains(generation) || phone.heldStarts == 0 {
            let known = heldSessions.startsSeen
            await settleUnlessHeld(moreThan: known)
            let begun = phone.heldStartsSoFar
            if begun > known { heldSessions.insert(generation, startsSeen: begun) }
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
