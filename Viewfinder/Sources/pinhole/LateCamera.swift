import CameraSource
import ServiceLifecycle
import Synchronization
import Viewfinder

/// Ends when the machine has got a camera of its own while a simulated phone stands in for one, and nothing is under way that an end
/// would cut off.
final class LateCamera: Service {
    private let source: CameraSource
    private let camera: any ViewfinderCamera
    private let find: @Sendable () -> String?
    private let settle: @Sendable () async -> Void
    private let found = Mutex<String?>(nil)

    /// The camera's name, when this has ended for it; `nil` when it has ended because everything did.
    var name: String? { found.withLock { $0 } }

    /// - Parameters:
    ///   - source: where the simulated phone is from.
    ///   - camera: what may be recording a movie with it.
    ///   - find: the name of the camera that the machine has got.
    ///   - settle: waits until nothing else is under way.
    init(
        source: CameraSource,
        camera: any ViewfinderCamera,
        find: @escaping @Sendable () -> String?,
        settle: @escaping @Sendable () async -> Void
    ) {
        self.source = source
        self.camera = camera
        self.find = find
        self.settle = settle
    }

    func run() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observations = source.observeLateCameras { _ in arrival.yield() }
        defer { for observation in observations { observation.cancel() } }
        // One may have come before anybody observed.
        arrival.yield()
        for await _ in arrivals.cancelOnGracefulShutdown() {
            guard find() != nil, await waitUntilNothingIsUnderWay() else { continue }
            // It may have been unplugged again meanwhile.
            guard let name = find() else { continue }
            found.withLock { $0 = name }
            return
        }
    }

    /// Whether nothing is under way any more; if not, everything ends.
    private func waitUntilNothingIsUnderWay() async -> Bool {
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
