import ArgumentParser
import BookRecognition
import CommandSupport
import Foundation
import HTTPTransports
import Hummingbird
import Logging
import RecognitionService
import ServiceLifecycle
import VisionModel

/// `pinhole recognizer`
struct RecognizerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognizer",
        abstract: "Serve recognition of books in photos to scanners, by the protocol of docs/scan-protocol.md.",
        discussion: """
            Photos wait in a queue on disk, and no photo is lost when the service ends. With --database, any number of \
            these processes on any number of machines share the queue of a PostgreSQL; their --folder must be one that all \
            of them see. With --workers-only a process takes photos from the queue and listens to nobody.

            Listens on this machine only. With another --host, a token is required: everybody who has it can send photos, \
            and what is sent is not encrypted.
            """
    )

    @OptionGroup var catalogue: CatalogueFile

    @OptionGroup var visionModel: VisionModelOption

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8090

    @Option(help: "The secret that scanners must show; required for any address but this machine's own.")
    var token: String?

    @Option(
        help: ArgumentHelp(
            "The folder for waiting photos, and for the queue unless it is in --database.",
            valueName: "folder"
        )
    )
    var folder: String?

    @Option(
        help: ArgumentHelp("A PostgreSQL for the queue, as libpq takes it: postgres://...", valueName: "address")
    )
    var database: String?

    @Option(help: "How many photos are recognised at once.")
    var workers = 1

    @Flag(help: "Recognise what is in the queue, and listen to nobody.")
    var workersOnly = false

    @Flag(name: .shortAndLong, help: "Log what happens to standard error.")
    var verbose = false

    func validate() throws {
        if let problem = ListeningAddress.problem(with: host) { throw ValidationError(problem) }
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
        guard (1...64).contains(workers) else { throw ValidationError("--workers must be between 1 and 64.") }
        guard ["127.0.0.1", "::1", "localhost"].contains(host) || !(token ?? "").isEmpty || workersOnly else {
            throw ValidationError("Listening on \(host) needs a --token, as others can reach it.")
        }
    }

    func run() async throws {
        CommandLog.bootstrap(verbose ? .debug : .warning, secrets: token.map { [$0] } ?? [])
        let logger = Logger(label: "pinhole.recognizer")
        let model = try visionModel.recognizer()
        try await serve(try model ?? ShelfRecognizer(catalogue: try catalogue.open()), logger)
    }

    private func serve(_ recognizer: any BookRecognizer, _ logger: Logger) async throws {
        let (store, photos) = try await open()
        let workers = ScanWorkers(
            store: store,
            photos: photos,
            recognizer: recognizer,
            configuration: ScanWorkerConfiguration(count: self.workers),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch(store) }
            if workersOnly {
                print("Recognising what is in the queue. Control-C ends.")
                try await services(workers, logger).run()
            } else {
                try await services(application(store, photos, workers, logger), logger).run()
            }
            group.cancelAll()
        }
    }

    /// Runs a service until a signal ends it. What is under way after five seconds is cut off; photos that were not recognised are those of
    /// whoever runs next.
    private func services(_ service: any Service, _ logger: Logger) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [service],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        return ServiceGroup(configuration: configuration)
    }

    private func open() async throws -> (any ScanJobStore, UploadedPhotoFolder) {
        let folder = folder.map { URL(fileURLWithPath: $0) } ?? StandardCatalogue.url().deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let photos = try UploadedPhotoFolder(url: folder.appending(path: "scans"))
            guard let database else { return (try SQLiteJobStore(url: folder.appending(path: "scans.sqlite")), photos) }
            return (try await PostgresJobStore(connectionString: database), photos)
        } catch {
            throw CommandError(
                "The queue \(database == nil ? "in \(folder.path)" : "in PostgreSQL") cannot be used: \(error)"
            )
        }
    }

    /// Other processes may share the file.
    private func watch(_ store: any ScanJobStore) async throws {
        guard let store = store as? SQLiteJobStore else { return }
        try await store.watchOtherProcesses(every: .seconds(1), clock: ContinuousClock())
    }

    /// How many clients are answered at once; others wait to be accepted.
    private static let mostConnections = 512

    private func application(
        _ store: any ScanJobStore,
        _ photos: UploadedPhotoFolder,
        _ workers: ScanWorkers,
        _ logger: Logger
    ) -> some ApplicationProtocol {
        let router = Router(context: RecognitionRequestContext.self)
        router.add(middleware: ProblemMiddleware())
        let configuration = RecognitionConfiguration(token: token)
        ScanRoutes(store: store, photos: photos, configuration: configuration, logger: logger).add(to: router)
        return Application(
            router: router,
            // Who says nothing for that long, between requests or in the middle of one, is let go.
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: logger)
            ),
            services: [workers],
            onServerRunning: { channel in
                print("Recognising photos of shelves at http://\(host):\(channel.localAddress?.port ?? port)")
                fflush(nil)
            },
            logger: logger
        )
    }
}

/// Which vision model recognises books, if one is to do it.
struct VisionModelOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask this vision model instead of recognising books on this machine. Photos leave the machine, and each costs money. "
                + "The key is read from GEMINI_API_KEY or OPENAI_API_KEY.",
            valueName: "name"
        )
    )
    var visionModel: String?

    @Option(help: "How its service is spoken to: gemini, or openai for all that are compatible.")
    var visionModelForm = VisionModelConfiguration.Form.gemini

    @Option(
        help: ArgumentHelp(
            "Its service's address up to the version, if it is not the usual one, such as http://127.0.0.1:8000/v1.",
            valueName: "url"
        )
    )
    var visionModelEndpoint: String?

    func validate() throws {
        guard visionModelEndpoint == nil || visionModel != nil else {
            throw ValidationError("--vision-model-endpoint needs a --vision-model.")
        }
        guard visionModelEndpoint == nil || customEndpoint != nil else {
            throw ValidationError("--vision-model-endpoint must be an address such as http://127.0.0.1:8000/v1.")
        }
    }

    /// The recogniser that asks the model; nil where no model is to be asked.
    func recognizer() throws -> VisionModelRecognizer? {
        guard let visionModel else { return nil }
        let configuration = try configuration(visionModel)
        return VisionModelRecognizer(configuration: configuration, transport: SystemHTTPTransport()) {
            try PreparedPhoto(file: $0)
        }
    }

    private var customEndpoint: URL? {
        guard let url = visionModelEndpoint.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme),
            url.host() != nil
        else { return nil }
        return url
    }

    private func configuration(_ model: String) throws -> VisionModelConfiguration {
        do {
            // The service at an address of one's own may be one that asks for no key.
            if let endpoint = customEndpoint {
                let key = ProcessInfo.processInfo.environment[visionModelForm.keyVariable]
                return VisionModelConfiguration(form: visionModelForm, endpoint: endpoint, model: model, key: key)
            }
            return try VisionModelConfiguration(form: visionModelForm, endpoint: visionModelForm.endpoint, model: model)
        } catch {
            throw CommandError(error.description)
        }
    }
}

extension VisionModelConfiguration.Form: ExpressibleByArgument {
    /// Where most people find the service.
    fileprivate var endpoint: URL {
        switch self {
        case .gemini: URL(string: "https://generativelanguage.googleapis.com/v1beta")!
        case .chatCompletions: URL(string: "https://api.openai.com/v1")!
        }
    }
}
