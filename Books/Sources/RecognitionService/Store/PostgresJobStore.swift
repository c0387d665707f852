public import Foundation
public import ScanProtocol

/// A store in PostgreSQL, for any number of servers and workers on any number of machines.
///
/// The database's clock decides when leases end, so the machines' clocks need not agree. Jobs are given out with
/// `FOR UPDATE SKIP LOCKED`, and changes are told with `NOTIFY`. A server that goes away and comes back costs errors meanwhile,
/// and nothing that was acknowledged.
public final class PostgresJobStore: ScanJobStore {
    private static let channel = "pinhole_scans"
    /// What keeps two programs from making the tables at once: any number that is the same in all of them.
    private static let schemaLock = "7305221"

    private let client: PostgresClient
    private let listener: PostgresListener
    private let changes = ScanChanges()
    private let policy: ScanJobStorePolicy
    private let now: (@Sendable () -> Date)?

    /// Connects, and makes the tables when they are missing.
    ///
    /// - Parameters:
    ///   - connectionString: as libpq takes it: `postgres://user@host/database`, or keywords and values.
    ///   - policy: what the store decides by itself.
    ///   - now: the time of leases and delays; nil for the database's.
    public init(
        connectionString: String,
        policy: ScanJobStorePolicy = ScanJobStorePolicy(),
        now: (@Sendable () -> Date)? = nil
    ) async throws {
        client = PostgresClient(connectionString)
        let changes = changes
        listener = PostgresListener(connectionString, channel: Self.channel) { payload in
            changes.notify(payload.flatMap { ScanID($0) })
        }
        self.policy = policy
        self.now = now
        do {
            try await client.transaction { connection in
                try connection.execute("SELECT pg_advisory_xact_lock($1)", [Self.schemaLock])
                // All is made at once. Statements that would find it there wait for whoever writes, who may wait for them.
                let isThere = try connection.execute("SELECT to_regclass('expired_upload') IS NOT NULL")
                guard isThere.first?[0] != "t" else { return }
                try connection.executeScript(Self.schema)
            }
        } catch {
            listener.stop()
            throw error
        }
    }

    deinit { listener.stop() }

    public func changes(of id: ScanID?) -> AsyncStream<Void> { changes.stream(of: id) }

    /// Times are milliseconds since 1970. `position` is the order of the queue: the id of the first event. Uploads of a version
    /// without expiration have a day from now on. `expired_upload` has those whose photos are still to be removed.
    private static let schema = """
        CREATE TABLE IF NOT EXISTS scan (
            id TEXT PRIMARY KEY,
            idempotency_key TEXT NOT NULL UNIQUE,
            metadata TEXT NOT NULL,
            length BIGINT NOT NULL CHECK (length >= 0),
            "offset" BIGINT NOT NULL DEFAULT 0 CHECK ("offset" BETWEEN 0 AND length),
            state TEXT NOT NULL DEFAULT 'uploading',
            progress DOUBLE PRECISION NOT NULL DEFAULT 0,
            stage TEXT,
            outcome TEXT,
            position BIGINT,
            due BIGINT NOT NULL DEFAULT 0,
            lease_token TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            failures INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX IF NOT EXISTS scan_queue ON scan (position) WHERE state IN ('queued', 'recognising');
        CREATE TABLE IF NOT EXISTS scan_event (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            scan TEXT NOT NULL REFERENCES scan (id) ON DELETE CASCADE,
            body TEXT NOT NULL
        );
        CREATE INDEX IF NOT EXISTS scan_event_of_scan ON scan_event (scan, id);
        ALTER TABLE scan ADD COLUMN IF NOT EXISTS expires BIGINT NOT NULL
            DEFAULT ((extract(epoch FROM clock_timestamp()) + 86400) * 1000)::bigint;
        CREATE INDEX IF NOT EXISTS scan_upload ON scan (expires) WHERE state = 'uploading';
        CREATE TABLE IF NOT EXISTS expired_upload (scan TEXT PRIMARY KEY);
        """

