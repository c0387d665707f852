public import Foundation
import Hummingbird
public import Logging
public import RecognitionService
import ServiceLifecycle

/// A recognition service inside this process, for its own scanner: no account, no network. It listens on this machine only, on a
/// free port, to whoever knows its secret, which nobody is told.
public final class EmbeddedRecognizer: Sendable {
    /// Where it listens.
    public let server: URL
    /// Its secret.
    public let token: String
    private let store: SQLiteJobStore
    private let services: ServiceGroup
    private let running: Task<Void, any Error>

    /// What kept it from starting.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// How long its end waits for clients and for a photo that is being recognised.
    private static let longestEnd: Duration = .seconds(3)

    private init(
        server: URL,
        token: String,
        store: SQLiteJobStore,
        services: ServiceGroup,
        running: Task<Void, any Error>
    ) {
        self.server = server
        self.token = token
        self.store = store
        self.services = services
        self.running = running
    }

    /// Starts a service, and returns when it listens.
    ///
    /// - Parameters:
    ///   - folder: for photos that wait, and their queue. What a former process has left there is recognised.
    ///   - recognizer: finds the books.
    ///   - logger: for what users need not see.
    public static func start(
        folder: URL,
        recognizer: any BookRecognizer,
        logger: Logger
    ) async throws -> EmbeddedRecognizer {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let photos = try UploadedPhotoFolder(url: folder.appending(path: "photos"))
        let store = try SQLiteJobStore(url: folder.appending(path: "queue.sqlite"))
        let token = UUID().uuidString
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let router = Router(context: RecognitionRequestContext.self)
        router.add(middleware: ProblemMiddleware())
        ScanRoutes(
            store: store,
            photos: photos,
            // There is one client, which is this process.
            configuration: RecognitionConfiguration(token: token, rate: nil),
            logger: logger
        ).add(to: router)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { listening.yield(port) }
            },
            logger: logger
        )
        let workers = ScanWorkers(store: store, photos: photos, recognizer: recognizer, logger: logger)
        var configuration = ServiceGroupConfiguration(services: [application, workers], logger: logger)
        configuration.maximumGracefulShutdownDuration = longestEnd
        let services = ServiceGroup(configuration: configuration)
        // Detached, so that it ends with `stop` alone: in a task that descends from a service's it would end with that one's group, while
        // photos are still sent.
        let running = Task.detached {
            defer { listening.finish() }
            try await services.run()
        }
        for await port in ports {
            guard let server = URL(string: "http://127.0.0.1:\(port)") else { continue }
            return EmbeddedRecognizer(
                server: server,
                token: token,
                store: store,
                services: services,
                running: running
            )
        }
        try await running.value
        throw Failure(description: "The recogniser ended before it listened.")
    }

    /// Ends it, within a bound, and closes its queue: its folder may go then. What it has not recognised, it recognises the next time.
    public func stop() async {
        await services.triggerGracefulShutdown()
        _ = await running.result
        // Who still reads at the end of the bound keeps the file until it has read.
        try? store.close()
    }
}
