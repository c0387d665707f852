import Foundation

/// The port that `pinhole serve` takes by default.
enum ViewfinderPort {
    static let number: UInt16 = 8080

    /// The kernel's number of a state in which a socket listens.
    private static let listening = "0A"
    /// This machine's own address and all addresses, of both kinds, as the kernel writes them on little-endian machines.
    private static let addresses: Set = [
        "00000000", "0100007F", String(repeating: "0", count: 32), "00000000000000000000000001000000",
    ]

    /// Who listens on it at an address that the viewfinder needs; `nil` when nobody does.
    ///
    /// - Parameter root: where the kernel shows processes; another folder in tests.
    static func holders(root: String) -> Holders? {
        let sockets = ["tcp", "tcp6"].flatMap { table in
            inodes(table: (try? String(contentsOfFile: "\(root)/net/\(table)", encoding: .utf8)) ?? "")
        }
        guard !sockets.isEmpty else { return nil }
        return sockets.map { HolderSearch.holders(of: "socket:[\($0)]", root: root) }.reduce(into: Holders()) {
            $0.known += $1.known.filter { [known = $0.known] in !known.contains($0) }
            $0.isIncomplete = $0.isIncomplete || $1.isIncomplete
        }
    }

    /// The sockets that listen on the port, of a table such as `/proc/net/tcp`.
    static func inodes(table: String) -> [String] {
        let port = String(number, radix: 16, uppercase: true)
        return table.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == listening else { return nil }
            let local = fields[1].split(separator: ":")
            guard local.count == 2, local[1] == port, addresses.contains(String(local[0])) else { return nil }
            return String(fields[9])
        }
    }
}
