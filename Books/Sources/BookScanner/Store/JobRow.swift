import Foundation
internal import GRDB
import ScanProtocol

/// How the database keeps a job.
enum JobRow {
    static func insert(_ db: Database, _ scan: ScanPhotoInfo, id: UUID, photo: String, bytes: Int) throws {
        try db.execute(
            sql: """
                INSERT INTO job
                (id, photo, hasPhoto, name, contentType, bytes, width, height, capturedAt, imageHash, stage)
                VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, 'captured')
                """,
            arguments: [
                id.uuidString, photo, scan.name ?? photo, scan.contentType, bytes, scan.width, scan.height,
                scan.capturedAt.timeIntervalSince1970, scan.imageHash?.data,
            ]
        )
    }

    static func fail(_ db: Database, id: String, _ failure: ScanFailure) throws {
        let text = String(decoding: try JSONEncoder().encode(failure), as: UTF8.self)
        try db.execute(
            sql: """
                UPDATE job SET isUploaded = (stage = 'uploaded' AND ?), stage = 'failed', failure = ?
                WHERE id = ? AND stage IN ('captured', 'uploaded')
                """,
            arguments: [!failure.isPermanent, text, id]
        )
    }

    static func pending(_ row: Row) throws -> PendingScanJob {
        let stage: PendingScanJob.Stage
        switch row["stage"] as String {
        case "uploaded": stage = .uploaded
        case "recognized": stage = .recognized
        case "failed":
            let failure = try JSONDecoder().decode(ScanFailure.self, from: Data((row["failure"] as String).utf8))
            stage = .failed(failure, isUploaded: row["isUploaded"])
        default: stage = .captured
        }
        return PendingScanJob(id: try id(row), sequence: row["sequence"], stage: stage)
    }

    static func id(_ row: Row) throws -> UUID {
        guard let id = UUID(uuidString: row["id"]) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return id
    }
}

/// What an attempt has to know of its job.
struct ScanJobDetails: Sendable {
    var id: UUID
    var photo: String
    var name: String
    var contentType: String
    var bytes: Int
    /// Makes repeated requests one (R-SCAN-3).
    var idempotencyKey: IdempotencyKey
    var scanID: ScanID?
    var lastEventID: String

    init(_ row: Row) throws {
        id = try JobRow.id(row)
        photo = row["photo"]
        name = row["name"]
        contentType = row["contentType"]
        bytes = row["bytes"]
        let generation: Int = row["keyGeneration"]
        let text = id.uuidString.lowercased() + (generation == 0 ? "" : "-\(generation)")
        // Letters, digits and hyphens are a key.
        idempotencyKey = IdempotencyKey(text)!
        scanID = (row["scanID"] as String?).flatMap { ScanID($0) }
        lastEventID = row["lastEventID"]
    }
}
