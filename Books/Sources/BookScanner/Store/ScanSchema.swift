internal import GRDB

/// The tables of the queue and of what was scanned.
enum ScanSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("queue and catalogue") { db in
            try createJobs(db)
            try createBooks(db)
            try createDuplicates(db)
            try createSingletons(db)
        }
        migrator.registerMigration("duplicates by job and by book") { db in
            try db.create(index: "duplicate_job", on: "duplicate", columns: ["job", "verdict"])
            try db.create(index: "duplicate_book", on: "duplicate", columns: ["book", "verdict"])
        }
        return migrator
    }

    private static func createJobs(_ db: Database) throws {
        try db.create(table: "job") { table in
            table.autoIncrementedPrimaryKey("sequence")
            table.column("id", .text).notNull().unique()
            table.column("photo", .text).notNull()
            table.column("hasPhoto", .boolean).notNull()
            table.column("name", .text).notNull()
            table.column("contentType", .text).notNull()
            table.column("bytes", .integer).notNull()
            table.column("width", .integer)
            table.column("height", .integer)
            table.column("capturedAt", .double).notNull()
            table.column("imageHash", .blob)
            table.column("stage", .text).notNull()
            table.column("failure", .text)
            table.column("isUploaded", .boolean).notNull().defaults(to: false)
            table.column("keyGeneration", .integer).notNull().defaults(to: 0)
            table.column("scanID", .text)
            table.column("lastEventID", .text).notNull().defaults(to: "")
            table.column("recognizer", .text)
            table.column("tokensReported", .integer)
        }
        try db.create(index: "job_stage", on: "job", columns: ["stage"])
    }

    private static func createBooks(_ db: Database) throws {
        try db.create(table: "book") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("job", .integer).notNull().references("job", column: "sequence", onDelete: .cascade)
            table.column("position", .integer).notNull()
            table.column("title", .text).notNull()
            table.column("author", .text).notNull()
            table.column("isbn", .text)
            table.column("score", .double).notNull()
            table.column("accepted", .boolean).notNull()
            table.column("text", .text).notNull()
            table.column("box", .text).notNull()
            table.column("decision", .text).notNull().defaults(to: BookDecision.open.rawValue)
            table.column("decisionNumber", .integer)
            table.column("correctedTitle", .text)
            table.column("correctedAuthor", .text)
            table.column("correctedISBN", .text)
            table.column("searchText", .text).notNull()
            table.column("textKey", .text)
            table.column("isbnKey", .text)
            table.uniqueKey(["job", "position"])
        }
        try db.create(index: "book_textKey", on: "book", columns: ["textKey"])
        try db.create(index: "book_isbnKey", on: "book", columns: ["isbnKey"])
        try db.create(index: "book_decision", on: "book", columns: ["decisionNumber"])
    }

    private static func createDuplicates(_ db: Database) throws {
        try db.create(table: "duplicate") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("job", .integer).notNull().references("job", column: "sequence", onDelete: .cascade)
            table.column("formerJob", .integer).notNull().references("job", column: "sequence", onDelete: .cascade)
            table.column("book", .integer).references("book", onDelete: .cascade)
            table.column("formerBook", .integer).references("book", onDelete: .cascade)
            table.column("reason", .text).notNull()
            table.column("distance", .integer)
            table.column("verdict", .text).notNull().defaults(to: DuplicateVerdict.open.rawValue)
        }
    }

    private static func createSingletons(_ db: Database) throws {
        try db.create(table: "lease") { table in
            table.column("id", .integer).primaryKey().check { $0 == 1 }
            table.column("owner", .text).notNull()
            table.column("epoch", .integer).notNull()
            table.column("expires", .double).notNull()
        }
        // Scans that the user gave up and of which the server has not been told.
        try db.create(table: "termination") { table in
            table.column("scanID", .text).primaryKey()
        }
        try db.create(table: "pause") { table in
            table.column("id", .integer).primaryKey().check { $0 == 1 }
            table.column("until", .double).notNull()
            table.column("length", .double).notNull()
        }
    }
}
