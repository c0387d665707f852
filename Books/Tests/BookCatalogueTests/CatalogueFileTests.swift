import BookMatching
import Foundation
import GRDB
import Synchronization
import Testing

@testable import BookCatalogue

/// A catalogue's file: what another import changes, and what becomes of it when an import ends half way.
@Suite struct CatalogueFileTests {
    private let folder: TestFolder
    private let file: URL

    init() throws {
        folder = try TestFolder()
        file = folder.url.appending(path: "books.sqlite")
    }

    @Test func catalogueIsThereAgain() throws {
        #expect(try BookCatalogue(at: file).bookCount == 0)
        try BookCatalogue(at: file).importBooks(from: .csv(folder.write(rows(10))))
        #expect(try BookCatalogue(at: file).bookCount == 10)
        #expect(try folder.names == ["books.csv", "books.sqlite", "books.sqlite.lock"])
    }

    @Test func openCataloguesSeeTheNewOne() throws {
        let reader = try BookCatalogue(at: file)
        #expect(try reader.bookCount == 0)
        try BookCatalogue(at: file).importBooks(from: .csv(folder.write(rows(10))))
        #expect(try reader.bookCount == 10)
    }

    @Test func readingGoesOnWithTheOldOne() throws {
        let catalogue = try BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write(rows(10))))
        let counts = try catalogue.read { reader throws in
            let before = try reader.bookCount
            try BookCatalogue(at: file).importBooks(from: .csv(folder.write(rows(20))), mode: .replaceAll)
            return [before, try reader.bookCount]
        }
        #expect(counts == [10, 10])
        #expect(try catalogue.bookCount == 20)
    }

    @Test(arguments: [false, true]) func secondImportReplacesWhatItBringsAgain(_ isTemporary: Bool) throws {
        let catalogue = try isTemporary ? BookCatalogue() : BookCatalogue(at: file)
        let first = """
            title,author,isbn
            La nit,"Roca, Ana",9788427132177
            Obra completa 1,"Roca, Ana",9788492422241
            Obra completa 2,"Roca, Ana",9788492422241
            Sense codi,"Roca, Ana",
            Es queda,"Ruiz, Pau",

            """
        #expect(try catalogue.importBooks(from: .csv(folder.write(first))).bookCount == 5)
        let second = """
            title,author,isbn
            La nit blanca,"Roca, Anna",978-84-271-3217-7
            Obra completa,"Roca, Ana",9788492422241
            SENSE CODI,Ana Roca,
            Sense codi,"Roca, Ana",8429741437

            """
        let report = try catalogue.importBooks(from: .csv(folder.write(second)))
        #expect(report.books == 4 && report.bookCount == 5)
        #expect(
            try allBooks(catalogue).map(\.title)
                == ["Es queda", "La nit blanca", "Obra completa", "SENSE CODI", "Sense codi"]
        )
        try catalogue.read { reader throws in
            // What was replaced is gone from the index too.
            #expect(try reader.bookCount(having: "nit") == 1 && reader.bookCount(having: "ana") == 3)
            #expect(try reader.bookCount(having: "1") == 0 && reader.occurrences(of: "1").isEmpty)
            #expect(try reader.bookCount(labelled: "roc") == 4)
            #expect(try reader.isSurname("roca") && !reader.isSurname("ana"))
            let nit = try reader.words(having: Trigram.all(of: "blanca")[0], letters: 6...6)
            #expect(String(decoding: nit, as: UTF8.self) == "blanca ")
        }
        #expect(try catalogue.importBooks(from: .csv(folder.write(first)), mode: .replaceAll).bookCount == 5)
        #expect(try allBooks(catalogue).map(\.title).first == "La nit")
    }

    @Test func bookIsFoundByItsISBN() throws {
        let catalogue = try BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write("title,author,isbn\nLa nit,\"Roca, Ana\",84-297-4143-7\n")))
        #expect(try catalogue.book(isbn: #require(ISBN("9788429741438")))?.title == "La nit")
        #expect(try catalogue.book(isbn: #require(ISBN("9788427132177"))) == nil)
    }

    @Test(arguments: [false, true]) func importThatFailsChangesNothing(_ isTemporary: Bool) throws {
        struct Stop: Error {}
        let catalogue = try isTemporary ? BookCatalogue() : BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write(rows(10))))
        for stop in 1...3 {
            var steps = 0
            #expect(throws: Stop.self) {
                try catalogue.importBooks(from: .csv(folder.write(rows(12_000, title: "Nou"))), mode: .replaceAll) {
                    _ in
                    steps += 1
                    if steps == stop { throw Stop() }
                }
            }
            #expect(steps == stop)
        }
        #expect(try allBooks(catalogue).map(\.title) == (0..<10).map { "Llibre número \($0)" })
        #expect(try folder.names.filter { $0.hasSuffix(".import") }.isEmpty)
    }

    /// `kill -9` while rows are written, and before the last step.
    @Test(arguments: 1...3) func killedImportChangesNothing(_ step: Int) async throws {
        let catalogue = try BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write(rows(10))))
        let source = try folder.write(rows(12_000, title: "Nou"))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = file.path as String, csv = source.path as String, step] in
            let catalogue = try BookCatalogue(at: URL(filePath: path))
            var steps = 0
            try catalogue.importBooks(from: .csv(URL(filePath: csv))) { _ in
                steps += 1
                if steps == step { kill(getpid(), SIGKILL) }
            }
        }
        #expect(try folder.names.contains("books.sqlite.import"))
        #expect(try allBooks(catalogue).count == 10)
        #expect(try BookCatalogue(at: file).bookCount == 10)
        // What was left is no hindrance for the next one, and is gone after it.
        #expect(try catalogue.importBooks(from: .csv(source)).bookCount == 12_010)
        #expect(try folder.names.filter { $0.hasSuffix(".import") }.isEmpty)
        #expect(try integrity() == "ok")
    }

    /// The size of files is limited, as it is on a full disk.
    @Test func fullDiskChangesNothing() async throws {
        let catalogue = try BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write(rows(10))))
        let source = try folder.write(rows(30_000, title: "Nou"))
        await #expect(processExitsWith: .success) { [path = file.path as String, csv = source.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
            #if canImport(Glibc)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            #else
                try #require(setrlimit(RLIMIT_FSIZE, &limit) == 0)
            #endif
            let catalogue = try BookCatalogue(at: URL(filePath: path))
            #expect(throws: DatabaseError.self) { try catalogue.importBooks(from: .csv(URL(filePath: csv))) }
            #expect(try catalogue.bookCount == 10)
        }
        #expect(try allBooks(catalogue).count == 10)
        #expect(try folder.names.filter { $0.hasSuffix(".import") }.isEmpty)
    }

    @Test func oneImportAtATime() throws {
        let catalogue = try BookCatalogue(at: file)
        let source = try folder.write(rows(6000))
        try catalogue.importBooks(from: .csv(source)) { _ in
            #expect(throws: BookCatalogueError.importIsRunning) {
                try BookCatalogue(at: file).importBooks(from: .csv(source))
            }
        }
        #expect(try catalogue.bookCount == 6000)
    }

    /// The number of the lock's file is another thread's as soon as it is closed: closed once more, it takes that thread's file away.
    @Test func refusedLockClosesNothingOfOthers() async throws {
        await #expect(processExitsWith: .success) { [lock = folder.url.appending(path: "lock") as URL] in
            let held = try FileLock(lock)
            let isDone = Atomic(false)
            async let failures = {
                var failures = 0
                while !isDone.load(ordering: .acquiring) {
                    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
                    if write(descriptor, "x", 1) != 1 || close(descriptor) != 0 { failures += 1 }
                }
                return failures
            }()
            for _ in 0..<2_000 {
                #expect(throws: BookCatalogueError.importIsRunning) { _ = try FileLock(lock) }
            }
            isDone.store(true, ordering: .releasing)
            #expect(await failures == 0)
            withExtendedLifetime(held) {}
        }
    }

    @Test func otherFilesAreNoCatalogues() throws {
        let text = try folder.write("title,author,isbn\n", "text.sqlite")
        #expect(throws: DatabaseError.self) { try BookCatalogue(at: text) }
        let other = folder.url.appending(path: "other.sqlite")
        try DatabaseQueue(path: other.path).write { try $0.execute(sql: "CREATE TABLE book (id)") }
        #expect(throws: BookCatalogueError.notACatalogue) { try BookCatalogue(at: other) }
        _ = try BookCatalogue(at: file)
        try DatabaseQueue(path: file.path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
        #expect(throws: BookCatalogueError.otherVersion(99)) { try BookCatalogue(at: file) }
        #expect(throws: (any Error).self) { try BookCatalogue(at: folder.url.appending(path: "no/such/folder.sqlite")) }
    }

    @Test func damagedCatalogueIsAnError() throws {
        let catalogue = try BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write(rows(3000))))
        let whole = try Data(contentsOf: file)
        try whole.prefix(whole.count / 2).write(to: file)
        #expect(throws: DatabaseError.self) {
            let catalogue = try BookCatalogue(at: file)
            _ = try allBooks(catalogue)
            for number in 0..<97 { _ = try catalogue.read { try $0.occurrences(of: "autor\(number)") } }
        }
    }

    @Test func readingsRunSideBySide() async throws {
        let catalogue = try BookCatalogue(at: file)
        try catalogue.importBooks(from: .csv(folder.write(rows(2000))))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<32 {
                group.addTask {
                    try catalogue.read { try $0.books(title: ["llibre", "\(number)"], author: [], limit: 10).count }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 1, count: 32))
    }

    private func integrity() throws -> String? {
        try DatabaseQueue(path: file.path).read { db in
            try db.execute(sql: "SELECT count(*) FROM searchTerm")
            return try String.fetchOne(db, sql: "PRAGMA integrity_check")
        }
    }
}
