import Foundation
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
    private var entityTag: String {
        let nanoseconds = Int64(file.modificationDate.timeIntervalSince1970 * 1e9)
        return "\"\(String(file.byteCount, radix: 16))-\(String(nanoseconds, radix: 16))\""
    }

    /// Answers a request.
    func answer(to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: file.name.mediaType,
            .cacheControl: "private, no-cache",
            .eTag: entityTag,
            .lastModified: HTTPDate.text(file.modificationDate),
            .acceptRanges: "bytes",
        ]
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

    private func isKnown(to request: Request) -> Bool {
        if let tags = request.headers[.ifNoneMatch] {
            return tags == "*"
                || tags.split(separator: ",").contains { $0.trimmingSpaces.droppingWeakness == entityTag }
        }
        return request.headers[.ifModifiedSince] == HTTPDate.text(file.modificationDate)
    }

    /// A range has a meaning for GET alone, and only as long as the file is the one that the client has a part of.
    private func range(of request: Request) -> ByteRangeRequest {
        guard request.method == .get else { return .whole }
        if let condition = request.headers[.ifRange], condition != entityTag,
            condition != HTTPDate.text(file.modificationDate)
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

/// Dates as HTTP writes them: `Sat, 21 Nov 2026 14:25:30 GMT`.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The text of a date, in whole seconds.
    static func text(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        return "\(days[Int(parts.tm_wday)]), \(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(time) GMT"
    }

    private static func twoDigits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }

    /// For this comparison, a weak tag is as good as a strong one.
    fileprivate var droppingWeakness: Substring { hasPrefix("W/") ? dropFirst(2) : self }
}
