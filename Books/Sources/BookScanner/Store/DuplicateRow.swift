import Foundation
internal import GRDB

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
