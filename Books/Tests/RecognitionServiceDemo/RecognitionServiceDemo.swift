import ArgumentParser
import Foundation
import Hummingbird
import Logging
import RecognitionService
import ServiceLifecycle

/// The recognition service with a recogniser that only computes digests: for tests that need a real process.
@main
struct RecognitionServiceDemo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognition-service-demo",
        subcommands: [Serve.self, Work.self]
    )
}

struct WorkerOptions: ParsableArguments {
    @Option(help: "The folder of the database and the photos.")
    var folder: String

    @Option(help: "A PostgreSQL to use instead of a file in the folder, as libpq takes it.")
    var database: String?

    @Option(help: "How many photos are recognised at once.")
    var workers = 1

    @Option(help: "The time of a lease in milliseconds.")
    var lease = 30_000

    @Option(help: "How many steps a recognition has.")
    var steps = 4

    @Option(help: "The time of a step in milliseconds.")
    var stepTime = 1

    var url: URL { URL(filePath: folder) }

    func storage() throws -> UploadedPhotoFolder { try UploadedPhotoFolder(url: url.appending(path: "photos")) }

    /// The store, and what has to run beside it.
    func store() async throws -> (any ScanJobStore, watch: @Sendable () async throws -> Void) {
        if let database { return (try await PostgresJobStore(connectionString: database), {}) }
        let store = try SQLiteJobStore(url: url.appending(path: "scans.sqlite"))
        return (store, { try await store.watchOtherProcesses(every: .milliseconds(20), clock: ContinuousClock()) })
    }

    func workers(_ store: any ScanJobStore, _ logger: Logger) throws -> ScanWorkers {
        ScanWorkers(
            store: store,
            photos: try storage(),
            recognizer: DigestRecognizer(
                name: "digest-\(ProcessInfo.processInfo.processIdentifier)",
                steps: steps,
                stepTime: .milliseconds(stepTime)
            ),
            configuration: ScanWorkerConfiguration(
                count: workers,
                leaseTime: .milliseconds(lease),
                pollInterval: .milliseconds(50)
            ),
            logger: logger
        )
    }
}

/// Standard output is for announcements.
func standardErrorLogger() -> Logger {
    var logger = Logger(label: "scans") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    return logger
}

struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Recognises what is in the queue, until it is ended.")

    @OptionGroup var options: WorkerOptions

    func run() async throws {
        let logger = standardErrorLogger()
        let (store, watch) = try await options.store()
        let workers = try options.workers(store, logger)
        announce("ready")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await workers.run() }
            group.addTask { try await watch() }
            try await group.waitForAll()
        }
    }
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serves the protocol, until it is ended.")

    @OptionGroup var options: WorkerOptions

    @Option(help: "The port; 0 takes a free one.")
    var port = 0

    @Option(help: "The secret that clients have to show.")
    var token: String?

    @Flag(help: "Limit the rate of requests.")
    var limitsRate = false

    func run() async throws {
        let logger = standardErrorLogger()
        let (store, watch) = try await options.store()
        var configuration = RecognitionConfiguration(token: token, heartbeat: .seconds(2))
        if !limitsRate { configuration.rate = nil }
        let router = Router(context: RecognitionRequestContext.self)
        router.add(middleware: ProblemMiddleware())
        ScanRoutes(store: store, photos: try options.storage(), configuration: configuration, logger: logger)
            .add(to: router)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            services: [try options.workers(store, logger)],
            onServerRunning: { announce("listening \($0.localAddress?.port ?? 0)") },
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch() }
            try await application.runService()
            group.cancelAll()
        }
    }
}
