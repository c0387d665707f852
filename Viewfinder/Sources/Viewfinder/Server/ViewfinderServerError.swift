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
