import Foundation

/// The addresses of the protocol, as paths from the server's root.
public enum ScanAddress {
    /// Where scans are created, and `OPTIONS` tells what the server can do.
    public static let scans = "/v1/scans"

    /// One scan: its upload (`PATCH`, `HEAD`, `DELETE`) and its status (`GET`).
    public static func scan(_ id: ScanID) -> String { "\(scans)/\(id.text)" }

    /// The scan's events.
    public static func events(_ id: ScanID) -> String { "\(scan(id))/events" }

    /// The scan that an address names: the answer's `Location`, with or without scheme and host. Nil if it names none.
    public static func scanID(inLocation location: String) -> ScanID? {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        guard let range = path.range(of: "\(scans)/") else { return nil }
        return ScanID(String(path[range.upperBound...]))
    }
}
