import CommandSupport
public import Foundation
import Hummingbird
public import Logging
public import ServiceLifecycle

/// The viewfinder: an HTTP server that shows a camera's picture and state in a browser and takes its commands.
///
/// Run it in a `ServiceGroup`, or let ``run()`` end by cancelling its task. A graceful shutdown ends all streams at once
/// and lets other responses finish, but waits for no client longer than ``ViewfinderLimits/shutdownTime``.
public struct ViewfinderServer: Service, CustomStringConvertible {
    private let server: PageServer
    private let deleted: DeletedMedia
    private let recovery: RecoveryService

    /// Prepares a server; nothing is opened before ``run()``.
    ///
    /// - Parameters:
    ///   - camera: what to show.
    ///   - simulator: the phone behind a simulated camera, which the page may then lay hands on; nil with a real camera.
    ///   - scanner: what recognises books; nil where books are not scanned.
    ///   - configuration: where to listen and who may see it.
    ///   - tools: what movie files are looked at, and recovered, with.
    ///   - logger: for what the user need not see.
    ///   - onListening: called once when the server accepts connections, with the address to open. It does not hold the token.
    public init(
        camera: any ViewfinderCamera,
        simulator: (any PhoneSimulator)? = nil,
        scanner: (any ViewfinderScanner)? = nil,
        configuration: ViewfinderConfiguration,
        tools: MovieTools = .mediaEncoding,
        logger: Logger,
        onListening: @escaping @Sendable (URL) async -> Void = { _ in }
    ) throws(ViewfinderServerError) {
        try self.init(
            camera: camera,
            simulator: simulator,
            scanner: scanner,
            configuration: configuration,
            tools: tools,
            logger: logger,
            clock: ContinuousClock(),
            onListening: onListening
        )
    }

    init(
        camera: any ViewfinderCamera,
        simulator: (any PhoneSimulator)? = nil,
        scanner: (any ViewfinderScanner)? = nil,
        configuration: ViewfinderConfiguration,
        tools: MovieTools = .mediaEncoding,
        logger: Logger,
        clock: any Clock<Duration>,
        onListening: @escaping @Sendable (URL) async -> Void = { _ in }
    ) throws(ViewfinderServerError) {
        let quietLogger = logger.sanitized(secrets: configuration.token.map { [$0.text] } ?? [])
        let movies = MediaFolder(url: configuration.movieFolder, kind: .movie)
        let photos = MediaFolder(url: configuration.photoFolder, kind: .photo)
        let deleted = DeletedMedia(folders: [photos, movies], logger: quietLogger, clock: clock)
        let recovery = RecoveryService(folder: movies, tools: tools, logger: quietLogger)
        self.deleted = deleted
        self.recovery = recovery
        let events = EventHub(
            camera: camera,
            simulator: simulator,
            scanner: scanner,
            recovery: recovery,
            heartbeat: configuration.limits.heartbeat,
            clock: clock
        )
        server = try PageServer(
            configuration: configuration.server,
            assets: try Self.assets.get(),
            services: [events, deleted, recovery],
            logger: logger,
            clock: clock,
            onListening: onListening
        ) { router, responses in
            let routes = ViewfinderRoutes(
                camera: camera,
                simulator: simulator,
                scanner: scanner,
                events: events,
                photos: photos,
                movies: movies,
                movieDetails: MovieDetails(folder: movies, tools: tools),
                deleted: deleted,
                recovery: recovery,
                responses: responses,
                configuration: configuration
            )
            routes.add(to: router)
        }
    }

    /// Serves until shutdown. Throws a ``ViewfinderServerError`` if it can not listen.
    public func run() async throws { try await server.run() }

    /// Waits until nothing is under way that the end of the server would make final or cut off: deletions that can be undone, and
    /// recordings that are being recovered.
    public func settle() async {
        repeat {
            await deleted.settle()
            await recovery.settle()
            // Something may have been deleted meanwhile.
        } while await deleted.isUnsettled
    }

    /// Not what it is made of, which would end up in logs.
    public var description: String { "ViewfinderServer" }

    /// The application, for tests that send requests without a socket.
    var application: some ApplicationProtocol { server.application }

    /// Read once in a program, however often it begins to serve: the page belongs to the program, and reading it is most of a start.
    private static let assets = Result { () throws(ViewfinderServerError) in try PageAssets(folders: [pageFolder]) }

    /// Where the page's files are.
    @_spi(PageServer) public static var pageFolder: URL { Bundle.module.bundleURL.appending(path: "Page") }
}
