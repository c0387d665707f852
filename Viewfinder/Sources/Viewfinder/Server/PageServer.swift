import CommandSupport
public import Foundation
public import Hummingbird
public import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle

/// An HTTP server for one page and what belongs to it: who may ask, what a client may cost, how it ends.
///
/// Run it in a `ServiceGroup`, or let ``run()`` end by cancelling its task. A graceful shutdown ends all streams at once
/// and lets other responses finish, but waits for no client longer than ``ViewfinderLimits/shutdownTime``.
@_spi(PageServer)
public struct PageServer: Service {
    private let configuration: PageServerConfiguration
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let connections: ConnectionRegistry
    private let services: [any Service]
    private let responder: RouterResponder<ViewfinderRequestContext>
    private let onListening: @Sendable (URL) async -> Void

    /// Prepares a server; nothing is opened before ``run()``.
    ///
    /// - Parameters:
    ///   - configuration: where to listen and who may see it.
    ///   - assets: the page and its files.
    ///   - services: what runs as long as the server does, and ends with it.
    ///   - logger: for what the user need not see. The token never gets there.
    ///   - clock: measures the time that a shutdown takes.
    ///   - onListening: called once when the server accepts connections, with the address to open. It does not hold the token.
    ///   - addRoutes: adds what the server answers besides the page. Streams are made by the responses that it is given.
    public init(
        configuration: PageServerConfiguration,
        assets: PageAssets,
        services: [any Service] = [],
        logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        onListening: @escaping @Sendable (URL) async -> Void = { _ in },
        addRoutes: (Router<ViewfinderRequestContext>, PageResponses) -> Void
    ) throws(ViewfinderServerError) {
        try configuration.validate()
        self.configuration = configuration
        let logger = logger.sanitized(secrets: configuration.token.map { [$0.text] } ?? [])
        self.logger = logger
        self.clock = clock
        self.services = services
        self.onListening = onListening
        connections = ConnectionRegistry(clock: .system)
        let responses = PageResponses(
            slots: StreamSlots(
                limit: configuration.limits.streams,
                patience: configuration.limits.readPatience,
                clock: .system
            ),
            connections: connections,
            bodySize: configuration.limits.bodySize,
            clock: .system
        )
        let router = Router(context: ViewfinderRequestContext.self, options: .autoGenerateHeadEndpoints)
        let hosts = HostPolicy(boundHost: configuration.host, additionalHosts: configuration.additionalHosts)
        router.add(middleware: AnswerMiddleware())
        let access = AccessControl(
            token: configuration.token,
            isSecure: configuration.encryption != nil,
            limits: configuration.limits,
            file: configuration.sessionFile.map(SessionFile.init),
            links: configuration.loginLinks,
            clock: .system,
            logger: logger
        )
        router.add(middleware: AccessMiddleware(hosts: hosts, access: access, connections: connections))
        AccessRoutes(access: access, connections: connections, responses: responses, configuration: configuration)
            .add(to: router)
        assets.addRoutes(to: router)
        addRoutes(router, responses)
        responder = router.buildResponder()
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

    /// The application, for tests that send requests without a socket.
    public var application: some ApplicationProtocol {
        let configuration = configuration
        let onListening = onListening
        return Application(
            responder: responder,
            server: httpServer,
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: ConnectionLimit(configuration.limits.connections, registry: connections)
            ),
            services: services,
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? configuration.port
                await onListening(Self.address(configuration, port: port))
            },
            logger: logger
        )
    }

    /// HTTP within the limits, encrypted if there is a certificate.
    private var httpServer: HTTPServerBuilder {
        let limits = configuration.limits
        let connections = connections
        let http = HTTP1Channel.Configuration(
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
        guard let encryption = configuration.encryption else { return .http1(configuration: http) }
        return HTTPServerBuilder { responder in
            try encryption.encrypt(HTTP1Channel(responder: responder, configuration: http))
        }
    }

    /// The address that a browser on this machine opens.
    static func address(_ configuration: PageServerConfiguration, port: Int) -> URL {
        let isWildcard = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isWildcard ? "127.0.0.1" : configuration.host
        let isSecure = configuration.encryption != nil
        guard let url = Invitation.pageAddress(host: host, port: port, isSecure: isSecure) else {
            preconditionFailure("a host that the server listens on is part of a valid address: \(configuration.host)")
        }
        return url
    }

    private static func listenError(_ error: IOError, _ configuration: PageServerConfiguration)
        -> ViewfinderServerError
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

/// Where a page's server listens, who may see it, and what it allows a client to cost.
@_spi(PageServer)
public struct PageServerConfiguration: Sendable {
    /// The address or name to listen on. Any but a loopback one needs a ``token``.
    public var host: String
    /// The port to listen on; 0 takes a free one.
    public var port: Int
    /// The secret that clients must show; nil when everybody on this machine may look.
    public var token: AccessToken?
    /// Further names by which clients may address the server, for example the machine's own.
    public var additionalHosts: Set<String>
    /// What to encrypt with; nil to speak plain HTTP.
    public var encryption: ServerEncryption?
    /// Codes that log browsers in without the token. Who makes one in this process invites another device.
    public var loginLinks = LoginLinks()
    /// Where browsers that are logged in are remembered when the server ends; nil if they then log in again.
    public var sessionFile: URL?
    /// What a client may cost.
    public var limits: ViewfinderLimits

    /// Makes a configuration; what is not given has the value for use on one's own machine.
    public init(
        host: String = "127.0.0.1",
        port: Int,
        token: AccessToken? = nil,
        additionalHosts: Set<String> = [],
        encryption: ServerEncryption? = nil,
        sessionFile: URL? = nil,
        limits: ViewfinderLimits = ViewfinderLimits()
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.additionalHosts = additionalHosts
        self.encryption = encryption
        self.sessionFile = sessionFile
        self.limits = limits
    }

    /// Checks the configuration before anything is opened.
    public func validate() throws(ViewfinderServerError) {
        guard (0...65535).contains(port) else {
            throw .invalidPort(port)
        }
        guard !host.isEmpty else {
            throw .invalidHost(host)
        }
        if token == nil, !NetworkAddress.isLoopback(host) {
            throw .tokenRequired(host: host)
        }
    }
}

/// How a server encrypts. `ViewfinderTLS` makes one of a certificate; a server that is given none does not encrypt.
public struct ServerEncryption: Sendable {
    /// The SHA-256 digest of the certificate as browsers show it: hexadecimal digits in pairs, with colons between.
    public let fingerprint: String
    /// A channel that decrypts for the one that is given, which speaks HTTP.
    let encrypt: @Sendable (HTTP1Channel) throws -> any ServerChildChannel

    /// Makes a description of encryption.
    ///
    /// - Parameters:
    ///   - fingerprint: of the certificate.
    ///   - encrypt: makes a channel that decrypts, for one that speaks HTTP.
    public init(fingerprint: String, encrypt: @escaping @Sendable (HTTP1Channel) throws -> any ServerChildChannel) {
        self.fingerprint = fingerprint
        self.encrypt = encrypt
    }
}

/// What accompanies a request: Hummingbird's own things and the connection, which the frame stream writes to directly.
@_spi(PageServer)
public struct ViewfinderRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The session that the request belongs to; nil if it shows the token itself, or none is needed.
    var session: LoginSession?

    /// Where the request comes from.
    var clientAddress: ClientAddress { ClientAddress(channel.remoteAddress) }

    /// Takes the connection that the request came by.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
