public import Foundation

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
