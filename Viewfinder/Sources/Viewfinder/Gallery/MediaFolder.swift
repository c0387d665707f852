import CLinuxFiles
import Dispatch
import Foundation
import Glibc
import NIOCore
import NIOPosix

/// The folder that photos, or movies, are written to, for reading and tidying up.
///
/// Files are opened relative to the folder by a checked name and without following a symbolic link, so nothing outside
/// it can be reached. All work happens on the thread pool for blocking calls, but for what may take long: that has a queue of
/// its own, one after the other, so that it keeps nobody from a list, a photo or a part of a movie.
struct MediaFolder: Sendable {
    /// A file that is open for reading.
    final class OpenFile: Sendable {
        let name: MediaName
        let byteCount: Int
        let modificationTime: FileTime
        fileprivate let descriptor: CInt

        fileprivate init(name: MediaName, status: stat, descriptor: CInt) {
            self.name = name
            byteCount = Int(status.st_size)
            modificationTime = FileTime(status.st_mtim)
            self.descriptor = descriptor
        }

        /// All of it, on this thread.
        func contents() throws -> Data {
            var contents = Data(count: byteCount)
            var offset = 0
            while offset < byteCount {
                let count = contents.withUnsafeMutableBytes {
                    pread(descriptor, $0.baseAddress! + offset, byteCount - offset, off_t(offset))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw IOError(errnoCode: count < 0 ? errno : EIO, reason: "pread of \(name.text)")
                }
                offset += count
            }
            return contents
        }

        deinit {
            close(descriptor)
        }
    }

    /// What a list tells of a file.
    struct Entry: Sendable, Hashable {
        var name: String
        var bytes: Int
        var date: Date
    }

    /// Why a file was not deleted.
    enum DeletionFailure: Error, Equatable {
        /// There is no such file.
        case notFound
        /// Some program writes it at this moment.
        case isBeingWritten
        /// The system refused; the error number.
        case refused(CInt)
    }

    /// The folder.
    let url: URL
    /// What lies in it.
    let kind: MediaKind
    let threads = NIOThreadPool.singleton
    private let slowQueue: DispatchQueue

    init(url: URL, kind: MediaKind) {
        self.url = url
        self.kind = kind
        slowQueue = DispatchQueue(label: "pinhole.viewfinder.\(kind.rawValue).examination")
    }

    /// The files in the folder, newest first; empty when the folder does not exist yet. Movies that somebody writes at this
    /// moment are no part of it.
    ///
    /// - Parameter limit: how many at most.
    func list(limit: Int) async throws -> [Entry] {
        try await threads.runIfActive { try entries(limit: limit) }
    }

    /// Opens a file; nil when there is no regular file of that name.
    func open(_ name: MediaName) async throws -> OpenFile? {
        try await threads.runIfActive { openFile(name) }
    }

    /// Whether somebody writes a file at this moment.
    func isBeingWritten(_ name: String) async throws -> Bool {
        try await threads.runIfActive { withFolder { isBeingWritten(name, in: $0) } ?? false }
    }

    /// Reads up to `count` bytes at `offset`.
    func read(_ file: OpenFile, at offset: Int, count: Int) async throws -> ByteBuffer {
        try await threads.runIfActive {
            var buffer = ByteBuffer()
            var failure: CInt = 0
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
                while true {
                    let result = pread(file.descriptor, memory.baseAddress, count, off_t(offset))
                    if result >= 0 { return result }
                    if errno != EINTR {
                        failure = errno
                        return 0
                    }
                }
            }
            if failure != 0 {
                throw IOError(errnoCode: failure, reason: "pread of \(file.name.text)")
            }
            return buffer
        }
    }

    /// Does something that takes its time with files of the folder.
    func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { done in
            slowQueue.async { done.resume(with: Result(catching: body)) }
        }
    }

    private func entries(limit: Int) throws -> [Entry] {
        guard let folder = opendir(url.path) else {
            if errno == ENOENT { return [] }
            throw IOError(errnoCode: errno, reason: "opendir of \(url.path)")
        }
        defer { closedir(folder) }
        var entries: [Entry] = []
        while let entry = readdir(folder) {
            let text = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let name = MediaName(text, kind: kind) else { continue }
            var status = stat()
            guard fstatat(dirfd(folder), text, &status, AT_SYMLINK_NOFOLLOW) == 0, Self.isRegularFile(status) else {
                continue
            }
            entries.append(
                Entry(name: name.text, bytes: Int(status.st_size), date: FileTime(status.st_mtim).date)
            )
        }
        entries.sort { ($0.date, $0.name) > ($1.date, $1.name) }
        return Array(entries.lazy.filter { !isBeingWritten($0.name, in: dirfd(folder)) }.prefix(limit))
    }

    /// Photos never are: they get their names when they are complete.
    private func isBeingWritten(_ name: String, in folder: CInt) -> Bool {
        guard kind == .movie else { return false }
        let descriptor = Self.openAt(folder, name)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return pinhole_is_being_written(descriptor) == 1
    }

    private func withFolder<Value>(_ body: (CInt) throws -> Value) rethrows -> Value? {
        let folder = Glibc.open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        return try body(folder)
    }

    private func openFile(_ name: MediaName) -> OpenFile? {
        withFolder { folder in
            let descriptor = Self.openAt(folder, name.text)
            guard descriptor >= 0 else { return nil }
            var status = stat()
            guard fstat(descriptor, &status) == 0, Self.isRegularFile(status) else {
                close(descriptor)
                return nil
            }
            return OpenFile(name: name, status: status, descriptor: descriptor)
        } ?? nil
    }

    /// Throws a ``DeletionFailure`` for what is no file of the folder, and for what somebody writes.
    func requireDeletable(_ name: MediaName) throws {
        let isFound: Void? = try withFolder { folder in
            var status = stat()
            guard fstatat(folder, name.text, &status, AT_SYMLINK_NOFOLLOW) == 0, Self.isRegularFile(status) else {
                throw DeletionFailure.notFound
            }
            guard !isBeingWritten(name.text, in: folder) else { throw DeletionFailure.isBeingWritten }
        }
        if isFound == nil { throw DeletionFailure.notFound }
    }

    /// Non-blocking, so that a named pipe in the folder can not hold the thread.
    private static func openAt(_ folder: CInt, _ name: String) -> CInt {
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }

    private static func isRegularFile(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG
    }
}

