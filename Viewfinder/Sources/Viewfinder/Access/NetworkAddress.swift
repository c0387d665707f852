import Glibc

/// What the server needs to know of a host's name or address.
package enum NetworkAddress {
    /// Whether the text is an IP address, not a name. An IPv6 address stands without brackets.
    static func isLiteral(_ host: String) -> Bool {
        isIPv4(host) || isIPv6(host)
    }

    /// Whether the host can only be this machine.
    static func isLoopback(_ host: String) -> Bool {
        if isIPv4(host) {
            return host.hasPrefix("127.")
        }
        var address = in6_addr()
        if inet_pton(AF_INET6, host, &address) == 1 {
            return withUnsafeBytes(of: &address) { bytes in
                bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            }
        }
        let name = host.lowercased()
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// The bytes of an IP address, 4 or 16; nil if the text is none.
    package static func bytes(of address: String) -> [UInt8]? {
        var v4 = in_addr()
        if inet_pton(AF_INET, address, &v4) == 1 { return withUnsafeBytes(of: &v4) { Array($0) } }
        var v6 = in6_addr()
        return inet_pton(AF_INET6, address, &v6) == 1 ? withUnsafeBytes(of: &v6) { Array($0) } : nil
    }

    private static func isIPv4(_ host: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1
    }

    private static func isIPv6(_ host: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, host, &address) == 1
    }
}
