import CLibArchive
import Foundation
import Glibc
import NIOCore

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
