/// Which values of the `Host` header the server answers to.
///
/// A page of another site can make its own name resolve to this machine and would then count as the same origin as the
/// viewfinder. The name stays in the `Host` header, so names that the server was not told of are refused. An IP address
/// can not be rebound; where the server listens beyond loopback every address is accepted.
struct HostPolicy: Sendable {
    private let names: Set<String>
    private let acceptsEveryAddress: Bool

    /// - Parameters:
    ///   - boundHost: the name or address that the server listens on.
    ///   - additionalHosts: further names it is known by.
    init(boundHost: String, additionalHosts: Set<String>) {
        names = Set(additionalHosts.map { $0.lowercased() }).union([boundHost.lowercased()])
        acceptsEveryAddress = !NetworkAddress.isLoopback(boundHost)
    }

    /// Whether a request for this authority, `host` or `host:port`, is answered.
    func accepts(_ authority: String?) -> Bool {
        guard let authority, let host = Self.host(of: authority) else { return false }
        if names.contains(host) || NetworkAddress.isLoopback(host) {
            return true
        }
        return acceptsEveryAddress && NetworkAddress.isLiteral(host)
    }

    /// The host in lower case, without port and brackets; nil if the authority is malformed.
    static func host(of authority: String) -> String? {
        let text = authority.lowercased()
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<close])
            let rest = text[text.index(after: close)...]
            guard NetworkAddress.isLiteral(host), host.contains(":"), isPort(rest) else { return nil }
            return host
        }
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        guard isPort(text[colon...]) else { return nil }
        var host = text[..<colon]
        if host.hasSuffix(".") {
            host = host.dropLast()
        }
        let allowed = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        return host.isEmpty || !allowed ? nil : String(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        guard text.first == ":" else { return false }
        let digits = text.dropFirst()
        return digits.count <= 5 && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
