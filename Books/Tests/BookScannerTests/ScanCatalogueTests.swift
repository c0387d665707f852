import Foundation
import ScanProtocol
import ScanTestSupport
import Testing

@testable import BookScanner

@Suite("Store: results, decisions, duplicates, export")
struct ScanCatalogueTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A store with a job for each list of books, all done.
    func store(_ photos: [[RecognizedBook]]) async throws -> ScanStore {
        let store = try await ScanStore.open(at: folder.url)
        for (number, books) in photos.enumerated() { try await finish(books, number, in: store) }
        return store
    }

    @discardableResult
    func finish(_ books: [RecognizedBook], _ number: Int, in store: ScanStore) async throws -> UUID {
        let info = ScanPhotoInfo(capturedAt: Date(timeIntervalSince1970: Double(number)), name: "p\(number).jpg")
        let id = try await store.add(CrashPhoto.bytes(seed: 1), info).id
        _ = try await store.claimLease(duration: .seconds(15))
        try await store.uploadCreated(id, ScanID())
        try await store.uploaded(id)
        #expect(try await store.receive(PhotoResult(photo: "", books: books), for: id))
        try await store.finish(id)
        return id
    }

    static func book(_ title: String, _ author: String = "", isbn: String? = nil, accepted: Bool = true)
        -> RecognizedBook
    {
        let corner = PixelPoint(x: 1, y: 2)
        let box = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        return RecognizedBook(
            title: title,
            author: author,
            isbn: isbn,
            score: accepted ? 0.99 : 0.5,
            accepted: accepted,
            text: ["read \(title)"],
            box: box
        )
    }

    @Test("The same result once more changes nothing")
    func exactlyOnce() async throws {
        let store = try await store([[Self.book("Momo", "Michael Ende")]])
        let job = try #require(try await store.books().first).job
        #expect(try await !store.receive(PhotoResult(photo: "", books: [Self.book("Other")]), for: job))
        #expect(try await store.books().map(\.recognized) == [Self.book("Momo", "Michael Ende")])
    }

    @Test("SQL, emoji and titles from right to left are kept and found as they are")
    func oddTitles() async throws {
        let titles = [
            "'); DROP TABLE book; --", "😀 Emoji 👨‍👩‍👧", "ألف ليلة وليلة", "line\r\nbreak, \"quoted\"",
            "Cien años de soledad",
        ]
        let store = try await store([titles.map { Self.book($0) }])
        #expect(try await store.books().map(\.title.title) == titles)
        #expect(try await store.books(search: "drop table").map(\.title.title) == [titles[0]])
        #expect(try await store.books(search: "😀").map(\.title.title) == [titles[1]])
        #expect(try await store.books(search: "ليلة").map(\.title.title) == [titles[2]])
        #expect(try await store.books(search: "ANOS soledad").map(\.title.title) == [titles[4]])
        #expect(try await store.books(search: "%").isEmpty)
        #expect(try await store.books(search: "  ").count == titles.count)
    }

    @Test("An ISBN is found however it is written")
    func searchISBN() async throws {
        let store = try await store([[Self.book("Momo", isbn: "978-3-522-20255-8")]])
        for text in ["9783522202558", "978-3-522-20255-8", "3-522-20255-4"] {
            #expect(try await store.books(search: text).count == 1, "\(text)")
        }
    }

    @Test("Books below acceptance are asked about until they are decided, and corrections replace what was read")
    func decisions() async throws {
        let store = try await store([
            [Self.book("Moma", accepted: false), Self.book("Krabat"), Self.book("zzz", accepted: false)]
        ])
        let open = try await store.booksToConfirm()
        #expect(open.map(\.title.title) == ["Moma", "zzz"])
        try await store.correct(open[0].id, BookTitle(title: "Momo", author: "Michael Ende"))
        try await store.reject(open[1].id)
        #expect(try await store.booksToConfirm().isEmpty)
        #expect(try await store.bookCount() == 2, "a rejected one is none")
        #expect(
            try await store.books(search: "ende").map(\.title) == [BookTitle(title: "Momo", author: "Michael Ende")]
        )
        #expect(try await store.accuracy() == ScanAccuracy(latest: [.corrected, .rejected]))
    }

    @Test(
        "Larger photos are proposed when less than 95 % of the last 40 decisions confirmed the result",
        arguments: [2, 3]
    )
    func accuracy(wrong: Int) {
        let decisions = (0..<60).map { index in
            // What is older than the sample does not count.
            index >= 40 ? BookDecision.rejected : index < wrong ? .corrected : .confirmed
        }
        let accuracy = ScanAccuracy(latest: decisions)
        #expect(accuracy.decided == 40)
        #expect(accuracy.proposesLargerPhotos == (wrong > 2))
        #expect(!ScanAccuracy(latest: Array(decisions.prefix(39))).proposesLargerPhotos)
    }

    @Test("The same book in another photo is flagged and stays until the user decides; two copies in one photo are two")
    func duplicateBooks() async throws {
        let store = try await store([
            [
                Self.book("Die unendliche Geschichte", "Michael Ende"),
                Self.book("Krabat", "Preussler", isbn: "9783522202558"),
            ],
            [
                Self.book("DIE UNENDLICHE GESCHICHTE!", "Ende, Michael"),
                Self.book("Krabat: Roman", isbn: "9783522202558"),
                Self.book("Momo"), Self.book("Momo"),
            ],
        ])
        let flags = try await store.duplicates()
        #expect(flags.allSatisfy { $0.title != nil })
        #expect(flags.map(\.reason) == [.titleAndAuthor, .isbn])
        #expect(try await store.books().count == 6)
        try await store.judge(flags[0].id, .same)
        try await store.judge(flags[1].id, .different)
        #expect(try await store.books().count == 5)
        #expect(try await store.duplicates().isEmpty)
        #expect(try await store.duplicates(.same).map(\.id) == [flags[0].id])
    }

    @Test("R-SCAN-6: a shelf that is scanned again and again is asked about once for each book of each photo")
    func manyPhotosOfOneShelf() async throws {
        let shelf = [Self.book("Momo"), Self.book("Krabat"), Self.book("Emma", isbn: "9780141439587")]
        let store = try await store(Array(repeating: shelf, count: 12))
        let flags = try await store.duplicates()
        #expect(flags.count == 11 * 3)
        #expect(Set(flags.compactMap(\.book)).count == 11 * 3)
        // With the latest before it.
        for flag in flags { #expect(flag.formerBook == flag.book.map { $0 - 3 }) }
        for flag in flags { try await store.judge(flag.id, .same) }
        #expect(try await store.books().map(\.title.title) == ["Momo", "Krabat", "Emma"])
    }

    @Test("R-SCAN-6: who is asked about two photos, or calls them the same, is not asked about their books")
    func samePhotos() async throws {
        let store = try await store([
            [Self.book("Momo"), Self.book("Krabat")], [Self.book("Momo"), Self.book("Krabat")],
        ])
        let flags = try await store.duplicates()
        #expect(flags.map(\.reason) == [.titleAndAuthor, .titleAndAuthor])
        let photos = try #require(flags.first)
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO duplicate (job, formerJob, reason, distance)
                    SELECT job, formerJob, 'image', 3 FROM duplicate WHERE id = ?
                    """,
                arguments: [photos.id]
            )
        }
        let alike = try #require(try await store.duplicates().first { $0.reason == .image })
        #expect(alike.title == nil)
        #expect(try await store.duplicates().map(\.id) == [alike.id])
        try await store.judge(alike.id, .same)
        #expect(try await store.duplicates().isEmpty)
        #expect(try await store.books().count == 2)
        try await store.judge(alike.id, .different)
        #expect(try await store.duplicates().count == 2)
    }

    @Test("CSV is as RFC 4180 has it")
    func csv() async throws {
        let store = try await store([[Self.book("a, \"b\"\r\nc", "d", isbn: "9783522202558")], [Self.book("e")]])
        let text = String(decoding: CatalogueExport.csv(try await store.books()), as: UTF8.self)
        #expect(
            text == """
                title,author,isbn,score,accepted,decision,photo,captured\r
                "a, ""b""\r\nc",d,9783522202558,0.99,true,open,p0.jpg,1970-01-01T00:00:00Z\r
                e,,,0.99,true,open,p1.jpg,1970-01-01T00:00:01Z\r

                """
        )
    }

    @Test("JSON is the list of photos with their books, without the rejected ones")
    func json() async throws {
        let store = try await store([[Self.book("a"), Self.book("b")], [Self.book("c", isbn: "9783522202558")]])
        try await store.reject(try #require(try await store.books().first).id)
        let results = try JSONDecoder().decode([PhotoResult].self, from: CatalogueExport.json(try await store.books()))
        #expect(results.map(\.photo) == ["p0.jpg", "p1.jpg"])
        #expect(results.map { $0.books.map(\.title) } == [["b"], ["c"]])
    }
}
