import Glibc
import NIOCore

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

/// Where a request comes from.
struct ClientAddress: Sendable, Equatable {
    /// The address for people.
    let text: String
    /// By what attempts to log in, and places for streams, are counted: an IPv4 address, or the first 64 bits of an IPv6 address,
    /// within which a client takes as many addresses as it likes.
    let network: String

    /// The address of a connection's other end; one without an address counts as one client.
    init(_ address: SocketAddress?) {
        self.init(text: address?.ipAddress ?? "unknown")
    }

    init(text: String) {
        guard let bytes = NetworkAddress.bytes(of: text), bytes.count == 16 else {
            self.text = text
            network = text
            return
        }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        if isMapped {
            // A socket for both kinds of addresses writes those of IPv4 so.
            self.text = bytes.suffix(4).map { String($0) }.joined(separator: ".")
            network = self.text
        } else {
            self.text = text
            network = bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
        }
    }
}

/// The names and addresses by which others reach this machine.
public enum MachineNames {
    /// This machine's own names and addresses, then those that the network has for it.
    public static func all() -> [String] {
        ["localhost", "127.0.0.1", "::1"] + hostNames() + addresses()
    }

    /// Addresses that other machines of the network reach this one by, IPv4 first. Those that hold within one link alone are left out:
    /// browsers do not take them.
    public static func addresses() -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        let texts = devices.compactMap { $0.address?.ipAddress }
        let reachable = texts.filter { text in
            NetworkAddress.isLiteral(text) && !NetworkAddress.isLoopback(text) && !text.lowercased().hasPrefix("fe80:")
        }
        let unique = reachable.enumerated().filter { reachable.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        return unique.filter { !$0.contains(":") } + unique.filter { $0.contains(":") }
    }

    private static func hostNames() -> [String] {
        var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        // What is no name on the network is none in a certificate.
        guard HostPolicy.host(of: name) == name, name != "localhost" else { return [] }
        return name.contains(".") ? [name] : [name, "\(name).local"]
    }
}
