import Foundation
internal import GRDB
import ScanProtocol

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
