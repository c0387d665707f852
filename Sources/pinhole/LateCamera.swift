import CameraSource
import ServiceLifecycle
import Synchronization
import Viewfinder

/// Ends when the machine has got a camera of its own while a simulated phone stands in for one, and no movie is being recorded.
final class LateCamera: Service {
    private let source: CameraSource
    private let camera: any ViewfinderCamera
    private let find: @Sendable (CameraSource) -> String?
    private let found = Mutex<String?>(nil)

    /// The camera's name, when this has ended for it; `nil` when it has ended because everything did.
    var name: String? { found.withLock { $0 } }

    /// - Parameters:
    ///   - source: where the simulated phone is from.
    ///   - camera: what may be recording a movie with it.
    ///   - find: the name of the camera that the machine has got.
    init(
        source: CameraSource,
        camera: any ViewfinderCamera,
        find: @escaping @Sendable (CameraSource) -> String? = { $0.lateCamera?.name }
    ) {
        self.source = source
        self.camera = camera
        self.find = find
    }

    func run() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observations = source.observeLateCameras { _ in arrival.yield() }
        defer { for observation in observations { observation.cancel() } }
        // One may have come before anybody observed.
        arrival.yield()
        for await _ in arrivals.cancelOnGracefulShutdown() {
            guard find(source) != nil, await waitForTheEndOfTheMovie() else { continue }
            // It may have been unplugged again meanwhile.
            guard let name = find(source) else { continue }
            found.withLock { $0 = name }
            return
        }
    }

    /// Whether there is no movie under way any more; if not, everything ends.
    private func waitForTheEndOfTheMovie() async -> Bool {
        let events = camera.events()
        if await camera.state().recording.phase == .idle { return true }
        for await event in events.cancelOnGracefulShutdown() {
            if case .state(let state) = event, state.recording.phase == .idle { return true }
        }
        return false
    }
}
