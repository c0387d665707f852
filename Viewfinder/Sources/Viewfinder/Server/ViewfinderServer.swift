import CommandSupport
public import Foundation
import Glibc
import Hummingbird
public import Logging
public import ServiceLifecycle
public import UnixSignals

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

/// Where the viewfinder listens, who may see it, and what it allows a client to cost.
public struct ViewfinderConfiguration: Sendable {
    /// The address or name to listen on. Any but a loopback one needs a ``token``.
    public var host: String
    /// The port to listen on; 0 takes a free one.
    public var port: Int
    /// The secret that clients must show; nil when everybody on this machine may look.
    public var token: AccessToken?
    /// Further names by which clients may address the server, for example the machine's own.
    public var additionalHosts: Set<String>
    /// The folder that holds the photos. It need not exist before the first photo.
    public var photoFolder: URL
    /// The folder that holds the movies. It need not exist before the first movie.
    public var movieFolder: URL
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
        port: Int = 8080,
        token: AccessToken? = nil,
        additionalHosts: Set<String> = [],
        photoFolder: URL,
        movieFolder: URL,
        encryption: ServerEncryption? = nil,
        sessionFile: URL? = nil,
        limits: ViewfinderLimits = ViewfinderLimits()
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.additionalHosts = additionalHosts
        self.photoFolder = photoFolder
        self.movieFolder = movieFolder
        self.encryption = encryption
        self.sessionFile = sessionFile
        self.limits = limits
    }

    /// Checks the configuration before anything is opened.
    public func validate() throws(ViewfinderServerError) { try server.validate() }

    /// What of it the server needs that knows nothing of cameras.
    var server: PageServerConfiguration {
        var server = PageServerConfiguration(
            host: host,
            port: port,
            token: token,
            additionalHosts: additionalHosts,
            encryption: encryption,
            sessionFile: sessionFile,
            limits: limits
        )
        server.loginLinks = loginLinks
        return server
    }
}

/// What a client may cost the server before it is turned away.
public struct ViewfinderLimits: Sendable {
    /// The largest body of a command, in bytes.
    public var bodySize = 64 * 1024
    /// The largest set of request headers, in bytes.
    public var headerSize = 16 * 1024
    /// The most request headers.
    public var headerCount = 64
    /// Connections served at once. For a further one, one is closed that brings no request, rests or does not read; it waits
    /// while there is none of these.
    public var connections = 128
    /// Clients of `/stream`, `/preview.mjpeg` and `/events` at once, each counted for itself. A further one gets the
    /// place of a client that has read nothing for ``readPatience``, else one of the network that has the most if that
    /// keeps as many as the newcomer's then has, or status 503.
    public var streams = 16
    /// How long a client of a stream keeps its place against a new one although it reads nothing of what waits for it.
    public var readPatience: Duration = .seconds(1)
    /// How long a client may take from the end of a request's head to its last byte.
    public var requestTime: Duration = .seconds(10)
    /// How long a connection may rest between two requests, or take for a request's head.
    public var idleTime: Duration = .seconds(30)
    /// How long a client may take to read what waits for it.
    public var writeStall: Duration = .seconds(10)
    /// How long answers that are under way have when the server stops; then their connections are closed.
    public var shutdownTime: Duration = .seconds(5)
    /// How many wrong tokens a client may send in ``loginPeriod``; then it waits. An IPv6 network of 64 bits is one client.
    public var loginAttempts = 5
    /// How many wrong tokens all clients together may send in ``loginPeriod``, from where the right one never came.
    public var loginAttemptsInAll = 30
    /// The time in which wrong tokens are counted, in whole seconds.
    public var loginPeriod: Duration = .seconds(60)
    /// The time between two signs of life in `/events`.
    public var heartbeat: Duration = .seconds(2)

    /// Makes the usual limits.
    public init() {}
}

/// Why the viewfinder can not serve. Each describes itself in words that say what to do.
public enum ViewfinderServerError: Error, Equatable, Sendable {
    /// Another program listens on the port.
    case portInUse(host: String, port: Int)
    /// The system does not let this program listen on the port.
    case portForbidden(host: String, port: Int)
    /// The address is none of this machine's.
    case addressNotAvailable(host: String)
    /// Listening failed for another reason.
    case cannotListen(host: String, port: Int, reason: String)
    /// The port is no port number.
    case invalidPort(Int)
    /// The host is no host.
    case invalidHost(String)
    /// A host beyond loopback was given without a token.
    case tokenRequired(host: String)
    /// A certificate, or its key, can not be used.
    case certificateUnusable(String, reason: String)
    /// The page's files are not where the program expects them.
    case pageMissing(String)
}

extension ViewfinderServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .portInUse(let host, let port):
            "Port \(port) on \(host) is in use by another program. Stop that program, or choose another port with --port."
        case .portForbidden(let host, let port):
            "Listening on port \(port) of \(host) is not allowed for this user. Choose a port above 1023 with --port."
        case .addressNotAvailable(let host):
            "This machine has no address \(host). Use one that `ip address` shows, or 127.0.0.1."
        case .cannotListen(let host, let port, let reason):
            "Listening on \(host), port \(port), failed: \(reason)."
        case .invalidPort(let port):
            "\(port) is not a port. Give a number from 0 to 65535; 0 takes a free one."
        case .invalidHost(let host):
            "\"\(host)\" is not a host. Give an address of this machine, for example 127.0.0.1."
        case .tokenRequired(let host):
            "Listening on \(host) shows the camera to the network, so it needs a token: give one of at least "
                + "\(AccessToken.minimumLength) letters and digits with --token-file or in the environment variable PINHOLE_TOKEN, "
                + "or listen on 127.0.0.1."
        case .certificateUnusable(let path, let reason):
            "\(path) can not be used for TLS: \(reason)."
        case .pageMissing(let path):
            "The viewfinder's page is missing at \(path). Build the project again."
        }
    }
}

/// The signals that end a command in good order: Ctrl-C, a service manager's request, and the end of the terminal.
@_spi(PageServer)
public enum EndingSignals {
    /// All of them, but for SIGHUP where whoever started the program had it ignored, as `nohup` does.
    public static var all: [UnixSignal] { isHangUpIgnored ? [.sigint, .sigterm] : [.sigint, .sigterm, .sighup] }

    private static var isHangUpIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
    }

    /// The number of SIG_IGN.
    private static let ignored = 1
}

/// Opens a page in the desktop's browser, where there is a desktop.
@_spi(PageServer)
public enum BrowserOpener {
    /// Does nothing without a desktop, or without `xdg-open`.
    public static func open(_ url: URL) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        let path = "/usr/bin/xdg-open"
        guard FileManager.default.isExecutableFile(atPath: path) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [url.absoluteString]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            print("The browser did not open by itself (\(error.localizedDescription)). Open the address above.")
        }
    }
}