    /// The time that counts, in milliseconds.
    private static func milliseconds(
        _ connection: borrowing PostgresConnection,
        _ now: (@Sendable () -> Date)?
    ) throws -> Int64 {
        if let now { return Int64((now().timeIntervalSince1970 * 1000).rounded()) }
        let rows = try connection.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        guard let time = rows.first?.first?.flatMap({ Int64($0) }) else {
            throw StoredStage.Damaged(description: "The database tells no time.")
        }
        return time
    }
}

// MARK: - Uploads

extension PostgresJobStore {
    public func create(_ scan: NewScan) async throws -> ScanRecord {
        let (now, lifetime) = (now, policy.uploadLifetime.milliseconds)
        return try await client.transaction { connection in
            let expires = try Self.milliseconds(connection, now) + lifetime
            try connection.execute(
                """
                INSERT INTO scan (id, idempotency_key, metadata, length, expires) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (idempotency_key) DO NOTHING
                """,
                [scan.id.text, scan.key.text, scan.metadata.fieldValue, String(scan.length), String(expires)]
            )
            let rows = try connection.execute(
                "SELECT \(Self.columns) FROM scan WHERE idempotency_key = $1",
                [scan.key.text]
            )
            guard let record = try rows.first.map(Self.record) else {
                throw StoredStage.Damaged(description: "A scan is gone that was there.")
            }
            guard record.length == scan.length, record.metadata == scan.metadata else {
                throw ScanJobStoreError.keyReused
            }
            return record
        }
    }

    public func scan(_ id: ScanID) async throws -> ScanRecord? {
        try await client.transaction { try Self.find(id, $0) }
    }

    public func advance(_ id: ScanID, from offset: Int64, to end: Int64) async throws {
        let (now, lifetime) = (now, policy.uploadLifetime.milliseconds)
        try await client.transaction { connection in
            let expires = try Self.milliseconds(connection, now) + lifetime
            let changed = try connection.execute(
                """
                UPDATE scan SET "offset" = $1::bigint, expires = $4::bigint
                WHERE id = $2 AND "offset" = $3::bigint AND state = 'uploading'
                """,
                [String(end), id.text, String(offset), String(expires)]
            )
            guard changed.isEmpty else { return }
            guard let record = try Self.find(id, connection), record.stage != .terminated else {
                throw ScanJobStoreError.noSuchScan
            }
            throw ScanJobStoreError.offsetConflict(current: record.offset)
        }
    }

    public func enqueue(_ id: ScanID) async throws {
        try await client.transaction { connection in
            guard let record = try Self.find(id, connection, isLocked: true), record.stage != .terminated else {
                throw ScanJobStoreError.noSuchScan
            }
            guard record.stage == .uploading else { return }
            guard record.offset == record.length else {
                throw ScanJobStoreError.offsetConflict(current: record.offset)
            }
            let position = try Self.append(.queued, to: id, connection)
            try connection.execute(
                "UPDATE scan SET state = 'queued', position = $1::bigint WHERE id = $2",
                [position, id.text]
            )
        }
    }

    public func reject(_ id: ScanID, _ problem: ProblemDetails) async throws {
        try await client.transaction { connection in
            guard try Self.find(id, connection, isLocked: true)?.stage == .uploading else { return }
            try Self.end(id, .failed(problem), connection)
        }
    }

    public func terminate(_ id: ScanID) async throws {
        try await client.transaction { connection in
            let changed = try connection.execute(
                """
                UPDATE scan SET state = 'terminated', outcome = NULL, lease_token = NULL
                WHERE id = $1 AND state <> 'terminated'
                """,
                [id.text]
            )
            guard changed.count == 1 else { throw ScanJobStoreError.noSuchScan }
            try connection.execute("DELETE FROM scan_event WHERE scan = $1", [id.text])
            try Self.notify(id, connection)
        }
    }
}

// MARK: - Expiration

