public import Foundation
import GRDB
public import ScanProtocol

/// A store in a file of SQLite: write-ahead log, one writer, every commit on disk before it is acknowledged.
///
/// Several processes may open the same file. What another process changes is noticed by ``watchOtherProcesses(every:clock:)``.
public final class SQLiteJobStore: ScanJobStore {
    private let database: DatabasePool
    private let changes = ScanChanges()
    private let policy: ScanJobStorePolicy
    private let now: @Sendable () -> Date

    /// Opens a file, and makes it and its tables when they are missing.
    ///
    /// - Parameters:
    ///   - url: the file. Its folder has to exist.
    ///   - policy: what the store decides by itself.
    ///   - now: the time of leases and delays, the same for all processes.
    public init(
        url: URL,
        policy: ScanJobStorePolicy = ScanJobStorePolicy(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        configuration.label = "scans"
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        database = try DatabasePool(path: url.path, configuration: configuration)
        try Self.migrator.migrate(database)
        self.policy = policy
        self.now = now
    }

    /// Closes the file, for good: from then on nothing of this store touches its folder. Whatever is asked afterwards fails.
    ///
    /// - Throws: `DatabaseError` if something still reads. The file is closed with the store's end then.
    public func close() throws { try database.close() }

    /// Looks for changes by other processes until its task is cancelled, and tells those who wait.
    public func watchOtherProcesses(every interval: Duration, clock: any Clock<Duration>) async throws {
        var former: Int64?
        while true {
            // The writer's connection: the version is that of all other connections' changes, so readers would not do.
            let version = try await database.writeWithoutTransaction { database in
                try Int64.fetchOne(database, sql: "PRAGMA data_version")
            }
            if version != former { changes.notify(nil) }
            former = version
            try await clock.sleep(for: interval)
        }
    }

    public func changes(of id: ScanID?) -> AsyncStream<Void> { changes.stream(of: id) }

    private var milliseconds: Int64 { Int64((now().timeIntervalSince1970 * 1000).rounded()) }

    /// One transaction, which takes the lock for writing at its beginning.
    private func write<Value: Sendable>(
        _ id: ScanID?,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let value = try await database.write(body)
        changes.notify(id)
        return value
    }
}

// MARK: - Uploads

extension SQLiteJobStore {
    public func create(_ scan: NewScan) async throws -> ScanRecord {
        let expires = milliseconds + policy.uploadLifetime.milliseconds
        return try await write(scan.id) { database in
            let row = try Row.fetchOne(
                database,
                sql: "SELECT * FROM scan WHERE idempotencyKey = ?",
                arguments: [scan.key.text]
            )
            if let row {
                let record = try Self.record(row)
                guard record.length == scan.length, record.metadata == scan.metadata else {
                    throw ScanJobStoreError.keyReused
                }
                return record
            }
            try database.execute(
                sql: "INSERT INTO scan (id, idempotencyKey, metadata, length, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [scan.id.text, scan.key.text, scan.metadata.fieldValue, scan.length, expires]
            )
            return ScanRecord(
                id: scan.id,
                metadata: scan.metadata,
                length: scan.length,
                offset: 0,
                stage: .uploading,
                expires: Date(timeIntervalSince1970: Double(expires) / 1000)
            )
        }
    }

    public func scan(_ id: ScanID) async throws -> ScanRecord? {
        try await database.read { try Self.find(id, $0) }
    }

    public func advance(_ id: ScanID, from offset: Int64, to end: Int64) async throws {
        let expires = milliseconds + policy.uploadLifetime.milliseconds
        try await write(id) { database in
            try database.execute(
                sql: "UPDATE scan SET offset = ?, expires = ? WHERE id = ? AND offset = ? AND state = 'uploading'",
                arguments: [end, expires, id.text, offset]
            )
            guard database.changesCount == 0 else { return }
            guard let record = try Self.find(id, database), record.stage != .terminated else {
                throw ScanJobStoreError.noSuchScan
            }
            throw ScanJobStoreError.offsetConflict(current: record.offset)
        }
    }

    public func enqueue(_ id: ScanID) async throws {
        try await write(id) { database in
            guard let record = try Self.find(id, database), record.stage != .terminated else {
                throw ScanJobStoreError.noSuchScan
            }
            guard record.stage == .uploading else { return }
            guard record.offset == record.length else {
                throw ScanJobStoreError.offsetConflict(current: record.offset)
            }
            try Self.append(.queued, to: id, database)
            try database.execute(
                sql: "UPDATE scan SET state = 'queued', position = ? WHERE id = ?",
                arguments: [database.lastInsertedRowID, id.text]
            )
        }
    }

    public func reject(_ id: ScanID, _ problem: ProblemDetails) async throws {
        try await write(id) { database in
            guard try Self.find(id, database)?.stage == .uploading else { return }
            try Self.end(id, .failed(problem), database)
        }
    }

