import Foundation
internal import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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
