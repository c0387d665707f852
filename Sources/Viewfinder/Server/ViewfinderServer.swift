public import Foundation
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle

/// The viewfinder: an HTTP server that shows a camera's picture and state in a browser and takes its commands.
///
/// Run it in a `ServiceGroup`, or let ``run()`` end by cancelling its task. A graceful shutdown ends all streams at once
/// and lets other responses finish, but waits for no client longer than ``ViewfinderLimits/shutdownTime``.
public struct ViewfinderServer: Service, CustomStringConvertible {
    private let configuration: ViewfinderConfiguration
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let connections = ConnectionRegistry(clock: .system)
    private let events: EventHub
    private let recovery: RecoveryService
    private let responder: RouterResponder<ViewfinderRequestContext>
    private let onListening: @Sendable (URL) async -> Void

    /// Prepares a server; nothing is opened before ``run()``.
    ///
    /// - Parameters:
    ///   - camera: what to show.
    ///   - simulator: the phone behind a simulated camera, which the page may then lay hands on; nil with a real camera.
    ///   - scanner: what recognises books; nil where books are not scanned.
    ///   - configuration: where to listen and who may see it.
    ///   - tools: what movie files are looked at, and recovered, with.
    ///   - logger: for what the user need not see.
    ///   - onListening: called once when the server accepts connections, with the address to open, token included.
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
        try configuration.validate()
        self.configuration = configuration
        let logger = logger.sanitized(secrets: configuration.token.map { [$0.text] } ?? [])
        self.logger = logger
        self.clock = clock
        self.onListening = onListening
        let movies = MediaFolder(url: configuration.movieFolder, kind: .movie)
        let recovery = RecoveryService(folder: movies, tools: tools, logger: logger)
        self.recovery = recovery
        events = EventHub(
            camera: camera,
            simulator: simulator,
            scanner: scanner,
            recovery: recovery,
            heartbeat: configuration.limits.heartbeat,
            clock: clock
        )
        let routes = ViewfinderRoutes(
            camera: camera,
            simulator: simulator,
            scanner: scanner,
            events: events,
            photos: MediaFolder(url: configuration.photoFolder, kind: .photo),
            movies: movies,
            movieDetails: MovieDetails(folder: movies, tools: tools),
            recovery: recovery,
            assets: try PageAssets(folder: Self.pageFolder),
            slots: StreamSlots(
                limit: configuration.limits.streams,
                patience: configuration.limits.readPatience,
                clock: .system
            ),
            connections: connections,
            configuration: configuration,
            clock: .system
        )
        responder = routes.router().buildResponder()
    }

    /// Serves until shutdown. Throws a ``ViewfinderServerError`` if it can not listen.
    public func run() async throws {
        do {
            try await serve()
        } catch let error as IOError {
            throw Self.listenError(error, configuration)
        } catch let error as SocketAddressError {
            throw ViewfinderServerError.cannotListen(
                host: configuration.host,
                port: configuration.port,
                reason: "\(error)"
            )
        }
    }

    /// Serves until all requests have been answered after a shutdown, or the time for that is over: clients, and work that can
    /// not be interrupted, then no longer hold the server.
    private func serve() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        // Not a child task, which would have to be waited for.
        let serving = Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await application.run())
            } catch {
                result = .failure(error)
            }
            end.yield(result)
        }
        // Nor is this, which a cancelled task would not wait for.
        let ended = Task { () -> Result<Void, any Error> in
            for await result in ends { return result }
            return .success(())
        }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await ended.value.get()
            } onGracefulShutdown: {
                Task { await endInTime(after: configuration.limits.shutdownTime, end) }
            }
        } onCancel: {
            serving.cancel()
            Task { await endInTime(after: .zero, end) }
        }
    }

    /// Closes all connections after some time, and then gives up whatever still goes on.
    private func endInTime(
        after time: Duration,
        _ end: AsyncStream<Result<Void, any Error>>.Continuation
    ) async {
        try? await clock.sleep(for: time)
        connections.closeAll()
        try? await clock.sleep(for: Self.closingTime)
        end.yield(.success(()))
    }

    /// How long requests have to notice that their connections are closed.
    private static let closingTime: Duration = .seconds(1)

    /// Not what it is made of, which would end up in logs.
    public var description: String { "ViewfinderServer" }

    /// The application, for tests that send requests without a socket.
    var application: some ApplicationProtocol {
        let limits = configuration.limits
        let configuration = configuration
        let onListening = onListening
        let connections = connections
        return Application(
            responder: responder,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        ConnectionBounds(
                            requestTime: limits.requestTime,
                            writeStall: limits.writeStall,
                            bodySize: limits.bodySize * 16,
                            registry: connections
                        )
                    ],
                    idleTimeout: TimeAmount(limits.idleTime),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: limits.headerSize,
                        maxHeaderListSize: limits.headerSize,
                        maxHeaderFieldCount: limits.headerCount
                    )
                )
            ),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: ConnectionLimit(limits.connections, registry: connections)
            ),
            services: [events, recovery],
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? configuration.port
                await onListening(Self.address(configuration, port: port))
            },
            logger: logger
        )
    }

    /// Where the page's files are.
    static var pageFolder: URL { Bundle.module.bundleURL.appending(path: "Page") }

    /// The address that a browser on this machine opens.
    static func address(_ configuration: ViewfinderConfiguration, port: Int) -> URL {
        var components = URLComponents()
        components.scheme = "http"
        let isWildcard = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isWildcard ? "127.0.0.1" : configuration.host
        components.host = host.contains(":") ? "[\(host)]" : host
        components.port = port
        components.path = "/"
        if let token = configuration.token {
            components.queryItems = [URLQueryItem(name: "token", value: token.text)]
        }
        guard let url = components.url else {
            preconditionFailure("a host that the server listens on is part of a valid address: \(configuration.host)")
        }
        return url
    }

    private static func listenError(_ error: IOError, _ configuration: ViewfinderConfiguration) -> ViewfinderServerError
    {
        let (host, port) = (configuration.host, configuration.port)
        return switch error.errnoCode {
        case EADDRINUSE: .portInUse(host: host, port: port)
        case EACCES: .portForbidden(host: host, port: port)
        case EADDRNOTAVAIL: .addressNotAvailable(host: host)
        default: .cannotListen(host: host, port: port, reason: "\(error)")
        }
    }
}
