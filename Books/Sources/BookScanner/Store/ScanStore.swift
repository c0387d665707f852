import Foundation
internal import GRDB
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the queue and what was scanned in a folder: the photos as files, everything else in a SQLite database (WAL,
/// one writer).
///
/// A photo and its row: neither is there without the other, whenever the process ends. The photo is written under a
/// temporary name and synced; its row is committed; it is renamed. Opening the store completes whatever was begun: a
/// row's photo gets its name, a photo that has no row yet is removed (nobody was told that it is kept), and so are the
/// photos of removed jobs.
///
/// Several processes may open a folder. Those that send photos hold the lease; see ``claimLease(duration:)``.
/// The functions may be called from any thread; they do their work on the database's own queue.
public final class ScanStore: Sendable {
    /// What was found and done when the store was opened.
    public struct Recovery: Sendable, Hashable {
        /// Where a damaged database was set aside; `nil` if there was none.
        public var damagedDatabase: URL?
        /// Photos without a row that became jobs; there are some only after a database was lost.
        public var photosTakenOver = 0
        /// Photos that got their name, which a former process could not give them.
        public var photosCompleted = 0
        /// Beginnings of photos, and photos of removed jobs, that were deleted.
        public var filesRemoved = 0
        /// Jobs whose photo is gone; they have failed.
        public var photosMissing = 0
    }

    let folder: URL
    let photos: CapturedPhotoFolder
    let pool: DatabasePool
    let clock: ScanClock
    let ownership: Mutex<Ownership>
    private let isClosed = Atomic<Bool>(false)
    /// What was done when the store was opened.
    public let recovery: Recovery

    /// This store's claim to send.
    struct Ownership: Sendable {
        let owner = UUID().uuidString
        var epoch: Int64?
        let lock: FileDescriptor
        var isLocked = false
    }

    init(folder: URL, photos: CapturedPhotoFolder, pool: DatabasePool, clock: ScanClock, recovery: Recovery) throws {
        self.folder = folder
        self.photos = photos
        self.pool = pool
        self.clock = clock
        self.recovery = recovery
        let lock = try FileDescriptor(opening: folder.appending(path: "sender.lock").path, O_RDWR | O_CREAT)
        ownership = Mutex(Ownership(lock: lock))
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ScanStoreError) -> Value {
        do { return try await pool.read(body) } catch { throw ScanStoreError(error) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ScanStoreError) -> Value {
        do { return try await pool.write(body) } catch { throw ScanStoreError(error) }
    }

    /// As ``write(_:)``, but only while this store holds the lease.
    func writeAsSender<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ScanStoreError) -> Value {
        let epoch = ownership.withLock { $0.epoch }
        return try await write { db in
            let current = try Int64.fetchOne(db, sql: "SELECT epoch FROM lease")
            guard let epoch, epoch == current else { throw ScanStoreError.leaseLost }
            return try body(db)
        }
    }

    /// Closes the database. The lease is left to others. Harmless when it is closed already.
    public func close() async throws(ScanStoreError) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        await releaseLease()
        // Should this fail, the next process reads the log as well.
        _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        do { try pool.close() } catch { throw ScanStoreError(error) }
    }
}
