import BookMatching
import GRDB

/// The tables of a catalogue's database.
///
/// - `book`: the rows as they were imported. `id` is a ``BookMatching/BookID``. `isbn` is the number of 13 digits.
///   `work` is a hash of what two editions have in common. `run` is the import that the row came with.
/// - `search`: the rows' folded words, in FTS5. The words are folded before they are stored, so the tokenizer only splits
///   at blanks. A row's label stands in it behind an equals sign, which no word has.
/// - `vocabulary`: in how many books each term stands.
/// - `trigram`: the words of the vocabulary by three letters in a row and by their length.
/// - `info`: one row of counts.
enum CatalogueSchema {
    /// Marks a SQLite file as a catalogue: "PhBC".
    static let applicationID: Int32 = 0x5068_4243
    /// Changes with the tables, and with the way words are folded.
    static let version: Int32 = 1

    static let labelMark = "="

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                CREATE TABLE info (books INTEGER NOT NULL, lastRow INTEGER NOT NULL, lastRun INTEGER NOT NULL);
                INSERT INTO info VALUES (0, 0, 0);
                CREATE TABLE book (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    author TEXT NOT NULL,
                    isbn INTEGER,
                    work INTEGER NOT NULL,
                    run INTEGER NOT NULL
                );
                CREATE VIRTUAL TABLE search USING fts5(
                    title, surname, given, label,
                    content = '', columnsize = 0, detail = column, tokenize = "ascii tokenchars '\(labelMark)'"
                );
                CREATE VIRTUAL TABLE searchTerm USING fts5vocab(search, row);
                CREATE VIRTUAL TABLE searchInstance USING fts5vocab(search, instance);
                """
        )
        try createDerivedTables(db)
        try createIndexes(db)
    }

    /// The tables that are made anew after each import.
    static func createDerivedTables(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS vocabulary;
                DROP TABLE IF EXISTS trigram;
                CREATE TABLE vocabulary (term TEXT PRIMARY KEY, books INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE trigram (
                    trigram INTEGER NOT NULL, letters INTEGER NOT NULL, words BLOB NOT NULL,
                    UNIQUE (trigram, letters)
                );
                """
        )
    }

    static func createIndexes(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE INDEX IF NOT EXISTS bookISBN ON book (isbn) WHERE isbn IS NOT NULL;
                CREATE INDEX IF NOT EXISTS bookWork ON book (work);
                """
        )
    }

    static func dropIndexes(_ db: Database) throws {
        try db.execute(sql: "DROP INDEX IF EXISTS bookISBN; DROP INDEX IF EXISTS bookWork;")
    }

    /// - Throws: ``BookCatalogueError`` if the file is no catalogue, or one of another version.
    static func check(_ db: Database) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        guard id == applicationID else { throw BookCatalogueError.notACatalogue }
        let found = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found == version else { throw BookCatalogueError.otherVersion(Int(found)) }
    }

    /// A hash that stays the same from one run of the program to the next (FNV-1a).
    static func hash(_ work: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in work.utf8 {
            hash ^= UInt64(byte)
            hash &*= 0x100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }
}
