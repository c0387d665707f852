import Foundation
import RecognitionService
import ScanProtocol
import ScanTestSupport
import Testing

/// One at a time: each test starts a server of its own.
@Suite(.serialized) struct PostgresJobStoreTests {
    /// One server for all checks: each has a database of its own.
    @Test func conformance() async throws {
        let server = try await PostgresServer()
        defer { server.remove() }
        for check in StoreConformance.checks {
            let folder = try TemporaryFolder()
            let time = ManualTime()
            let store = try await PostgresJobStore(
                connectionString: try server.newDatabase(),
                policy: StoreConformance.policy
            ) { time.now }
            do {
                let photos = try UploadedPhotoFolder(url: folder.url)
                try await check.run(StoreConformance.Subject(store: store, photos: photos, time: time))
            } catch {
                Issue.record(error, "\(check.testDescription)")
            }
        }
    }

    @Test func severalConnectionsShareTheJobs() async throws {
        let server = try await PostgresServer()
        defer { server.remove() }
        let database = server.connectionString
        let folder = try TemporaryFolder()
        let photos = try UploadedPhotoFolder(url: folder.url)
        let first = try await PostgresJobStore(connectionString: database)
        var ids: Set<ScanID> = []
        for number in 0..<40 { ids.insert(try await first.enqueued(number, in: photos)) }
        let leased = try await withThrowingTaskGroup(of: [ScanID].self) { group in
            for _ in 0..<4 {
                let store = try await PostgresJobStore(connectionString: database)
                group.addTask {
                    var mine: [ScanID] = []
                    while let lease = try await store.lease(for: .seconds(60)) {
                        try await store.finish(lease, PhotoResult(photo: lease.photoName, books: []))
                        mine.append(lease.scan)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(leased.count == 40)
        #expect(Set(leased) == ids)
    }

    @Test func uploadsOfAVersionWithoutExpirationHaveADay() async throws {
        let server = try await PostgresServer()
        defer { server.remove() }
        let former = try await PostgresJobStore(connectionString: server.connectionString)
        let scan = NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)
        let id = try await former.create(scan).id
        try server.execute(
            "ALTER TABLE scan DROP COLUMN expires",
            "DROP TABLE expired_upload",
            database: server.connectionString
        )
        let begin = Date()
        let store = try await PostgresJobStore(connectionString: server.connectionString)
        let expires = try #require(try await store.scan(id)?.expires)
        #expect(abs(expires.timeIntervalSince(begin) - 24 * 3600) < 3600)
        #expect(try await store.expireUploads().isEmpty)
    }

    @Test func changesByOtherConnectionsAreTold() async throws {
        let server = try await PostgresServer()
        defer { server.remove() }
        let database = server.connectionString
        let folder = try TemporaryFolder()
        let photos = try UploadedPhotoFolder(url: folder.url)
        let listening = try await PostgresJobStore(connectionString: database)
        let changing = try await PostgresJobStore(connectionString: database)
        let id = try await changing.enqueued(1, in: photos)
        let lease = try #require(try await changing.lease(for: .seconds(60)))
        async let event = listening.finalEvent(of: id)
        try await changing.finish(lease, PhotoResult(photo: "1.jpg", books: []))
        #expect(try await event == .done(PhotoResult(photo: "1.jpg", books: [])))
    }

    @Test func aServerThatComesBackHasLostNothing() async throws {
        let server = try await PostgresServer()
        defer { server.remove() }
        let folder = try TemporaryFolder()
        let photos = try UploadedPhotoFolder(url: folder.url)
        let store = try await PostgresJobStore(connectionString: server.connectionString)
        let id = try await store.enqueued(1, in: photos)
        let lease = try #require(try await store.lease(for: .seconds(600)))
        try server.stop()
        await #expect(throws: PostgresError.self) { try await store.finish(lease, PhotoResult(photo: "", books: [])) }
        await #expect(throws: PostgresError.self) { try await store.scan(id) }
        try await server.start()
        // Whoever listens is told, and sees what happens from now on.
        async let event = store.finalEvent(of: id)
        try await store.finish(lease, PhotoResult(photo: "1.jpg", books: []))
        #expect(try await event == .done(PhotoResult(photo: "1.jpg", books: [])))
        #expect(try await store.events(of: id, after: 0).map(\.event).filter(\.isFinal).count == 1)
    }

    @Test func noServerIsAnError() async {
        await #expect(throws: PostgresError.self) {
            try await PostgresJobStore(connectionString: "host=/nonexistent connect_timeout=1")
        }
    }

    @Test func workersAreKilled() async throws {
        let server = try await PostgresServer()
        defer { server.remove() }
        let database = server.connectionString
        let folder = try TemporaryFolder()
        let photos = try UploadedPhotoFolder(url: folder.url.appending(path: "photos"))
        let store = try await PostgresJobStore(connectionString: database)
        let arguments =
            ["work", "--folder", folder.url.path, "--database", database, "--lease", "1000"] + WorkerKills.pace
        try await WorkerKills.run(
            store: store,
            photos: photos,
            arguments: arguments,
            scans: 30,
            kills: WorkerKills.count,
            seed: 2
        )
    }
}
