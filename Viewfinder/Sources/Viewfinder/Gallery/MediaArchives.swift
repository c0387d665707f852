import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Selections of photos and movies that are downloaded as one zip archive, each at an address of its own.
///
/// A list of names can be longer than an address may be: a command names the files, and the answer says where the archive is.
final class MediaArchives: Sendable {
    /// A file that is to be in an archive.
    struct Item: Sendable {
        var folder: MediaFolder
        var name: MediaName
    }

    private struct Selections {
        var items: [String: [Item]] = [:]
        /// The oldest first.
        var identifiers: [String] = []
    }

    /// How many selections are remembered.
    private static let limit = 16
    /// How much is read at once, and waits for a slow client at most.
    private static let partSize = 256 * 1024

    private let selections = Mutex(Selections())

    /// Remembers a selection, and says at which name its archive is found.
    func add(_ items: [Item]) -> String {
        let identifier = UUID().uuidString
        selections.withLock { selections in
            selections.items[identifier] = items
            selections.identifiers.append(identifier)
            if selections.identifiers.count > Self.limit {
                selections.items[selections.identifiers.removeFirst()] = nil
            }
        }
        return identifier
    }

    /// The archive of a selection; nil when there is none of this name, or not any more. It is made while it is sent.
    func answer(_ identifier: String, to request: Request) -> Response? {
        guard let items = selections.withLock({ $0.items[identifier] }) else { return nil }
        let headers: HTTPFields = [
            .contentType: "application/zip", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"Pinhole \(Self.day(Date())).zip\"",
        ]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                let zip = try ZipWriter()
                for item in items {
                    // What was deleted meanwhile is left away.
                    guard let file = try await item.folder.open(item.name) else { continue }
                    try zip.begin(item.name.text, byteCount: file.byteCount, date: file.modificationTime.date)
                    try await writer.write(zip.drainOutput())
                    var offset = 0
                    while offset < file.byteCount {
                        let count = min(Self.partSize, file.byteCount - offset)
                        let part = try await item.folder.read(file, at: offset, count: count)
                        guard part.readableBytes > 0 else {
                            throw IOError(errnoCode: EIO, reason: "\(item.name.text) became shorter while it was read")
                        }
                        offset += part.readableBytes
                        try zip.append(part)
                        try await writer.write(zip.drainOutput())
                    }
                }
                try zip.finish()
                try await writer.write(zip.drainOutput())
                try await writer.finish(nil)
            }
        )
    }

    /// `2026-11-23`, here.
    private static func day(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .current)
        return date.formatted(style.year().month().day())
    }
}
