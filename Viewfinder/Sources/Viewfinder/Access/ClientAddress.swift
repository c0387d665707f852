import NIOCore

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