extension PostgresJobStore {
    public func expireUploads() async throws -> [ScanID] {
        let now = now
        return try await client.transaction { connection in
            let time = try Self.milliseconds(connection, now)
            let expired = try connection.execute(
                """
                WITH expired AS (DELETE FROM scan WHERE state = 'uploading' AND expires <= $1::bigint RETURNING id)
                INSERT INTO expired_upload SELECT id FROM expired RETURNING scan
                """,
                [String(time)]
            )
            for id in expired.compactMap({ $0[0].flatMap(ScanID.init) }) { try Self.notify(id, connection) }
            let rows = try connection.execute("SELECT scan FROM expired_upload")
            return rows.compactMap { $0[0].flatMap(ScanID.init) }
        }
    }

    public func forgetExpiredUpload(_ id: ScanID) async throws {
        try await client.transaction { connection in
            _ = try connection.execute("DELETE FROM expired_upload WHERE scan = $1", [id.text])
        }
    }
}

// MARK: - Jobs

extension PostgresJobStore {
    public func lease(for duration: Duration) async throws -> ScanLease? {
        let policy = policy
        let now = now
        return try await client.transaction { connection in
            let time = try Self.milliseconds(connection, now)
            let bounds: [String?] = [String(time), String(time + policy.longestWait.milliseconds)]
            while let row = try connection.execute(Self.firstDue, bounds).first {
                guard let id = row[0].flatMap({ ScanID($0) }), let attempts = row[2].flatMap({ Int($0) }) else {
                    throw StoredStage.Damaged(description: "A job in the database is damaged.")
                }
                guard attempts < policy.maximumAttempts else {
                    try Self.end(id, .failed(ScanJobStorePolicy.abandoned), connection)
                    continue
                }
                let lease = try StoredStage.lease(
                    id: id.text,
                    metadata: row[1] ?? "",
                    token: UUID().uuidString,
                    attempt: attempts + 1,
                    failures: row[3].flatMap { Int($0) } ?? 0
                )
                try connection.execute(
                    """
                    UPDATE scan SET state = 'recognising', progress = 0, stage = NULL, lease_token = $1,
                        due = $2::bigint, attempts = attempts + 1
                    WHERE id = $3
                    """,
                    [lease.token, String(time + duration.milliseconds), id.text]
                )
                try Self.append(.recognising(RecognitionProgress(0)), to: id, connection)
                return lease
            }
            return nil
        }
    }

    /// The first job that waits and is due, or whose lease is over, and that nobody else is taking right now.
    private static let firstDue = """
        SELECT id, metadata, attempts, failures FROM scan
        WHERE state IN ('queued', 'recognising') AND (due <= $1::bigint OR due > $2::bigint)
        ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED
        """

    public func renew(_ lease: ScanLease, for duration: Duration) async throws {
        let now = now
        try await client.transaction { connection in
            let due = try Self.milliseconds(connection, now) + duration.milliseconds
            try Self.update(lease, "due = $3::bigint", [String(due)], connection)
        }
    }

    public func report(_ lease: ScanLease, _ progress: RecognitionProgress) async throws {
        try await client.transaction { connection in
            try Self.update(
                lease,
                "progress = $3::double precision, stage = $4",
                [String(progress.fraction), progress.stage?.rawValue],
                connection
            )
            try Self.append(.recognising(progress), to: lease.scan, connection)
        }
    }

    public func finish(_ lease: ScanLease, _ result: PhotoResult) async throws {
        try await client.transaction { connection in
            try Self.update(lease, "progress = 1", [], connection)
            try Self.end(lease.scan, .done(result), connection)
        }
    }

    public func release(_ lease: ScanLease, _ problem: ProblemDetails?, retryAfter delay: Duration?) async throws {
        let now = now
        let wait = min(delay ?? .zero, policy.longestWait).milliseconds
        try await client.transaction { connection in
            if let problem, delay == nil {
                try Self.update(lease, "failures = failures + 1", [], connection)
                try Self.end(lease.scan, .failed(problem), connection)
            } else {
                let due = try Self.milliseconds(connection, now) + wait
                try Self.update(
                    lease,
                    """
                    state = 'queued', lease_token = NULL, due = $3::bigint, failures = failures + $4::integer,
                    attempts = attempts - $5::integer
                    """,
                    [String(due), problem == nil ? "0" : "1", problem == nil ? "1" : "0"],
                    connection
                )
                try Self.append(.queued, to: lease.scan, connection)
            }
        }
    }

