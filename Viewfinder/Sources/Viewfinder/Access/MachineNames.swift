import Glibc
import NIOCore

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
