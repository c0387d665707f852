public import Foundation
import GRDB
import Hummingbird
import Logging
import NIOCore
import RecognitionService
import ScanProtocol
import ServiceLifecycle
import Synchronization

/// The real recognition service, with a recogniser that reads from a photo's bytes which one it is.
public final class TestService: Sendable {
    private let folder: URL
    private let recognizer: PrintRecognizer
    private let workerCount: Int
    private let leaseTime: Duration
    private let running = Mutex<Running?>(nil)

    private struct Running {
        var server: ServiceGroup
        var tasks: [Task<Void, any Error>]
        var port: Int
    }

    /// How long answers go on that have begun when it is stopped.
    private static let longestAnswer: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - folder: for its database and photos.
    ///   - workerCount: how many photos are recognised at once.
    ///   - leaseTime: how long a photo belongs to a worker that says no more. After a stop its photos wait for so long; on a busy
    ///     machine a worker may be silent for longer, and the photo is recognised twice.
    public init(
        folder: URL,
        recognizer: PrintRecognizer,
        workerCount: Int = 2,
        leaseTime: Duration = .seconds(5)
    ) throws {
        self.workerCount = workerCount
        self.leaseTime = leaseTime
        self.folder = folder
        self.recognizer = recognizer
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Where it listens; `nil` while it is stopped.
    public var port: Int? { running.withLock { $0?.port } }

    /// Starts it, on a free port unless one is given.
    public func start(port wanted: Int = 0) async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let store = try SQLiteJobStore(url: folder.appending(path: "service.sqlite"))
        let photos = try UploadedPhotoFolder(url: folder.appending(path: "photos"))
        var configuration = RecognitionConfiguration(heartbeat: .milliseconds(500), reconnectionDelay: .zero)
        configuration.rate = nil
        let router = Router(context: RecognitionRequestContext.self)
        ScanRoutes(store: store, photos: photos, configuration: configuration, logger: logger).add(to: router)
        let workers = ScanWorkers(
            store: store,
            photos: photos,
            recognizer: recognizer,
            configuration: ScanWorkerConfiguration(
                count: workerCount,
                leaseTime: leaseTime,
                pollInterval: .milliseconds(50)
            ),
            logger: logger
        )
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: wanted)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: logger
        )
        var group = ServiceGroupConfiguration(services: [application], logger: logger)
        group.maximumGracefulShutdownDuration = Self.longestAnswer
        let server = ServiceGroup(configuration: group)
        let tasks = [Task { try await server.run() }, Task { try await workers.run() }]
        for await port in ports {
            running.withLock { $0 = Running(server: server, tasks: tasks, port: port) }
            return
        }
    }

    /// Stops it: workers at once, whatever they do. The server hears nobody first, as SwiftNIO traps when it is cancelled with a
    /// connection that nobody has looked at yet.
    public func stop() async {
        let ending = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let ending else { return }
        ending.tasks[1].cancel()
        await ending.server.triggerGracefulShutdown()
        for task in ending.tasks { _ = await task.result }
    }

    /// The states of all its scans, as its database has them.
    public func states() throws -> [String] {
        let database = try DatabaseQueue(ofAnother: folder.appending(path: "service.sqlite"))
        return try database.read { try String.fetchAll($0, sql: "SELECT state FROM scan ORDER BY rowid") }
    }

    /// The files of its photos.
    public func photoNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "photos").path)
    }
}