/// Files on their way out: in a hidden folder within this one, each in a folder of its own, so that none has another one's name.
extension MediaFolder {
    private static let asideName = ".pinhole-deleted"

    private func aside(_ identifier: String) -> URL { url.appending(path: "\(Self.asideName)/\(identifier)") }

    /// Takes a file out of the folder, unless somebody writes it.
    ///
    /// - Throws: ``DeletionFailure``
    func setAside(_ name: MediaName, as identifier: String) async throws {
        try await threads.runIfActive {
            try requireDeletable(name)
            let place = aside(identifier)
            do {
                try FileManager.default.createDirectory(
                    at: place,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw DeletionFailure.refused(EACCES)
            }
            let code = FileNaming().move(url.appending(path: name.text).path, to: place.appending(path: name.text).path)
            guard code != 0 else { return }
            tidy(place)
            throw code == ENOENT ? DeletionFailure.notFound : .refused(code)
        }
    }

    /// Puts a file back, under another name if its own is taken by now.
    ///
    /// - Returns: the name that it has.
    /// - Throws: ``DeletionFailure``
    func bringBack(_ name: MediaName, from identifier: String) async throws -> String {
        try await threads.runIfActive {
            let place = aside(identifier)
            let old = place.appending(path: name.text).path
            for attempt in 0..<1000 {
                let text = attempt == 0 ? name.text : Self.numbered(name.text, attempt + 1)
                let code = FileNaming().move(old, to: url.appending(path: text).path)
                switch code {
                case 0:
                    tidy(place)
                    return text
                case EEXIST: continue
                case ENOENT: throw DeletionFailure.notFound
                default: throw DeletionFailure.refused(code)
                }
            }
            throw DeletionFailure.refused(EEXIST)
        }
    }

    /// Deletes a file that was set aside.
    ///
    /// - Throws: ``DeletionFailure``
    func removeForGood(_ name: MediaName, from identifier: String) async throws {
        try await threads.runIfActive {
            let place = aside(identifier)
            defer { tidy(place) }
            guard unlink(place.appending(path: name.text).path) == 0 || errno == ENOENT else {
                throw DeletionFailure.refused(errno)
            }
        }
    }

    /// All files that are set aside, by whichever server.
    func setAside() async throws -> [(identifier: String, name: MediaName)] {
        try await threads.runIfActive {
            let files = FileManager.default
            let root = url.appending(path: Self.asideName).path
            guard files.fileExists(atPath: root) else { return [] }
            return try files.contentsOfDirectory(atPath: root).flatMap { identifier in
                let names = (try? files.contentsOfDirectory(atPath: "\(root)/\(identifier)")) ?? []
                return names.compactMap { MediaName($0, kind: kind) }.map { (identifier, $0) }
            }
        }
    }

    /// Removes the folders that nothing is in any more.
    private func tidy(_ place: URL) {
        rmdir(place.path)
        rmdir(url.appending(path: Self.asideName).path)
    }

    /// `IMG (2).jpg`
    private static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "\(name) (\(number))" }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
}
