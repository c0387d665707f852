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

/// Why the queue's storage cannot do what is asked. Words for it belong to the user interface.
public enum ScanStoreError: Error, Sendable, Hashable {
    /// There is no space left. What was stored before is untouched.
    case diskFull
    /// The database is damaged. The next ``ScanStore/open(at:clock:)`` sets it aside and takes the photos over.
    case damaged
    /// The folder cannot be written or read, with the native error number.
    case inaccessible(code: Int32)
    /// Other processes kept the database locked for too long.
    case busy
    /// The database was written by a later version of this program.
    case tooNew
    /// Another process has taken over the sending of photos.
    case leaseLost
    /// There is no such job, or it is not in a state for this.
    case noSuchJob
    /// A photo without a byte.
    case emptyPhoto
    /// Anything else that SQLite reports, with its extended result code.
    case database(code: Int32)

    init(_ error: any Error) {
        switch error {
        case let error as ScanStoreError: self = error
        case let error as DatabaseError: self.init(error)
        case let error as PhotoFileError: self = error.isDiskFull ? .diskFull : .inaccessible(code: error.code)
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .diskFull
        default: self = .inaccessible(code: Int32(clamping: (error as NSError).code))
        }
    }

    private init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY: self = .inaccessible(code: EACCES)
        default: self = .database(code: error.extendedResultCode.rawValue)
        }
    }
}

/// A system call on a photo's file that failed.
struct PhotoFileError: Error, Hashable {
    var code: Int32

    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}

extension ScanStore {
    /// The database's name in the folder.
    static let databaseName = "scans.sqlite"

    /// Opens the store in a folder, makes it if there is none, and completes what a former process has begun.
    ///
    /// A damaged database is set aside under another name, never deleted, and a new one takes the photos over.
    ///
    /// - Parameters:
    ///   - folder: for the store alone.
    ///   - clock: tells the time, and bounds the wait for other processes that open the store.
    /// - Throws: ``ScanStoreError``.
    public static func open(at folder: URL, clock: ScanClock = .continuous) async throws(ScanStoreError) -> ScanStore {
        try await open(at: folder, calls: FileCalls(), clock: clock)
    }

    static func open(at folder: URL, calls: FileCalls, clock: ScanClock) async throws(ScanStoreError) -> ScanStore {
        do {
            let photos = try CapturedPhotoFolder(url: folder.appending(path: "photos"), calls: calls)
            // Only one process at a time repairs.
            let lock = try FileDescriptor(opening: folder.appending(path: "open.lock").path, O_RDWR | O_CREAT)
            try await waitForLock(lock, clock)
            defer { lock.unlock() }
            var recovery = Recovery()
            let pool = try openDatabase(in: folder, clock, &recovery)
            try recover(pool, photos, &recovery)
            return try ScanStore(folder: folder, photos: photos, pool: pool, clock: clock, recovery: recovery)
        } catch {
            throw ScanStoreError(error)
        }
    }

    private static func waitForLock(_ lock: FileDescriptor, _ clock: ScanClock) async throws {
        for _ in 0..<600 {
            if lock.tryLock() { return }
            try await clock.sleep(clock.now().uptime + .milliseconds(50))
        }
        throw ScanStoreError.busy
    }

    private static func openDatabase(in folder: URL, _ clock: ScanClock, _ recovery: inout Recovery) throws
        -> DatabasePool
    {
        let url = folder.appending(path: databaseName)
        do {
            return try openDatabase(at: url)
        } catch let error where ScanStoreError(error) == .damaged {
            recovery.damagedDatabase = try setAside(url, clock.now().date)
            return try openDatabase(at: url)
        }
    }

    private static func openDatabase(at url: URL) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "scans"
        configuration.busyMode = .timeout(10)
        let pool = try DatabasePool(path: url.path, configuration: configuration)
        // A commit is on the disk when it returns, also after a power cut.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.read { db in
            guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
        }
        let migrator = ScanSchema.migrator
        guard try !pool.read(migrator.hasBeenSuperseded) else { throw ScanStoreError.tooNew }
        try migrator.migrate(pool)
        return pool
    }

    /// Renames the database and what belongs to it. A name that is taken is not taken again.
    private static func setAside(_ url: URL, _ date: Date) throws -> URL {
        let stamp = Int(date.timeIntervalSince1970)
        for number in 0..<1000 {
            let name = "scans.damaged-\(stamp)" + (number == 0 ? "" : "-\(number)") + ".sqlite"
            let target = url.deletingLastPathComponent().appending(path: name)
            if access(target.path, F_OK) == 0 { continue }
            for suffix in ["-wal", "-shm", ""] where access(url.path + suffix, F_OK) == 0 {
                guard rename(url.path + suffix, target.path + suffix) == 0 else { throw PhotoFileError(code: errno) }
            }
            return target
        }
        throw PhotoFileError(code: EEXIST)
    }
}

// MARK: - Recovery

extension ScanStore {
    private static func recover(_ pool: DatabasePool, _ photos: CapturedPhotoFolder, _ recovery: inout Recovery) throws
    {
        try completeTemporaries(pool, photos, &recovery)
        try completeRemovals(pool, photos, &recovery)
        try adoptPhotos(pool, photos, &recovery)
        try failJobsWithoutPhoto(pool, photos, &recovery)
    }

