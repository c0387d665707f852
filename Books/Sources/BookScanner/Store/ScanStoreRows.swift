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

/// How the database keeps a book.
enum BookRow {
    static func insert(_ db: Database, _ book: RecognizedBook, job: Int64, position: Int) throws {
        let identity = BookIdentity(title: book.title, author: book.author, isbn: book.isbn)
        let title = BookTitle(title: book.title, author: book.author, isbn: book.isbn)
        try db.execute(
            sql: """
                INSERT INTO book
                (job, position, title, author, isbn, score, accepted, text, box, searchText, textKey, isbnKey)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                job, position, book.title, book.author, book.isbn, book.score, book.accepted, try json(book.text),
                try json(book.box), searchText(title, book.text), identity.titleAndAuthor, identity.isbn,
            ]
        )
    }

    /// The books that count: of jobs that are done, and not what the user has called the same as an earlier one.
    static let selection = """
        SELECT book.*, job.id AS jobID, job.name AS photoName, job.capturedAt AS capturedAt
        FROM book JOIN job ON job.sequence = book.job
        WHERE job.stage = 'done' AND NOT EXISTS (
            SELECT * FROM duplicate WHERE verdict = 'same' AND (
                duplicate.book = book.id OR (duplicate.book IS NULL AND duplicate.job = book.job)
            )
        )

        """

    static func book(_ row: Row) throws -> ScannedBook {
        let decision = BookDecision(rawValue: row["decision"]) ?? .open
        guard let job = UUID(uuidString: row["jobID"]) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return ScannedBook(
            id: row["id"],
            job: job,
            photo: row["photoName"],
            capturedAt: Date(timeIntervalSince1970: row["capturedAt"]),
            recognized: RecognizedBook(
                title: row["title"],
                author: row["author"],
                isbn: row["isbn"],
                score: row["score"],
                accepted: row["accepted"],
                text: try lines(row),
                box: try JSONDecoder().decode(Quadrilateral.self, from: Data((row["box"] as String).utf8))
            ),
            decision: decision,
            correction: decision == .corrected
                ? BookTitle(title: row["correctedTitle"], author: row["correctedAuthor"], isbn: row["correctedISBN"])
                : nil
        )
    }

    static func lines(_ row: Row) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data((row["text"] as String).utf8))
    }

    static func searchText(_ title: BookTitle, _ lines: [String]) -> String {
        let isbn = title.isbn.map { [$0, BookIdentity.isbn13($0) ?? ""] } ?? []
        return ([title.title, title.author] + lines).flatMap(BookIdentity.words).joined(separator: " ")
            + "\n" + isbn.map { $0.filter { $0 != "-" && $0 != " " } }.joined(separator: " ").lowercased()
    }

    /// The words to be found; an ISBN is one, however it is written.
    static func searchWords(_ text: String) -> [String] {
        if let isbn = BookIdentity.isbn13(text), text.allSatisfy({ $0.isNumber || "-xX ".contains($0) }) {
            return [isbn]
        }
        return BookIdentity.words(text)
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

/// How the database keeps duplicates, and finds them.
enum DuplicateRow {
    /// Flags a photo with the earlier one that it is most like, the latest of those that are alike: a shelf that is photographed again
    /// and again is asked about once for each photo.
    static func flagPhotos(_ db: Database, id: UUID) throws {
        let sql = "SELECT sequence, imageHash FROM job WHERE id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.uuidString]),
            let hash = (row["imageHash"] as Data?).flatMap(ImageHash.init(data:))
        else { return }
        let sequence: Int64 = row["sequence"]
        let formerPhotos = try Row.fetchCursor(
            db,
            sql:
                """
                SELECT sequence, imageHash FROM job
                WHERE sequence < ? AND imageHash IS NOT NULL AND stage <> 'removed' ORDER BY sequence DESC
                """,
            arguments: [sequence]
        )
        var nearest: (former: Int64, distance: Int)?
        while let row = try formerPhotos.next() {
            guard let other = ImageHash(data: row["imageHash"]) else { continue }
            let distance = hash.distance(to: other)
            if distance < nearest?.distance ?? (ImageHash.duplicateDistance + 1) {
                nearest = (row["sequence"], distance)
            }
        }
        guard let nearest else { return }
        try insert(db, (sequence, nearest.former, nil, nil), .image, distance: nearest.distance)
    }

    /// Flags each book of a job that is in another photo too, with the latest such book. Two copies in one photo are two books.
    static func flagBooks(_ db: Database, job: Int64) throws {
        let pairs = try Row.fetchAll(
            db,
            // A column beside MAX comes from the row that has the greatest value.
            sql: """
                SELECT new.id AS book, MAX(old.id) AS formerBook, old.job AS formerJob,
                    new.isbnKey IS NOT NULL AND new.isbnKey IS old.isbnKey AS sameISBN
                FROM book AS new JOIN book AS old
                ON old.job <> new.job AND old.decision <> 'rejected' AND CASE
                    WHEN new.isbnKey IS NOT NULL AND old.isbnKey IS NOT NULL THEN new.isbnKey = old.isbnKey
                    ELSE new.textKey = old.textKey
                END
                WHERE new.job = ? GROUP BY new.id ORDER BY new.id
                """,
            arguments: [job]
        )
        for row in pairs {
            let reason: DuplicateReason = row["sameISBN"] ? .isbn : .titleAndAuthor
            try insert(db, (job, row["formerJob"], row["book"], row["formerBook"]), reason, distance: nil)
        }
    }

    private typealias Pair = (job: Int64, formerJob: Int64, book: Int64?, formerBook: Int64?)

    private static func insert(_ db: Database, _ pair: Pair, _ reason: DuplicateReason, distance: Int?) throws {
        let isKnown = try Bool.fetchOne(
            db,
            sql:
                """
                SELECT EXISTS (
                    SELECT * FROM duplicate WHERE job = ? AND formerJob = ? AND book IS ? AND formerBook IS ?
                )
                """,
            arguments: [pair.job, pair.formerJob, pair.book, pair.formerBook]
        )
        guard isKnown == false else { return }
        try db.execute(
            sql: "INSERT INTO duplicate (job, formerJob, book, formerBook, reason, distance) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [pair.job, pair.formerJob, pair.book, pair.formerBook, reason.rawValue, distance]
        )
    }

    /// The flags with a verdict, or all. Two photos of the same shelf have all their books in common: nobody is asked about the books of
    /// a photo until it is known not to be the same as another.
    static func flags(_ db: Database, _ verdict: DuplicateVerdict?) throws -> [DuplicateFlag] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT duplicate.*, job.id AS jobID, former.id AS formerID,
                    IFNULL(correctedTitle, title) AS bookTitle, IFNULL(correctedAuthor, author) AS bookAuthor,
                    IFNULL(correctedISBN, isbn) AS bookISBN
                FROM duplicate LEFT JOIN book ON book.id = duplicate.book
                JOIN job ON job.sequence = duplicate.job JOIN job AS former ON former.sequence = duplicate.formerJob
                WHERE (? IS NULL OR verdict = ?) AND NOT (verdict = 'open' AND duplicate.book IS NOT NULL AND EXISTS (
                    SELECT * FROM duplicate AS photo
                    WHERE photo.book IS NULL AND photo.job = duplicate.job AND photo.verdict <> 'different'
                ))
                ORDER BY duplicate.id
                """,
            arguments: [verdict?.rawValue, verdict?.rawValue]
        ).map { row in
            guard let job = UUID(uuidString: row["jobID"]), let former = UUID(uuidString: row["formerID"]) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            return DuplicateFlag(
                id: row["id"],
                job: job,
                formerJob: former,
                book: row["book"],
                formerBook: row["formerBook"],
                title: (row["bookTitle"] as String?).map {
                    BookTitle(title: $0, author: row["bookAuthor"] ?? "", isbn: row["bookISBN"])
                },
                reason: DuplicateReason(rawValue: row["reason"]) ?? .image,
                distance: row["distance"],
                verdict: DuplicateVerdict(rawValue: row["verdict"]) ?? .open
            )
        }
    }
}
