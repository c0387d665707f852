import ServiceLifecycle
import Viewfinder

/// Finishes the movie that is being recorded before anything else ends, whatever the clients of the server do meanwhile.
struct RecordingFinisher: Service {
    let camera: LiveCamera

    func run() async throws {
        try? await gracefulShutdown()
        await camera.finishForGood()
    }
}
