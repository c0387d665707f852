import CLibArchive
import Foundation
import Glibc
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

/// Writes a zip archive piece by piece, with libarchive. Files are stored as they are: photos and movies are compressed already.
///
/// One thread at a time.
final class ZipWriter {
    /// What libarchive complained about.
    struct Failure: Error {
        var message: String
    }

    /// An object of its own: the library writes once more when it is let go.
    private final class Output {
        var bytes = ByteBuffer()
    }

    private let archive: OpaquePointer
    private let output = Output()

    init() throws {
        guard let archive = archive_write_new() else { throw Failure(message: "There is no memory for an archive.") }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_zip_set_compression_store(archive))
        // What is written comes out at once, and nothing is filled up to a block.
        try check(archive_write_set_bytes_per_block(archive, 0))
        try check(
            archive_write_open(
                archive,
                Unmanaged.passUnretained(output).toOpaque(),
                nil,
                { _, output, bytes, count in
                    guard let output, let bytes else { return -1 }
                    let target = Unmanaged<Output>.fromOpaque(output).takeUnretainedValue()
                    return target.bytes.writeBytes(UnsafeRawBufferPointer(start: bytes, count: count))
                },
                nil
            )
        )
    }

    deinit {
        archive_write_free(archive)
    }

    /// Begins a file, of which exactly so many bytes follow.
    func begin(_ name: String, byteCount: Int, date: Date) throws {
        guard let entry = archive_entry_new() else { throw Failure(message: "There is no memory for an entry.") }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, Int64(byteCount))
        archive_entry_set_filetype(entry, UInt32(Glibc.S_IFREG))
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, time_t(date.timeIntervalSince1970), 0)
        try check(archive_write_header(archive, entry))
    }

    /// Adds to the file that was begun last.
    func append(_ bytes: ByteBuffer) throws {
        let written = bytes.withUnsafeReadableBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        guard written == bytes.readableBytes else { throw failure }
    }

    /// Writes the table of contents. Nothing may be added after it.
    func finish() throws {
        try check(archive_write_close(archive))
    }

    /// What has been written since this was asked last.
    func drainOutput() -> ByteBuffer {
        defer { output.bytes = ByteBuffer() }
        return output.bytes
    }

    private func check(_ code: Int32) throws {
        // A warning concerns what zip cannot say of a file.
        guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure }
    }

    private var failure: Failure {
        Failure(
            message: archive_error_string(archive).map { String(cString: $0) } ?? "The archive could not be written."
        )
    }
}
