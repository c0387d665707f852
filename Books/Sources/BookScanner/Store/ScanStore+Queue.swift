import Foundation
internal import GRDB
import ScanProtocol

extension ScanStore {
    // MARK: - Photos

    /// Keeps a photo. When this returns, photo and row are on the disk.
    ///
    /// - Parameter id: a new one; the same photo under the same id is kept once.
    /// - Throws: ``ScanStoreError``; then nothing is kept.
    public func add(_ photo: Data, _ scan: ScanPhotoInfo, id: UUID = UUID()) async throws(ScanStoreError)
        -> PendingScanJob
    {
        guard !photo.isEmpty else { throw .emptyPhoto }
        let name = CapturedPhotoFolder.name(id, pathExtension: scan.pathExtension)
        if let known = try await pendingJob(id) { return known }
        let file: FileDescriptor
        do { file = try photos.writeTemporary(photo, id: id) } catch { throw ScanStoreError(error) }
        let sequence: Int64
        do {
            sequence = try await write { db in
                try JobRow.insert(db, scan, id: id, photo: name, bytes: photo.count)
                return db.lastInsertedRowID
            }
        } catch {
            photos.removeTemporary(id)
            throw error
        }
        try await assignName(id, name)
        withExtendedLifetime(file) {}
        return PendingScanJob(id: id, sequence: sequence, stage: .captured)
    }

    private func assignName(_ id: UUID, _ name: String) async throws(ScanStoreError) {
        do {
            guard try photos.commit(id, name: name) else { throw ScanStoreError.noSuchJob }
        } catch {
            // Neither without the other.
            try await write { try $0.execute(sql: "DELETE FROM job WHERE id = ?", arguments: [id.uuidString]) }
            photos.removeTemporary(id)
            throw ScanStoreError(error)
        }
    }

    /// A photo's bytes.
    ///
    /// - Throws: ``ScanStoreError/noSuchJob`` when there is no such photo.
    public func photo(of id: UUID) async throws(ScanStoreError) -> Data {
        let name = try await read { db in
            try String.fetchOne(db, sql: "SELECT photo FROM job WHERE id = ? AND hasPhoto", arguments: [id.uuidString])
        }
        guard let name else { throw .noSuchJob }
        do { return try photos.read(name) } catch { throw .noSuchJob }
    }

