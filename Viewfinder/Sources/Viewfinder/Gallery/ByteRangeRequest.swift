/// Which part of a file a request asks for, by its header `Range` (RFC 9110, section 14).
enum ByteRangeRequest: Equatable, Sendable {
    /// All of it: there is no such header, or one that this server does not have to understand.
    case whole
    /// These bytes.
    case part(Range<Int>)
    /// Bytes that the file does not have.
    case unsatisfiable

    /// Reads a header.
    ///
    /// Several ranges at once are answered with the whole file, which is allowed, and costs a hostile client's request no more
    /// than any other.
    ///
    /// - Parameters:
    ///   - header: the header's value; nil without one.
    ///   - length: of the file, in bytes.
    init(_ header: String?, length: Int) {
        guard let header, let unitEnd = header.firstIndex(of: "="),
            header[..<unitEnd].trimmed().lowercased() == "bytes"
        else {
            self = .whole
            return
        }
        let range = header[header.index(after: unitEnd)...].trimmed()
        let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { $0.trimmed() }
        guard ends.count == 2, ends.allSatisfy(\.isDecimal), !(ends[0].isEmpty && ends[1].isEmpty) else {
            self = .whole
            return
        }
        // A number beyond all bounds is beyond the file as well.
        let first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        let last = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        self = Self.range(first: first, last: last, length: length)
    }

    private static func range(first: Int?, last: Int?, length: Int) -> Self {
        guard let first else {
            let count = min(last ?? 0, length)
            return count > 0 ? .part(length - count..<length) : .unsatisfiable
        }
        if let last, last < first { return .whole }
        guard first < length else { return .unsatisfiable }
        return .part(first..<min(last ?? .max, length - 1) + 1)
    }
}

extension StringProtocol {
    fileprivate func trimmed() -> String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

extension String {
    fileprivate var isDecimal: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
