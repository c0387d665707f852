import Foundation
import GRDB

/// A catalogue that is being written: a file beside the one that it will replace, or a temporary one.
///
/// The file is written without a journal and without waiting for the disk, for it is worth nothing until it is complete.
/// If the process ends before, the old catalogue is as it was, and the next import removes what was left.
final class StagedCatalogue {
    let queue: DatabaseQueue
    private let target: URL?
    /// Keeps other imports out while it is open.
    private let lock: FileLock?
    private var isPublished = false

    private static let cacheSize = 64_000

    /// - Throws: ``BookCatalogueError/importIsRunning`` while another import replaces the same file.
    convenience init(replacing target: URL) throws {
        let lock = try FileLock(target.appendingPathExtension("lock"))
        let file = Self.file(for: target)
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        do {
            try self.init(path: file.path, target: target, lock: lock)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    static func temporary() throws -> StagedCatalogue {
        // SQLite keeps a database without a name in a file that is already removed from its folder.
        try StagedCatalogue(path: "", target: nil, lock: nil)
    }

    private init(path: String, target: URL?, lock: FileLock?) throws {
        var configuration = Configuration()
        // An import that fails ends within a transaction. Without a journal nothing can be rolled back, nor must it be:
        // the file is removed.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = OFF;
                    PRAGMA synchronous = OFF;
                    PRAGMA cache_size = -\(Self.cacheSize);
                    """
            )
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        (self.target, self.lock) = (target, lock)
        try queue.writeWithoutTransaction(CatalogueSchema.create)
    }

    deinit {
        guard let target, !isPublished else { return }
        try? queue.close()
        try? FileManager.default.removeItem(at: Self.file(for: target))
    }

    /// Puts the file in its place, once all of it is on the disk.
    func publish() throws {
        guard let target else { return }
        try queue.close()
        let file = Self.file(for: target)
        try Self.synchronize(file)
        guard rename(file.path, target.path) == 0 else {
            throw BookCatalogueError.system(operation: "Replacing \(target.path)", errno: errno)
        }
        isPublished = true
        try Self.synchronize(target.deletingLastPathComponent())
    }

    private static func file(for target: URL) -> URL { target.appendingPathExtension("import") }

    /// Waits until a file, or a folder's list of files, is on the disk.
    private static func synchronize(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY)
        guard descriptor >= 0 else {
            throw BookCatalogueError.system(operation: "Opening \(url.path)", errno: errno)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw BookCatalogueError.system(operation: "Writing \(url.path) to the disk", errno: errno)
        }
    }
}

/// A lock between processes, which ends with the object, and with the process.
final class FileLock {
    private let descriptor: Int32

    /// - Parameter url: a file that stays, empty.
    init(_ url: URL) throws {
        descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw BookCatalogueError.system(operation: "Opening \(url.path)", errno: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw BookCatalogueError.system(operation: "Locking \(url.path)", errno: code)
            }
            throw BookCatalogueError.importIsRunning
        }
    }

    deinit { close(descriptor) }
}