    public func terminate(_ id: ScanID) async throws {
        try await write(id) { database in
            try database.execute(
                sql: """
                    UPDATE scan SET state = 'terminated', outcome = NULL, leaseToken = NULL
                    WHERE id = ? AND state <> 'terminated'
                    """,
                arguments: [id.text]
            )
            guard database.changesCount == 1 else { throw ScanJobStoreError.noSuchScan }
            try database.execute(sql: "DELETE FROM scanEvent WHERE scan = ?", arguments: [id.text])
        }
    }
}

// MARK: - Expiration

extension SQLiteJobStore {
    public func expireUploads() async throws -> [ScanID] {
        let now = milliseconds
        // Most calls find nothing. They need not lock the file, nor wake anybody.
        let isAnyExpired = try await database.read { database in
            let sql = """
                SELECT EXISTS (SELECT * FROM expiredUpload)
                    OR EXISTS (SELECT * FROM scan WHERE state = 'uploading' AND expires > 0 AND expires <= ?)
                """
            return try Bool.fetchOne(database, sql: sql, arguments: [now]) ?? false
        }
        guard isAnyExpired else { return [] }
        return try await write(nil) { database in
            try database.execute(
                sql: """
                    INSERT INTO expiredUpload
                    SELECT id FROM scan WHERE state = 'uploading' AND expires > 0 AND expires <= ?
                    """,
                arguments: [now]
            )
            try database.execute(sql: "DELETE FROM scan WHERE id IN (SELECT scan FROM expiredUpload)")
            return try String.fetchAll(database, sql: "SELECT scan FROM expiredUpload").compactMap { ScanID($0) }
        }
    }

    public func forgetExpiredUpload(_ id: ScanID) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM expiredUpload WHERE scan = ?", arguments: [id.text])
        }
    }
}

// MARK: - Jobs

extension SQLiteJobStore {
    public func lease(for duration: Duration) async throws -> ScanLease? {
        let now = milliseconds
        let latest = now + policy.longestWait.milliseconds
        let maximumAttempts = policy.maximumAttempts
        // Most calls find nothing. They need not lock the file, nor wake anybody.
        let isAnyDue = try await database.read { try Self.firstDue($0, now: now, latest: latest) != nil }
        guard isAnyDue else { return nil }
        return try await write(nil) { database in
            while let row = try Self.firstDue(database, now: now, latest: latest) {
                let id: String = row["id"]
                let attempts: Int = row["attempts"]
                guard attempts < maximumAttempts else {
                    guard let id = ScanID(id) else { throw StoredStage.Damaged(description: "A scan has no name.") }
                    try Self.end(id, .failed(ScanJobStorePolicy.abandoned), database)
                    continue
                }
                let lease = try StoredStage.lease(
                    id: id,
                    metadata: row["metadata"],
                    token: UUID().uuidString,
                    attempt: attempts + 1,
                    failures: row["failures"]
                )
                try database.execute(
                    sql: """
                        UPDATE scan SET state = 'recognising', progress = 0, stage = NULL, leaseToken = ?, due = ?,
                            attempts = ?
                        WHERE id = ?
                        """,
                    arguments: [lease.token, now + duration.milliseconds, lease.attempt, id]
                )
                try Self.append(.recognising(RecognitionProgress(0)), to: lease.scan, database)
                return lease
            }
            return nil
        }
    }

    public func renew(_ lease: ScanLease, for duration: Duration) async throws {
        let due = milliseconds + duration.milliseconds
        try await database.write { database in
            try Self.update(lease, "due = ?", [due], database)
        }
    }

    public func report(_ lease: ScanLease, _ progress: RecognitionProgress) async throws {
        try await write(lease.scan) { database in
            let values: StatementArguments = [progress.fraction, progress.stage?.rawValue]
            try Self.update(lease, "progress = ?, stage = ?", values, database)
            try Self.append(.recognising(progress), to: lease.scan, database)
        }
    }

    public func finish(_ lease: ScanLease, _ result: PhotoResult) async throws {
        try await write(lease.scan) { database in
            try Self.update(lease, "progress = 1", [], database)
            try Self.end(lease.scan, .done(result), database)
        }
    }

    public func release(_ lease: ScanLease, _ problem: ProblemDetails?, retryAfter delay: Duration?) async throws {
        let due = milliseconds + min(delay ?? .zero, policy.longestWait).milliseconds
        try await write(lease.scan) { database in
            if let problem, delay == nil {
                try Self.update(lease, "failures = failures + 1", [], database)
                try Self.end(lease.scan, .failed(problem), database)
            } else {
                let failures = problem == nil ? 0 : 1
                let assignments = """
                    state = 'queued', leaseToken = NULL, due = ?, failures = failures + ?, attempts = attempts - ?
                    """
                try Self.update(lease, assignments, [due, failures, 1 - failures], database)
                try Self.append(.queued, to: lease.scan, database)
            }
        }
    }