    /// With a row, a temporary file is a whole photo; without, nobody was told that it is kept.
    private static func completeTemporaries(
        _ pool: DatabasePool,
        _ photos: CapturedPhotoFolder,
        _ recovery: inout Recovery
    )
        throws
    {
        for id in try photos.abandonedTemporaries() {
            let name = try pool.read { db in
                try String.fetchOne(
                    db,
                    sql: "SELECT photo FROM job WHERE id = ? AND stage <> 'removed' AND hasPhoto",
                    arguments: [id.uuidString]
                )
            }
            if let name {
                if try photos.commit(id, name: name) { recovery.photosCompleted += 1 }
            } else {
                photos.removeTemporary(id)
                recovery.filesRemoved += 1
            }
        }
    }

    private static func completeRemovals(
        _ pool: DatabasePool,
        _ photos: CapturedPhotoFolder,
        _ recovery: inout Recovery
    ) throws {
        let names = try pool.read { db in
            try String.fetchAll(db, sql: "SELECT photo FROM job WHERE stage = 'removed' OR NOT hasPhoto")
        }
        for name in names where photos.exists(name) {
            try photos.remove(name)
            recovery.filesRemoved += 1
        }
        try pool.write { try $0.execute(sql: "DELETE FROM job WHERE stage = 'removed'") }
    }

    /// Photos of which the database knows nothing, because it is a new one.
    private static func adoptPhotos(_ pool: DatabasePool, _ photos: CapturedPhotoFolder, _ recovery: inout Recovery)
        throws
    {
        for file in try photos.photos() {
            guard let id = CapturedPhotoFolder.id(ofName: file.name) else { continue }
            recovery.photosTakenOver += try pool.write { db in
                let isKnown = try Bool.fetchOne(
                    db,
                    sql: "SELECT EXISTS (SELECT * FROM job WHERE id = ?)",
                    arguments: [id.uuidString]
                )
                // A job is deleted after its photo: without a row, the file may be gone meanwhile.
                guard isKnown == false, photos.exists(file.name) else { return 0 }
                let pathExtension = (file.name as NSString).pathExtension
                try JobRow.insert(
                    db,
                    ScanPhotoInfo(
                        capturedAt: file.date,
                        contentType: ScanPhotoInfo.contentType(pathExtension: pathExtension)
                    ),
                    id: id,
                    photo: file.name,
                    bytes: file.bytes
                )
                return 1
            }
        }
    }

    private static func failJobsWithoutPhoto(
        _ pool: DatabasePool,
        _ photos: CapturedPhotoFolder,
        _ recovery: inout Recovery
    )
        throws
    {
        let unfinished = try pool.read { db in
            try Row.fetchAll(db, sql: "SELECT id, photo FROM job WHERE stage = 'captured'")
        }
        for row in unfinished {
            let (id, name): (String, String) = (row["id"], row["photo"])
            let temporary = photos.path("\(id.lowercased()).part")
            guard !photos.exists(name), access(temporary, F_OK) != 0, !photos.exists(name) else { continue }
            try pool.write { try JobRow.fail($0, id: id, .photoUnreadable) }
            recovery.photosMissing += 1
        }
    }
}

extension ScanStore {
    /// Takes or renews the right to send, which one store at a time has.
    ///
    /// It lasts for a while after each renewal. It goes to another store when it has expired, and at once when its
    /// holder's process has ended, which the lock of a file tells. Each new holder has a higher number, and whatever a
    /// former one still writes is refused: so an error about who is alive (a clock that jumps, a process that slept)
    /// costs a request, never a result.
    ///
    /// - Parameter duration: how long it lasts without being renewed.
    /// - Returns: the jobs that are not done; `nil` if another store has the lease.
    public func claimLease(duration: Duration) async throws(ScanStoreError) -> [PendingScanJob]? {
        let now = clock.now().date.timeIntervalSince1970
        let (owner, epoch, isLocked) = ownership.withLock { own in
            if !own.isLocked { own.isLocked = own.lock.tryLock() }
            return (own.owner, own.epoch, own.isLocked)
        }
        let claimed = try await write { db -> (epoch: Int64, jobs: [PendingScanJob])? in
            let row = try Row.fetchOne(db, sql: "SELECT * FROM lease")
            guard let next = Self.nextEpoch(row, epoch, isLocked: isLocked, now: now, duration: duration.inSeconds)
            else {
                return nil
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO lease (id, owner, epoch, expires) VALUES (1, ?, ?, ?)",
                arguments: [owner, next, now + duration.inSeconds]
            )
            let jobs = try Row.fetchAll(
                db,
                sql: "SELECT * FROM job WHERE stage NOT IN ('done', 'removed') ORDER BY sequence"
            )
            return (next, try jobs.map(JobRow.pending))
        }
        ownership.withLock { own in
            own.epoch = claimed?.epoch
            if claimed == nil, own.isLocked {
                own.lock.unlock()
                own.isLocked = false
            }
        }
        return claimed?.jobs
    }

    /// The number of the lease to be held; `nil` if another has it.
    private static func nextEpoch(_ row: Row?, _ own: Int64?, isLocked: Bool, now: Double, duration: Double) -> Int64? {
        guard let row else { return 1 }
        let current: Int64 = row["epoch"]
        if own == current { return current }
        let expires: Double = row["expires"]
        // No lease lasts longer than its duration: the clock was set back.
        let isOver = expires <= now || expires > now + duration
        // Who has lost it gives way first, even if the lock is still its own.
        guard isOver || (isLocked && own == nil) else { return nil }
        return current + 1
    }

    /// Lets another store have it at once.
    public func releaseLease() async {
        let epoch = ownership.withLock { own in
            defer {
                own.epoch = nil
                if own.isLocked { own.lock.unlock() }
                own.isLocked = false
            }
            return own.epoch
        }
        guard let epoch else { return }
        // Should this fail, the lease expires.
        try? await write { try $0.execute(sql: "UPDATE lease SET expires = 0 WHERE epoch = ?", arguments: [epoch]) }
    }
}