    /// Removes a job that is not done, its photo and what is known of it, because the user gave it up. What the server has
    /// of it becomes one of the jobs that the server is told to end.
    public func remove(_ id: UUID) async throws(ScanStoreError) {
        let name = try await write { db in
            try db.execute(
                sql: "UPDATE job SET stage = 'removed' WHERE id = ? AND stage <> 'done'",
                arguments: [id.uuidString]
            )
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO termination (scanID)
                    SELECT scanID FROM job WHERE id = ? AND stage = 'removed' AND scanID IS NOT NULL
                    """,
                arguments: [id.uuidString]
            )
            return try String.fetchOne(
                db,
                sql: "SELECT photo FROM job WHERE id = ? AND stage = 'removed'",
                arguments: [id.uuidString]
            )
        }
        guard let name else { return }
        do { try photos.remove(name) } catch { throw ScanStoreError(error) }
        try await write { db in
            try db.execute(sql: "DELETE FROM job WHERE id = ? AND stage = 'removed'", arguments: [id.uuidString])
        }
    }

    /// Deletes the photo of a job that is done; its result stays.
    ///
    /// - Throws: ``ScanStoreError/noSuchJob`` for a job that is not done: nothing is deleted before the server has
    ///   acknowledged it.
    public func discardPhoto(of id: UUID) async throws(ScanStoreError) {
        let name = try await write { db in
            try db.execute(
                sql: "UPDATE job SET hasPhoto = 0 WHERE id = ? AND stage = 'done'",
                arguments: [id.uuidString]
            )
            guard db.changesCount > 0 else { throw ScanStoreError.noSuchJob }
            return try String.fetchOne(db, sql: "SELECT photo FROM job WHERE id = ?", arguments: [id.uuidString])
        }
        guard let name else { return }
        do { try photos.remove(name) } catch { throw ScanStoreError(error) }
    }

    // MARK: - What a queue machine asks for

    /// The jobs that are not done, in the order of captures.
    public func pendingJobs() async throws(ScanStoreError) -> [PendingScanJob] {
        try await read(Self.pendingJobs)
    }

    private static func pendingJobs(_ db: Database) throws -> [PendingScanJob] {
        try Row.fetchAll(db, sql: "SELECT * FROM job WHERE stage NOT IN ('done', 'removed') ORDER BY sequence")
            .map(JobRow.pending)
    }

    private func pendingJob(_ id: UUID) async throws(ScanStoreError) -> PendingScanJob? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM job WHERE id = ?", arguments: [id.uuidString]).map(JobRow.pending)
        }
    }

    /// What an attempt has to know of a job; `nil` if there is no such job.
    func details(_ id: UUID) async throws(ScanStoreError) -> ScanJobDetails? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT * FROM job WHERE id = ? AND stage <> 'removed'",
                arguments: [id.uuidString]
            )
            .map(ScanJobDetails.init)
        }
    }

    /// The server has given the upload an address.
    func uploadCreated(_ id: UUID, _ scanID: ScanID) async throws(ScanStoreError) {
        try await update("scanID = ?, lastEventID = ''", [scanID.text], id, from: "'captured'")
    }

    /// The server has acknowledged the whole photo.
    func uploaded(_ id: UUID) async throws(ScanStoreError) {
        try await update("stage = 'uploaded'", [], id, from: "'captured'")
    }

    /// An event of this id was received, and what it says is stored.
    func received(_ id: UUID, lastEventID: String) async throws(ScanStoreError) {
        try await update("lastEventID = ?", [lastEventID], id, from: "'uploaded'")
    }

    /// The server knows neither upload nor scan any more.
    func forgetUpload(_ id: UUID) async throws(ScanStoreError) {
        try await update("stage = 'captured', scanID = NULL, lastEventID = ''", [], id, from: "'captured', 'uploaded'")
    }

    func finish(_ id: UUID) async throws(ScanStoreError) {
        try await update("stage = 'done'", [], id, from: "'recognized'")
    }

    func fail(_ id: UUID, _ failure: ScanFailure) async throws(ScanStoreError) {
        try await writeAsSender { try JobRow.fail($0, id: id.uuidString, failure) }
    }

    /// A failed job is tried again. What failed for good becomes a new request to the server.
    func requeue(_ id: UUID) async throws(ScanStoreError) {
        try await write { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM job WHERE id = ? AND stage = 'failed'",
                arguments: [id.uuidString]
            )
            guard let row else { return }
            if row["isUploaded"] {
                try db.execute(
                    sql: "UPDATE job SET stage = 'uploaded', failure = NULL WHERE id = ?",
                    arguments: [id.uuidString]
                )
                return
            }
            var isPermanent = false
            if case .failed(let failure, _) = try JobRow.pending(row).stage { isPermanent = failure.isPermanent }
            try db.execute(
                sql: """
                    UPDATE job SET stage = 'captured', failure = NULL, scanID = NULL, lastEventID = '',
                    keyGeneration = keyGeneration + ? WHERE id = ?
                    """,
                arguments: [isPermanent ? 1 : 0, id.uuidString]
            )
        }
    }

    private func update(
        _ assignments: String,
        _ arguments: StatementArguments,
        _ id: UUID,
        from stages: String
    ) async throws(ScanStoreError) {
        try await writeAsSender { db in
            try db.execute(
                sql: "UPDATE job SET \(assignments) WHERE id = ? AND stage IN (\(stages))",
                arguments: arguments + [id.uuidString]
            )
        }
    }

    // MARK: - The server's wish to be left alone

    /// Keeps it for the next start.
    func storePause(_ length: Duration) async throws(ScanStoreError) {
        let end = clock.now().date.timeIntervalSince1970 + length.inSeconds
        try await write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO pause (id, until, length) VALUES (1, ?, ?)",
                arguments: [end, length.inSeconds]
            )
        }
    }

    /// How long it still holds. A clock that was set back does not make it longer than it was.
    func pause() async throws(ScanStoreError) -> Duration? {
        let now = clock.now().date.timeIntervalSince1970
        return try await read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM pause") else { return nil }
            let left = min((row["until"] as Double) - now, row["length"])
            return left > 0 ? .seconds(left) : nil
        }
    }
}

extension ScanStore {
    /// The scans that were given up and of which the server has not been told yet.
    func terminations() async throws(ScanStoreError) -> [ScanID] {
        try await read { db in
            try String.fetchAll(db, sql: "SELECT scanID FROM termination ORDER BY rowid").compactMap { ScanID($0) }
        }
    }

    /// The server knows that a scan was given up.
    func terminated(_ id: ScanID) async throws(ScanStoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM termination WHERE scanID = ?", arguments: [id.text])
        }
    }
}