    public func events(of id: ScanID, after eventID: Int64) async throws -> [StoredScanEvent] {
        try await database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT id, body FROM scanEvent WHERE scan = ? AND id > ? ORDER BY id",
                arguments: [id.text, eventID]
            )
            return try rows.map { row in
                StoredScanEvent(id: row["id"], event: try StoredStage.decode(ScanEvent.self, row["body"]))
            }
        }
    }
}

// MARK: - Rows

extension SQLiteJobStore {
    private static func record(_ row: Row) throws -> ScanRecord {
        try StoredStage.record(
            id: row["id"],
            metadata: row["metadata"],
            length: row["length"],
            offset: row["offset"],
            stage: StoredStage.stage(
                state: row["state"],
                progress: row["progress"],
                word: row["stage"],
                outcome: row["outcome"]
            ),
            expires: row["expires"]
        )
    }

    private static func find(_ id: ScanID, _ database: Database) throws -> ScanRecord? {
        try Row.fetchOne(database, sql: "SELECT * FROM scan WHERE id = ?", arguments: [id.text]).map(record)
    }

    /// The first job that waits and is due, or whose lease is over. `due` stands for both.
    private static func firstDue(_ database: Database, now: Int64, latest: Int64) throws -> Row? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT id, metadata, attempts, failures FROM scan
                WHERE state IN ('queued', 'recognising') AND (due <= :now OR due > :latest)
                ORDER BY position LIMIT 1
                """,
            arguments: ["now": now, "latest": latest]
        )
    }

    private static func update(
        _ lease: ScanLease,
        _ assignments: String,
        _ arguments: StatementArguments,
        _ database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE scan SET \(assignments) WHERE id = ? AND leaseToken = ? AND state = 'recognising'",
            arguments: arguments + [lease.scan.text, lease.token]
        )
        guard database.changesCount == 1 else { throw ScanJobStoreError.leaseLost }
    }

    /// Stores how a scan ended, and the event that says so.
    private static func end(_ id: ScanID, _ event: ScanEvent, _ database: Database) throws {
        let outcome: String?
        switch event {
        case .done(let result): outcome = try StoredStage.encode(result)
        case .failed(let problem): outcome = try StoredStage.encode(problem)
        case .queued, .recognising: preconditionFailure("a scan ends with a result or a problem")
        }
        try database.execute(
            sql: "UPDATE scan SET state = ?, outcome = ?, leaseToken = NULL WHERE id = ?",
            arguments: [event.state.rawValue, outcome, id.text]
        )
        try append(event, to: id, database)
    }

    private static func append(_ event: ScanEvent, to id: ScanID, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO scanEvent (scan, body) VALUES (?, ?)",
            arguments: [id.text, try StoredStage.encode(event)]
        )
    }
}

extension SQLiteJobStore {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("scans") { database in
            // Times are milliseconds since 1970. `position` is the order of the queue: the id of the first event.
            try database.execute(
                sql: """
                    CREATE TABLE scan (
                        id TEXT PRIMARY KEY NOT NULL,
                        idempotencyKey TEXT NOT NULL UNIQUE,
                        metadata TEXT NOT NULL,
                        length INTEGER NOT NULL CHECK (length >= 0),
                        offset INTEGER NOT NULL DEFAULT 0 CHECK (offset BETWEEN 0 AND length),
                        state TEXT NOT NULL DEFAULT 'uploading',
                        progress REAL NOT NULL DEFAULT 0,
                        stage TEXT,
                        outcome TEXT,
                        position INTEGER,
                        due INTEGER NOT NULL DEFAULT 0,
                        leaseToken TEXT,
                        attempts INTEGER NOT NULL DEFAULT 0,
                        failures INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX scanQueue ON scan (position) WHERE state IN ('queued', 'recognising');
                    CREATE TABLE scanEvent (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        scan TEXT NOT NULL REFERENCES scan (id) ON DELETE CASCADE,
                        body TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX scanEventOfScan ON scanEvent (scan, id);
                    """
            )
        }
        migrator.registerMigration("expiration") { database in
            // Uploads that there are already have a day from now on. `expiredUpload` has those whose photos are still on the disk.
            try database.execute(
                sql: """
                    ALTER TABLE scan ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
                    UPDATE scan SET expires = (unixepoch() + 86400) * 1000;
                    CREATE INDEX scanUpload ON scan (expires) WHERE state = 'uploading';
                    CREATE TABLE expiredUpload (scan TEXT PRIMARY KEY NOT NULL) STRICT;
                    """
            )
        }
        return migrator
    }
}
