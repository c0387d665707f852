public import Foundation

/// An address at which another device opens the page, and is logged in.
public struct Invitation: Sendable {
    /// The address, with a code that is good once.
    public let url: URL
    /// The same without the code, to be read.
    public let address: String
    /// The address as a QR code.
    public let code: QRCode

    /// Those for a server.
    ///
    /// - Parameters:
    ///   - boundHost: what it listens on. Nobody else reaches one that listens on loopback.
    ///   - requestedHost: by which name or address it was asked, if it was; what one device finds it by, others do, too.
    ///   - port: where it listens.
    ///   - isSecure: whether it speaks TLS.
    ///   - links: makes the code, of which there is one for all of them; nil if none is needed.
    ///   - machine: the addresses of this machine.
    static func all(
        boundHost: String,
        requestedHost: String?,
        port: Int,
        isSecure: Bool,
        links: LoginLinks?,
        machine: () -> [String] = MachineNames.addresses
    ) -> [Invitation] {
        let hosts = Self.hosts(boundHost: boundHost, requestedHost: requestedHost, machine: machine)
        guard !hosts.isEmpty else { return [] }
        let code = links?.make()
        return hosts.compactMap { host in
            guard let address = pageAddress(host: host, port: port, isSecure: isSecure),
                let url = pageAddress(host: host, port: port, isSecure: isSecure, code: code),
                let drawing = QRCode(url.absoluteString)
            else { return nil }
            return Invitation(url: url, address: address.absoluteString, code: drawing)
        }
    }

    private static func hosts(boundHost: String, requestedHost: String?, machine: () -> [String]) -> [String] {
        if NetworkAddress.isLoopback(boundHost) { return [] }
        if let requestedHost, !NetworkAddress.isLoopback(requestedHost) { return [requestedHost] }
        switch boundHost {
        case "0.0.0.0": return machine().filter { !$0.contains(":") }
        case "::": return machine()
        default: return [boundHost]
        }
    }

    /// The address of the page; nil if the host is none.
    static func pageAddress(host: String, port: Int, isSecure: Bool, code: String? = nil) -> URL? {
        var components = URLComponents()
        components.scheme = isSecure ? "https" : "http"
        components.host = host.contains(":") ? "[\(host)]" : host
        components.port = port
        components.path = "/"
        if let code { components.queryItems = [URLQueryItem(name: "code", value: code)] }
        return components.url
    }
}

extension ViewfinderConfiguration {
    /// Where other devices open the page, once the server listens on a port. None if it listens on loopback.
    public func invitations(port: Int) -> [Invitation] {
        Invitation.all(
            boundHost: host,
            requestedHost: nil,
            port: port,
            isSecure: encryption != nil,
            links: token == nil ? nil : loginLinks
        )
    }
}
