import Foundation
import GRDB
import RecognitionService
import ScanProtocol
import ScanTestSupport
import Testing

/// What every store has to do. Each check gets an empty store.
enum StoreConformance {
    struct Subject: Sendable {
        let store: any ScanJobStore
        let photos: any PhotoStorage
        let time: ManualTime
    }

    struct Check: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Subject) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    /// The policy that the checks expect.
    static let policy = ScanJobStorePolicy(maximumAttempts: 3, longestWait: .seconds(600))

    static let checks: [Check] = [
        Check("the same key gives the same scan", sameKey),
        Check("another length or metadata is refused", keyReused),
        Check("the offset moves from where it is", offset),
        Check("a photo is queued once", queuedOnce),
        Check("a rejected upload has failed", rejection),
        Check("jobs are leased in order", order),
        Check("a lease ends without renewal", leaseExpiry),
        Check("a renewed lease goes on", renewal),
        Check("a lost lease stores nothing", lostLease),
        Check("a failed attempt waits", retry),
        Check("the last failure is final", finalFailure),
        Check("a photo that kills workers fails", attemptLimit),
        Check("a lease given back is no attempt", givenBack),
        Check("no delay is longer than the policy allows", longestWait),
        Check("a clock that went back holds no job", clockWentBack),
        Check("a terminated scan leaves its key", termination),
        Check("an upload expires a day after its last byte", expiration),
        Check("what is complete does not expire", completeUploadsStay),
        Check("events after an id", eventsAfter),
        Check("changes are told", changes),
        Check("many workers share the jobs", manyWorkers),
    ]

    static func result(_ name: String) -> PhotoResult { PhotoResult(photo: name, books: []) }

    static func sameKey(_ subject: Subject) async throws {
        let metadata = try #require(UploadMetadata(fieldValue: "filename YQ==,x"))
        let key = IdempotencyKey()
        let first = try await subject.store.create(NewScan(key: key, metadata: metadata, length: 5))
        let second = try await subject.store.create(NewScan(key: key, metadata: metadata, length: 5))
        #expect(first == second)
        #expect(try await subject.store.scan(first.id) == first)
        #expect(first.metadata == metadata)
        #expect(first.stage == .uploading)
        let other = try await subject.store.create(NewScan(key: IdempotencyKey(), metadata: metadata, length: 5))
        #expect(other.id != first.id)
        #expect(try await subject.store.scan(ScanID()) == nil)
    }

    static func keyReused(_ subject: Subject) async throws {
        let key = try #require(IdempotencyKey("'; DROP TABLE scan; -- \\\""))
        _ = try await subject.store.create(NewScan(key: key, metadata: UploadMetadata(), length: 5))
        await #expect(throws: ScanJobStoreError.keyReused) {
            try await subject.store.create(NewScan(key: key, metadata: UploadMetadata(), length: 6))
        }
        let metadata = try #require(UploadMetadata(fieldValue: "filename YQ=="))
        await #expect(throws: ScanJobStoreError.keyReused) {
            try await subject.store.create(NewScan(key: key, metadata: metadata, length: 5))
        }
    }

    static func offset(_ subject: Subject) async throws {
        let store = subject.store
        let id = try await store.create(NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)).id
        try await store.advance(id, from: 0, to: 3)
        await #expect(throws: ScanJobStoreError.offsetConflict(current: 3)) {
            try await store.advance(id, from: 0, to: 4)
        }
        await #expect(throws: ScanJobStoreError.offsetConflict(current: 3)) { try await store.enqueue(id) }
        await #expect(throws: ScanJobStoreError.noSuchScan) { try await store.advance(ScanID(), from: 0, to: 4) }
        await #expect(throws: (any Error).self) { try await store.advance(id, from: 3, to: 6) }
        #expect(try await store.scan(id)?.offset == 3)
    }

    static func queuedOnce(_ subject: Subject) async throws {
        let id = try await subject.store.enqueued(1, in: subject.photos)
        try await subject.store.enqueue(id)
        #expect(try await subject.store.events(of: id, after: 0).map(\.event) == [.queued])
        #expect(try await subject.store.scan(id)?.stage == .queued)
        await #expect(throws: ScanJobStoreError.noSuchScan) { try await subject.store.enqueue(ScanID()) }
    }

    static func rejection(_ subject: Subject) async throws {
        let store = subject.store
        let id = try await store.create(NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)).id
        let problem = ProblemDetails(title: "no photo", status: 415)
        try await store.reject(id, problem)
        try await store.reject(id, ProblemDetails())
        #expect(try await store.scan(id)?.stage == .failed(problem))
        #expect(try await store.events(of: id, after: 0).map(\.event) == [.failed(problem)])
        let complete = try await store.enqueued(1, in: subject.photos)
        try await store.reject(complete, problem)
        #expect(try await store.scan(complete)?.stage == .queued)
    }

    static func order(_ subject: Subject) async throws {
        var ids: [ScanID] = []
        for number in 0..<5 { ids.append(try await subject.store.enqueued(number, in: subject.photos)) }
        var leased: [ScanLease] = []
        while let lease = try await subject.store.lease(for: .seconds(30)) { leased.append(lease) }
        #expect(leased.map(\.scan) == ids)
        #expect(leased.map(\.photoName) == (0..<5).map { "\($0).jpg" })
        // A job that comes back keeps its place.
        try await subject.store.release(leased[3], nil, retryAfter: nil)
        try await subject.store.release(leased[1], nil, retryAfter: nil)
        #expect(try await subject.store.lease(for: .seconds(30))?.scan == ids[1])
        #expect(try await subject.store.lease(for: .seconds(30))?.scan == ids[3])
    }

    static func leaseExpiry(_ subject: Subject) async throws {
        let id = try await subject.store.enqueued(1, in: subject.photos)
        let first = try #require(try await subject.store.lease(for: .seconds(30)))
        subject.time.advance(by: .seconds(29))
        #expect(try await subject.store.lease(for: .seconds(30)) == nil)
        subject.time.advance(by: .seconds(1))
        let second = try #require(try await subject.store.lease(for: .seconds(30)))
        #expect(second.scan == id)
        #expect(second.attempt == 2)
        #expect(second.token != first.token)
    }

    static func renewal(_ subject: Subject) async throws {
        _ = try await subject.store.enqueued(1, in: subject.photos)
        let lease = try #require(try await subject.store.lease(for: .seconds(30)))
        for _ in 0..<5 {
            subject.time.advance(by: .seconds(29))
            try await subject.store.renew(lease, for: .seconds(30))
            #expect(try await subject.store.lease(for: .seconds(30)) == nil)
        }
        // Late, but nobody else has it.
        subject.time.advance(by: .seconds(31))
        try await subject.store.renew(lease, for: .seconds(30))
        #expect(try await subject.store.lease(for: .seconds(30)) == nil)
    }

    static func lostLease(_ subject: Subject) async throws {
        let store = subject.store
        let id = try await store.enqueued(1, in: subject.photos)
        let lost = try #require(try await store.lease(for: .seconds(30)))
        subject.time.advance(by: .seconds(30))
        let lease = try #require(try await store.lease(for: .seconds(30)))
        func expectLost(_ lease: ScanLease) async {
            await #expect(throws: ScanJobStoreError.leaseLost) { try await store.renew(lease, for: .seconds(30)) }
            await #expect(throws: ScanJobStoreError.leaseLost) {
                try await store.report(lease, RecognitionProgress(0.5))
            }
            await #expect(throws: ScanJobStoreError.leaseLost) { try await store.finish(lease, result("lost")) }
            await #expect(throws: ScanJobStoreError.leaseLost) { try await store.release(lease, nil, retryAfter: nil) }
        }
        await expectLost(lost)
        try await store.finish(lease, result("kept"))
        await expectLost(lost)
        await expectLost(lease)
        #expect(try await store.scan(id)?.stage == .done(result("kept")))
        let finals = try await store.events(of: id, after: 0).map(\.event).filter(\.isFinal)
        #expect(finals == [.done(result("kept"))])
    }

    static func retry(_ subject: Subject) async throws {
        let store = subject.store
        let id = try await store.enqueued(1, in: subject.photos)
        let lease = try #require(try await store.lease(for: .seconds(30)))
        try await store.release(lease, ProblemDetails(title: "again"), retryAfter: .seconds(5))
        #expect(try await store.scan(id)?.stage == .queued)
        #expect(try await store.lease(for: .seconds(30)) == nil)
        subject.time.advance(by: .seconds(5))
        let second = try #require(try await store.lease(for: .seconds(30)))
        #expect(second.failures == 1)
        try await store.release(second, nil, retryAfter: nil)
        #expect(try await store.lease(for: .seconds(30))?.failures == 1)
    }

    static func finalFailure(_ subject: Subject) async throws {
        let id = try await subject.store.enqueued(1, in: subject.photos)
        let lease = try #require(try await subject.store.lease(for: .seconds(30)))
        let problem = ProblemDetails(title: "never")
        try await subject.store.release(lease, problem, retryAfter: nil)
        #expect(try await subject.store.scan(id)?.stage == .failed(problem))
        #expect(try await subject.store.events(of: id, after: 0).last?.event == .failed(problem))
        subject.time.advance(by: .seconds(1000))
        #expect(try await subject.store.lease(for: .seconds(30)) == nil)
    }

    static func attemptLimit(_ subject: Subject) async throws {
        let deadly = try await subject.store.enqueued(1, in: subject.photos)
        for _ in 0..<policy.maximumAttempts {
            #expect(try await subject.store.lease(for: .seconds(30))?.scan == deadly)
            subject.time.advance(by: .seconds(31))
        }
        let next = try await subject.store.enqueued(2, in: subject.photos)
        #expect(try await subject.store.lease(for: .seconds(30))?.scan == next)
        #expect(try await subject.store.scan(deadly)?.stage == .failed(ScanJobStorePolicy.abandoned))
    }

    static func givenBack(_ subject: Subject) async throws {
        let id = try await subject.store.enqueued(1, in: subject.photos)
        for _ in 0..<(3 * policy.maximumAttempts) {
            let lease = try #require(try await subject.store.lease(for: .seconds(30)))
            #expect(lease.scan == id)
            #expect(lease.attempt == 1)
            try await subject.store.release(lease, nil, retryAfter: .zero)
        }
        #expect(try await subject.store.scan(id)?.stage == .queued)
    }

    static func longestWait(_ subject: Subject) async throws {
        _ = try await subject.store.enqueued(1, in: subject.photos)
        let lease = try #require(try await subject.store.lease(for: .seconds(30)))
        try await subject.store.release(lease, ProblemDetails(title: "later"), retryAfter: policy.longestWait * 10)
        #expect(try await subject.store.lease(for: .seconds(30)) == nil)
        subject.time.advance(by: policy.longestWait)
        #expect(try await subject.store.lease(for: .seconds(30)) != nil)
    }

    static func clockWentBack(_ subject: Subject) async throws {
        let id = try await subject.store.enqueued(1, in: subject.photos)
        _ = try #require(try await subject.store.lease(for: .seconds(30)))
        subject.time.advance(by: .seconds(-86_400 * 365))
        #expect(try await subject.store.lease(for: .seconds(30))?.scan == id)
        #expect(try await subject.store.lease(for: .seconds(30)) == nil)
    }

    static func termination(_ subject: Subject) async throws {
        let store = subject.store
        let id = try await store.enqueued(1, in: subject.photos)
        let waiting = try await store.enqueued(2, in: subject.photos)
        let lease = try #require(try await store.lease(for: .seconds(30)))
        try await store.terminate(id)
        try await store.terminate(waiting)
        await #expect(throws: ScanJobStoreError.noSuchScan) { try await store.terminate(id) }
        await #expect(throws: ScanJobStoreError.noSuchScan) { try await store.terminate(ScanID()) }
        await #expect(throws: ScanJobStoreError.leaseLost) { try await store.finish(lease, result("x")) }
        #expect(try await store.lease(for: .seconds(30)) == nil)
        #expect(try await store.scan(id)?.stage == .terminated)
        #expect(try await store.events(of: id, after: 0).isEmpty)
    }

    static func expiration(_ subject: Subject) async throws {
        let store = subject.store
        let scan = NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)
        let created = try await store.create(scan)
        #expect(created.expires == subject.time.now.addingTimeInterval(24 * 3600))
        subject.time.advance(by: .seconds(24 * 3600 - 1))
        #expect(try await store.expireUploads().isEmpty)
        try await store.advance(created.id, from: 0, to: 3)
        #expect(try await store.scan(created.id)?.expires == subject.time.now.addingTimeInterval(24 * 3600))
        subject.time.advance(by: .seconds(24 * 3600 - 1))
        #expect(try await store.expireUploads().isEmpty)
        subject.time.advance(by: .seconds(1))
        #expect(try await store.expireUploads() == [created.id])
        #expect(try await store.scan(created.id) == nil)
        await #expect(throws: ScanJobStoreError.noSuchScan) { try await store.advance(created.id, from: 3, to: 5) }
        // Whoever was to remove the photo may have been killed.
        #expect(try await store.expireUploads() == [created.id])
        try await store.forgetExpiredUpload(created.id)
        #expect(try await store.expireUploads().isEmpty)
        // The key is free again.
        let again = try await store.create(NewScan(key: scan.key, metadata: scan.metadata, length: 5))
        #expect(again.id != created.id && again.offset == 0)
    }

    static func completeUploadsStay(_ subject: Subject) async throws {
        let store = subject.store
        let queued = try await store.enqueued(1, in: subject.photos)
        #expect(try await store.scan(queued)?.expires == nil)
        let leased = try await store.enqueued(2, in: subject.photos)
        #expect(try await store.lease(for: .seconds(30))?.scan == queued)
        let rejected = try await store.create(NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)).id
        try await store.reject(rejected, ScanJobStorePolicy.abandoned)
        let given = try await store.create(NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)).id
        try await store.terminate(given)
        subject.time.advance(by: .seconds(48 * 3600))
        #expect(try await store.expireUploads().isEmpty)
        for id in [queued, leased, rejected, given] { #expect(try await store.scan(id) != nil) }
    }

    static func eventsAfter(_ subject: Subject) async throws {
        let store = subject.store
        let id = try await store.enqueued(1, in: subject.photos)
        let other = try await store.enqueued(2, in: subject.photos)
        let lease = try #require(try await store.lease(for: .seconds(30)))
        try await store.report(lease, RecognitionProgress(0.5, stage: .reading))
        try await store.finish(lease, result("\u{1F4DA} '\"\\ \u{05D0}"))
        let events = try await store.events(of: id, after: 0)
        let expected: [ScanEvent] = [
            .queued, .recognising(RecognitionProgress(0)), .recognising(RecognitionProgress(0.5, stage: .reading)),
            .done(result("\u{1F4DA} '\"\\ \u{05D0}")),
        ]
        #expect(events.map(\.event) == expected)
        #expect(events.map(\.id) == events.map(\.id).sorted())
        #expect(Set(events.map(\.id)).count == 4)
        #expect(try await store.events(of: id, after: events[1].id) == Array(events[2...]))
        #expect(try await store.events(of: other, after: 0).map(\.event) == [.queued])
    }

    static func changes(_ subject: Subject) async throws {
        let id = try await subject.store.enqueued(1, in: subject.photos)
        var ofScan = subject.store.changes(of: id).makeAsyncIterator()
        var ofAny = subject.store.changes(of: nil).makeAsyncIterator()
        let lease = try #require(try await subject.store.lease(for: .seconds(30)))
        try await subject.store.finish(lease, result("x"))
        // Each wait ends, or the test does not.
        await ofScan.next()
        await ofAny.next()
    }

    static func manyWorkers(_ subject: Subject) async throws {
        var ids: Set<ScanID> = []
        for number in 0..<40 { ids.insert(try await subject.store.enqueued(number, in: subject.photos)) }
        let leased = try await withThrowingTaskGroup(of: [ScanID].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var mine: [ScanID] = []
                    while let lease = try await subject.store.lease(for: .seconds(30)) {
                        try await subject.store.finish(lease, result(lease.photoName))
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
}

@Suite struct SQLiteJobStoreTests {
    @Test(arguments: StoreConformance.checks) func conformance(_ check: StoreConformance.Check) async throws {
        let service = try TestService(policy: StoreConformance.policy)
        try await check.run(.init(store: service.store, photos: service.photos, time: service.time))
    }

    @Test func uploadsOfAVersionWithoutExpirationHaveADay() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "scans.sqlite")
        let scan = NewScan(key: IdempotencyKey(), metadata: UploadMetadata(), length: 5)
        let id = try await SQLiteJobStore(url: file).create(scan).id
        try await DatabaseQueue(path: file.path).write { database in
            try database.execute(
                sql: """
                    DROP INDEX scanUpload;
                    ALTER TABLE scan DROP COLUMN expires;
                    DROP TABLE expiredUpload;
                    DELETE FROM grdb_migrations WHERE identifier = 'expiration';
                    """
            )
        }
        let begin = Date()
        let store = try SQLiteJobStore(url: file)
        let expires = try #require(try await store.scan(id)?.expires)
        #expect(abs(expires.timeIntervalSince(begin) - 24 * 3600) < 3600)
        #expect(try await store.expireUploads().isEmpty)
    }

    @Test func eventIDsRiseOverRestarts() async throws {
        let service = try TestService()
        let first = try await service.store.enqueued(1, in: service.photos)
        let former = try await service.store.events(of: first, after: 0).map(\.id)
        try await service.store.terminate(first)
        let reopened = try SQLiteJobStore(url: service.folder.url.appending(path: "scans.sqlite"))
        let second = try await reopened.enqueued(2, in: service.photos)
        let later = try await reopened.events(of: second, after: 0).map(\.id)
        let (last, next) = (try #require(former.last), try #require(later.first))
        #expect(next > last)
    }

    @Test func changesByAnotherProcessAreTold() async throws {
        let service = try TestService()
        let other = try SQLiteJobStore(url: service.folder.url.appending(path: "scans.sqlite"))
        let clock = TestClock()
        let watching = Task { try await service.store.watchOtherProcesses(every: .seconds(1), clock: clock) }
        await clock.waitForSleepers(1)
        let changes = service.store.changes(of: nil)
        _ = try await other.enqueued(1, in: service.photos)
        clock.advance(by: .seconds(1))
        for await _ in changes { break }
        watching.cancel()
        _ = await watching.result
    }

    @Test func aFileThatIsNoDatabaseIsAnError() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "scans.sqlite")
        try Data(repeating: 0x41, count: 10_000).write(to: url)
        #expect(throws: (any Error).self) { try SQLiteJobStore(url: url) }
    }
}
