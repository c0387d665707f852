import Glibc
import HTTPTypes
import Hummingbird
import NIOCore

/// The answer to a request for a photo or a movie: all of it, a part, or nothing when the client has it already.
struct FileResponse {
    let folder: MediaFolder
    let file: MediaFolder.OpenFile

    /// How much is read at once, and waits for a slow client at most.
    private static let partSize = 256 * 1024

    /// Changes with each write to the file.
    var entityTag: String {
        let parts = [file.byteCount, file.modificationTime.seconds, file.modificationTime.nanoseconds]
        return "\"\(parts.map { String($0, radix: 16) }.joined(separator: "-"))\""
    }

    /// Answers a request.
    func answer(to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: file.name.mediaType,
            .cacheControl: "private, no-cache",
            .eTag: entityTag,
            .acceptRanges: "bytes",
        ]
        headers[.lastModified] = file.modificationTime.httpText
        if isKnown(to: request) {
            return Response(status: .notModified, headers: headers)
        }
        switch range(of: request) {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0..<file.byteCount))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.byteCount)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(file.byteCount)"
            headers[.contentType] = nil
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    /// Whether the client has the file as it is.
    func isKnown(to request: Request) -> Bool {
        if request.headers[.ifNoneMatch] != nil { return EntityTag.isKnown(entityTag, to: request.headers) }
        guard let date = request.headers[.ifModifiedSince] else { return false }
        return date == file.modificationTime.httpText
    }

    /// A range has a meaning for GET alone, and only as long as the file is the one that the client has a part of.
    private func range(of request: Request) -> ByteRangeRequest {
        guard request.method == .get else { return .whole }
        if let condition = request.headers[.ifRange], condition != entityTag,
            condition != file.modificationTime.httpText
        {
            return .whole
        }
        return ByteRangeRequest(request.headers[.range], length: file.byteCount)
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
        let (folder, file) = (folder, file)
        return ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let part = try await folder.read(
                    file,
                    at: offset,
                    count: min(Self.partSize, range.upperBound - offset)
                )
                guard part.readableBytes > 0 else {
                    throw IOError(errnoCode: EIO, reason: "\(file.name.text) became shorter while it was read")
                }
                offset += part.readableBytes
                try await writer.write(part)
            }
            try await writer.finish(nil)
        }
    }
}

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
