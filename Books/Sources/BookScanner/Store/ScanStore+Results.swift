import Foundation
internal import GRDB
import ScanProtocol
import TokenEstimation

extension ScanStore {
    /// Keeps a result. The same result once more changes nothing: each scan has exactly one (R-SCAN-3).
    ///
    /// - Returns: whether it was the first.
    @discardableResult
    func receive(_ result: PhotoResult, for id: UUID) async throws(ScanStoreError) -> Bool {
        try await writeAsSender { db in
            try db.execute(
                sql: """
                    UPDATE job SET stage = 'recognized', recognizer = ?, tokensReported = ?
                    WHERE id = ? AND stage = 'uploaded'
                    """,
                arguments: [result.recognizer, result.tokens?.reported, id.uuidString]
            )
            guard db.changesCount > 0 else { return false }
            let job = try Int64.fetchOne(db, sql: "SELECT sequence FROM job WHERE id = ?", arguments: [id.uuidString])!
            for (position, book) in result.books.enumerated() {
                try BookRow.insert(db, book, job: job, position: position)
            }
            try DuplicateRow.flagBooks(db, job: job)
            return true
        }
    }

    // MARK: - The user's decisions

    /// Title and author are right.
    public func confirm(_ book: Int64) async throws(ScanStoreError) { try await decide(book, .confirmed, nil) }

    /// There is no such book.
    public func reject(_ book: Int64) async throws(ScanStoreError) { try await decide(book, .rejected, nil) }

    /// It is called otherwise.
    public func correct(_ book: Int64, _ title: BookTitle) async throws(ScanStoreError) {
        try await decide(book, .corrected, title)
    }

    private func decide(_ book: Int64, _ decision: BookDecision, _ correction: BookTitle?) async throws(ScanStoreError)
    {
        try await write { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM book WHERE id = ?", arguments: [book]) else {
                throw ScanStoreError.noSuchJob
            }
            let title = correction ?? BookTitle(title: row["title"], author: row["author"], isbn: row["isbn"])
            let identity = BookIdentity(title: title.title, author: title.author, isbn: title.isbn)
            try db.execute(
                sql: """
                    UPDATE book SET decision = ?, correctedTitle = ?, correctedAuthor = ?, correctedISBN = ?,
                    searchText = ?, textKey = ?, isbnKey = ?,
                    decisionNumber = (SELECT IFNULL(MAX(decisionNumber), 0) + 1 FROM book)
                    WHERE id = ?
                    """,
                arguments: [
                    decision.rawValue, correction?.title, correction?.author, correction?.isbn,
                    BookRow.searchText(title, try BookRow.lines(row)), identity.titleAndAuthor, identity.isbn, book,
                ]
            )
        }
    }

    /// How often recognition was right lately.
    public func accuracy() async throws(ScanStoreError) -> ScanAccuracy {
        try await read { db in
            let latest = try String.fetchAll(
                db,
                sql: "SELECT decision FROM book WHERE decisionNumber IS NOT NULL ORDER BY decisionNumber DESC LIMIT ?",
                arguments: [ScanAccuracy.sampleSize]
            )
            return ScanAccuracy(latest: latest.compactMap(BookDecision.init))
        }
    }

    // MARK: - The catalogue

    /// The books of the jobs that are done, in the order of captures and, within a photo, as they stand there.
    ///
    /// - Parameter search: words that all occur in title, author, ISBN or the text that was read, whatever their case
    ///   and accents; empty for all books. What the user has called the same as an earlier book is left out.
    public func books(search: String = "") async throws(ScanStoreError) -> [ScannedBook] {
        let words = BookRow.searchWords(search)
        // What has no word in it finds nothing, rather than everything.
        guard !words.isEmpty || search.allSatisfy(\.isWhitespace) else { return [] }
        let conditions = words.map { _ in "AND instr(book.searchText, ?) > 0" }.joined(separator: " ")
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: BookRow.selection + conditions + " ORDER BY job.sequence, book.position",
                arguments: StatementArguments(words)
            ).map(BookRow.book)
        }
    }

    /// How many books there are in all, as ``books(search:)`` counts them, but for those that the user has rejected.
    public func bookCount() async throws(ScanStoreError) -> Int {
        try await read { db in
            let sql = "SELECT COUNT(*) FROM (" + BookRow.selection + "AND book.decision <> 'rejected')"
            return try Int.fetchOne(db, sql: sql) ?? 0
        }
    }

    /// The books that the user has to be asked about.
    public func booksToConfirm() async throws(ScanStoreError) -> [ScannedBook] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: BookRow.selection
                    + "AND book.decision = 'open' AND NOT book.accepted ORDER BY job.sequence, book.position"
            ).map(BookRow.book)
        }
    }

    // MARK: - Duplicates

    /// Flags earlier photos that look like a job's.
    func flagPhotos(like id: UUID) async throws(ScanStoreError) {
        try await write { try DuplicateRow.flagPhotos($0, id: id) }
    }

    /// What may be there twice, and what the user has decided about it.
    ///
    /// - Parameter verdict: only those with this verdict; `nil` for all.
    public func duplicates(_ verdict: DuplicateVerdict? = .open) async throws(ScanStoreError) -> [DuplicateFlag] {
        try await read { try DuplicateRow.flags($0, verdict) }
    }

    /// Keeps what the user has decided about a duplicate.
    public func judge(_ duplicate: Int64, _ verdict: DuplicateVerdict) async throws(ScanStoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE duplicate SET verdict = ? WHERE id = ?",
                arguments: [verdict.rawValue, duplicate]
            )
        }
    }
}

