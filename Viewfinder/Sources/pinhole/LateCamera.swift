import CameraSource
import ServiceLifecycle
import Synchronization

/// Ends when the machine has got a camera of its own while a simulated phone stands in for one, and nothing is under way that an end
/// would cut off.
final class LateCamera: Service {
    private let source: CameraSource
    private let moment: QuietMoment
    private let find: @Sendable () -> String?
    private let found = Mutex<String?>(nil)

    /// The camera's name, when this has ended for it; `nil` when it has ended because everything did.
    var name: String? { found.withLock { $0 } }

    /// - Parameters:
    ///   - source: where the simulated phone is from.
    ///   - find: the name of the camera that the machine has got.
    ///   - moment: when nothing is under way.
    init(source: CameraSource, find: @escaping @Sendable () -> String?, moment: QuietMoment) {
        self.source = source
        self.find = find
        self.moment = moment
    }

    func run() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observations = source.observeLateCameras { _ in arrival.yield() }
        defer { for observation in observations { observation.cancel() } }
        // One may have come before anybody observed.
        arrival.yield()
        for await _ in arrivals.cancelOnGracefulShutdown() {
            guard find() != nil, await moment.wait() else { continue }
            // It may have been unplugged again meanwhile.
            guard let name = find() else { continue }
            found.withLock { $0 = name }
            return
        }
    }
}