    public func events(of id: ScanID, after eventID: Int64) async throws -> [StoredScanEvent] {
        try await client.transaction { connection in
            let rows = try connection.execute(
                "SELECT id, body FROM scan_event WHERE scan = $1 AND id > $2::bigint ORDER BY id",
                [id.text, String(eventID)]
            )
            return try rows.map { row in
                guard let number = row[0].flatMap({ Int64($0) }) else {
                    throw StoredStage.Damaged(description: "An event in the database has no id.")
                }
                return StoredScanEvent(id: number, event: try StoredStage.decode(ScanEvent.self, row[1]))
            }
        }
    }
}

// MARK: - Rows

extension PostgresJobStore {
    private static let columns = "id, metadata, length, \"offset\", state, progress, stage, outcome, expires"

    private static func record(_ row: PostgresConnection.Row) throws -> ScanRecord {
        guard let length = row[2].flatMap({ Int64($0) }), let offset = row[3].flatMap({ Int64($0) }),
            let progress = row[5].flatMap({ Double($0) }), let expires = row[8].flatMap({ Int64($0) })
        else { throw StoredStage.Damaged(description: "A scan in the database is damaged.") }
        return try StoredStage.record(
            id: row[0] ?? "",
            metadata: row[1] ?? "",
            length: length,
            offset: offset,
            stage: StoredStage.stage(state: row[4] ?? "", progress: progress, word: row[6], outcome: row[7]),
            expires: expires
        )
    }

    /// - Parameter isLocked: whether nobody else shall change the row before this transaction ends.
    private static func find(
        _ id: ScanID,
        _ connection: borrowing PostgresConnection,
        isLocked: Bool = false
    ) throws -> ScanRecord? {
        let lock = isLocked ? " FOR UPDATE" : ""
        return try connection.execute("SELECT \(columns) FROM scan WHERE id = $1\(lock)", [id.text]).first.map(record)
    }

    /// Changes the row of a lease that is still valid; the parameters of the assignments begin with `$3`.
    private static func update(
        _ lease: ScanLease,
        _ assignments: String,
        _ parameters: [String?],
        _ connection: borrowing PostgresConnection
    ) throws {
        let changed = try connection.execute(
            "UPDATE scan SET \(assignments) WHERE id = $1 AND lease_token = $2 AND state = 'recognising'",
            [lease.scan.text, lease.token] + parameters
        )
        guard changed.count == 1 else { throw ScanJobStoreError.leaseLost }
    }

    /// Stores how a scan ended, and the event that says so.
    private static func end(_ id: ScanID, _ event: ScanEvent, _ connection: borrowing PostgresConnection) throws {
        let outcome: String?
        switch event {
        case .done(let result): outcome = try StoredStage.encode(result)
        case .failed(let problem): outcome = try StoredStage.encode(problem)
        case .queued, .recognising: preconditionFailure("a scan ends with a result or a problem")
        }
        try connection.execute(
            "UPDATE scan SET state = $1, outcome = $2, lease_token = NULL WHERE id = $3",
            [event.state.rawValue, outcome, id.text]
        )
        try append(event, to: id, connection)
    }

    /// Stores an event and tells all who listen when the transaction is committed. The scan's row has to be locked, so that its
    /// events are committed in the order of their ids.
    @discardableResult private static func append(
        _ event: ScanEvent,
        to id: ScanID,
        _ connection: borrowing PostgresConnection
    ) throws -> String? {
        let rows = try connection.execute(
            "INSERT INTO scan_event (scan, body) VALUES ($1, $2) RETURNING id",
            [id.text, try StoredStage.encode(event)]
        )
        try notify(id, connection)
        return rows.first?.first ?? nil
    }

    private static func notify(_ id: ScanID, _ connection: borrowing PostgresConnection) throws {
        try connection.execute("SELECT pg_notify($1, $2)", [channel, id.text])
    }
}