/// What a photo costs a vision model (R-SCAN-9).
public struct ScanTokens: Sendable, Hashable {
    /// By the published rules, each with its name; empty when the photo's size is not known.
    public var estimates: [TokenEstimate]
    /// What the model said that it took; `nil` when none was asked.
    public var reported: Int?
}

/// What is known of a job apart from its state.
public struct ScanJobInfo: Sendable, Hashable {
    /// Its place in the order of captures.
    public var sequence: Int64
    /// What the photo is called.
    public var name: String
    /// When it was taken.
    public var capturedAt: Date
    /// The bytes of its file.
    public var bytes: Int
    /// The file's media type, for example `image/jpeg`.
    public var contentType: String
    /// Its pixels in a row and its rows, if known.
    public var width: Int?
    /// Its rows, if known.
    public var height: Int?
    /// What it costs a vision model.
    public var tokens: ScanTokens
    /// Whether its result is there.
    public var isDone: Bool

    init(_ row: Row) {
        sequence = row["sequence"]
        name = row["name"]
        capturedAt = Date(timeIntervalSince1970: row["capturedAt"])
        bytes = row["bytes"]
        contentType = row["contentType"]
        width = row["width"]
        height = row["height"]
        isDone = row["stage"] == "done"
        var estimates: [TokenEstimate] = []
        if let width, let height { estimates = TokenEstimate.all(width: width, height: height) }
        tokens = ScanTokens(estimates: estimates, reported: row["tokensReported"])
    }
}

extension ScanStore {
    /// What is known of a job; `nil` if there is none.
    public func info(of id: UUID) async throws(ScanStoreError) -> ScanJobInfo? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT * FROM job WHERE id = ? AND stage <> 'removed'",
                arguments: [id.uuidString]
            )
            .map(ScanJobInfo.init)
        }
    }

    /// What is known of the jobs that are not done, by id.
    func pendingInfo() async throws(ScanStoreError) -> [UUID: ScanJobInfo] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM job WHERE stage NOT IN ('done', 'removed')")
            return Dictionary(uniqueKeysWithValues: try rows.map { (try JobRow.id($0), ScanJobInfo($0)) })
        }
    }

    /// How many jobs are done.
    public func finishedCount() async throws(ScanStoreError) -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM job WHERE stage = 'done'") ?? 0 }
    }
}
