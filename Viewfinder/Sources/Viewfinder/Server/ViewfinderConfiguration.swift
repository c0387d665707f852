public import Foundation

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
