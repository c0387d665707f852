import Foundation
import Glibc
import NIOCore
import NIOPosix

/// The folder that photos are written to, for reading.
///
/// Files are opened relative to the folder by a checked name and without following a symbolic link, so nothing outside
/// it can be reached. All work happens on the thread pool for blocking calls.
struct PhotoFolder: Sendable {
    /// A photo that is open for reading.
    final class OpenPhoto: Sendable {
        let name: PhotoName
        let byteCount: Int
        let modificationTime: Int
        fileprivate let descriptor: CInt

        fileprivate init(name: PhotoName, byteCount: Int, modificationTime: Int, descriptor: CInt) {
            self.name = name
            self.byteCount = byteCount
            self.modificationTime = modificationTime
            self.descriptor = descriptor
        }

        deinit {
            close(descriptor)
        }
    }

    /// The folder.
    let url: URL
    private let threads = NIOThreadPool.singleton

    init(url: URL) {
        self.url = url
    }

    /// The photos in the folder, newest first; empty when the folder does not exist yet.
    ///
    /// - Parameter limit: how many at most.
    func list(limit: Int) async throws -> [PhotoRecord] {
        try await threads.runIfActive { try records(limit: limit) }
    }

    /// Opens a photo; nil when there is no regular file of that name.
    func open(_ name: PhotoName) async throws -> OpenPhoto? {
        try await threads.runIfActive { openFile(name) }
    }

    /// Reads up to `count` bytes at `offset`.
    func read(_ photo: OpenPhoto, at offset: Int, count: Int) async throws -> ByteBuffer {
        try await threads.runIfActive {
            var buffer = ByteBuffer()
            var failure: CInt = 0
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
                while true {
                    let result = pread(photo.descriptor, memory.baseAddress, count, off_t(offset))
                    if result >= 0 { return result }
                    if errno != EINTR {
                        failure = errno
                        return 0
                    }
                }
            }
            if failure != 0 {
                throw IOError(errnoCode: failure, reason: "pread of \(photo.name.text)")
            }
            return buffer
        }
    }

    private func records(limit: Int) throws -> [PhotoRecord] {
        guard let folder = opendir(url.path) else {
            if errno == ENOENT { return [] }
            throw IOError(errnoCode: errno, reason: "opendir of \(url.path)")
        }
        defer { closedir(folder) }
        var records: [PhotoRecord] = []
        while let entry = readdir(folder) {
            let text = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let name = PhotoName(text) else { continue }
            var status = stat()
            guard fstatat(dirfd(folder), text, &status, AT_SYMLINK_NOFOLLOW) == 0, Self.isRegularFile(status) else {
                continue
            }
            let date = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
            records.append(PhotoRecord(name: name.text, bytes: Int(status.st_size), date: date))
        }
        records.sort { ($0.date, $0.name) > ($1.date, $1.name) }
        return Array(records.prefix(limit))
    }

    private func openFile(_ name: PhotoName) -> OpenPhoto? {
        let folder = Glibc.open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        // Non-blocking, so that a named pipe in the folder can not hold the thread.
        let descriptor = openat(folder, name.text, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, Self.isRegularFile(status) else {
            close(descriptor)
            return nil
        }
        return OpenPhoto(
            name: name,
            byteCount: Int(status.st_size),
            modificationTime: Int(status.st_mtim.tv_sec),
            descriptor: descriptor
        )
    }

    private static func isRegularFile(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG
    }
}
