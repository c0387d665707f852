import Foundation
import Logging
import Synchronization
import Testing
import ViewfinderTestSupport

@_spi(PageServer) @testable import Viewfinder

@Suite("The hub of events")
struct EventHubTests {
    /// What a client was told.
    private final class Seen: Sendable {
        let text = Mutex("")
    }

    @Test("Whoever comes while the camera changes hears last how it is")
    func newcomer() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hub-\(UUID().uuidString)")
        let camera = ScriptedCamera(pictures: [[]], photoFolder: folder, movieFolder: folder)
        let tools = ScriptedTools()
        let hub = EventHub(
            camera: camera,
            recovery: RecoveryService(
                folder: MediaFolder(url: folder, kind: .movie),
                tools: tools.tools,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ),
            heartbeat: .seconds(3_600),
            clock: ContinuousClock()
        )
        let running = Task { try await hub.run() }
        let witness = await hub.subscribe(lastEventID: nil)
        let seen = Seen()
        let watching = Task { for await event in witness.events { seen.text.withLock { $0 += event.data } } }
        /// Names the movie folder anew until the hub has told so: it may not listen yet.
        @Sendable func rename(_ name: String) async {
            while !seen.text.withLock({ $0.contains(name) }) {
                camera.update { $0.recording.folder = name }
                await Task.yield()
            }
        }
        await rename("/before")
        camera.onStateRead { await rename("/after") }
        let newcomer = await hub.subscribe(lastEventID: nil)
        newcomer.end()
        var states: [String] = []
        for await event in newcomer.events where event.name == "state" { states.append(event.data) }
        #expect(states.last?.contains("after") == true)
        watching.cancel()
        running.cancel()
    }
}
