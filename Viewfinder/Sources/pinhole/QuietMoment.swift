import ServiceLifecycle
import Viewfinder

/// A moment at which a viewfinder can end and begin anew without cutting anything off.
struct QuietMoment: Sendable {
    /// What may be recording a movie.
    let camera: any ViewfinderCamera
    /// Waits until nothing else is under way.
    let settle: @Sendable () async -> Void

    /// Waits for it.
    ///
    /// - Returns: whether nothing is under way any more; if not, everything ends.
    func wait() async -> Bool {
        repeat {
            guard await waitForTheEndOfTheMovie(), await waitUntilSettled() else { return false }
            // A movie may have been begun meanwhile.
        } while await camera.state().recording.phase != .idle
        return true
    }

    private func waitUntilSettled() async -> Bool {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        // Not a child task, which would have to be waited for.
        Task { [settle] in
            await settle()
            end.yield()
        }
        for await _ in ends.cancelOnGracefulShutdown() { return true }
        return false
    }

    private func waitForTheEndOfTheMovie() async -> Bool {
        let events = camera.events()
        if await camera.state().recording.phase == .idle { return true }
        for await event in events.cancelOnGracefulShutdown() {
            if case .state(let state) = event, state.recording.phase == .idle { return true }
        }
        return false
    }
}
