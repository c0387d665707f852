import Foundation
import GRDB
import ScanProtocol
import ScanTestSupport
import SeededRandom
import Synchronization
import Testing

@testable import BookScanner

@Suite("Store: photos and their rows")
struct ScanStoreTests {
    let folder: TemporaryFolder
    let time = TestClock()

    init() throws { folder = try TemporaryFolder() }

    func open(_ calls: FileCalls = FileCalls()) async throws -> ScanStore {
        try await ScanStore.open(at: folder.url, calls: calls, clock: time.scanClock)
    }

    static let info = ScanPhotoInfo(capturedAt: Date(timeIntervalSince1970: 1000), width: 1024, height: 768)

    private var photoNames: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "photos").path).sorted()
        }
    }

    @Test("A photo and its row are there after another start, with size and token estimates")
    func addAndReopen() async throws {
        let store = try await open()
        let job = try await store.add(CrashPhoto.bytes(seed: 1), Self.info)
        try await store.close()
        // Who ends twice does no harm.
        try await store.close()
        let reopened = try await open()
        #expect(try await reopened.pendingJobs() == [job])
        #expect(try await reopened.photo(of: job.id) == CrashPhoto.bytes(seed: 1))
        let tokens = try #require(try await reopened.info(of: job.id)).tokens
        #expect(tokens.estimates.map(\.tokens) == [516, 1032])
        #expect(reopened.recovery == ScanStore.Recovery())
    }

    @Test("The same photo under the same id is kept once")
    func addTwice() async throws {
        let store = try await open()
        let id = UUID()
        let first = try await store.add(CrashPhoto.bytes(seed: 1), Self.info, id: id)
        #expect(try await store.add(CrashPhoto.bytes(seed: 1), Self.info, id: id) == first)
        #expect(try photoNames.count == 1)
    }

    @Test("A photo without a byte is refused")
    func emptyPhoto() async throws {
        let store = try await open()
        await #expect(throws: ScanStoreError.emptyPhoto) { _ = try await store.add(Data(), Self.info) }
    }

    @Test("A full disk is a clear error, whichever call meets it, and nothing is kept", arguments: 0..<4)
    func diskFull(step: Int) async throws {
        var calls = FileCalls()
        switch step {
        case 0: calls.write = { _, _ in ENOSPC }
        case 1: calls.sync = { _ in ENOSPC }
        case 2: calls.rename = { _, _ in ENOSPC }
        default: break
        }
        let store = try await open(calls)
        if step == 3 {
            try await store.pool.write { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count")!
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
        }
        await #expect(throws: ScanStoreError.diskFull) {
            // A name that does not fit into the pages there are.
            let info = ScanPhotoInfo(capturedAt: .now, name: String(repeating: "x", count: 100_000))
            _ = try await store.add(CrashPhoto.bytes(seed: 1), info)
        }
        #expect(try photoNames.isEmpty)
        #expect(try await store.pendingJobs().isEmpty)
    }

    @Test("What a killed process began is completed or removed at the next start")
    func recovery() async throws {
        var calls = FileCalls()
        calls.rename = { _, _ in 0 }
        let crashing = try await open(calls)
        // As if the process had been killed between the row and the rename, and between the file and the row.
        let job = try await crashing.add(CrashPhoto.bytes(seed: 1), Self.info)
        let folder = folder.url.appending(path: "photos")
        try Data("half".utf8).write(to: folder.appending(path: "\(UUID().uuidString.lowercased()).part"))
        try await crashing.close()

        let store = try await open()
        #expect(store.recovery.photosCompleted == 1)
        #expect(store.recovery.filesRemoved == 1)
        #expect(try await store.photo(of: job.id) == CrashPhoto.bytes(seed: 1))
        #expect(try photoNames.count == 1)
    }

    @Test("A job whose photo was deleted by somebody fails instead of waiting for ever")
    func missingPhoto() async throws {
        let store = try await open()
        _ = try await store.add(CrashPhoto.bytes(seed: 1), Self.info)
        try await store.close()
        for name in try photoNames {
            try FileManager.default.removeItem(at: folder.url.appending(path: "photos/\(name)"))
        }
        let reopened = try await open()
        #expect(reopened.recovery.photosMissing == 1)
        #expect(try await reopened.pendingJobs().map(\.stage) == [.failed(.photoUnreadable, isUploaded: false)])
    }

    @Test(
        "A damaged database is set aside, and its photos become jobs under their own ids",
        arguments: ["zeros", "noise", "cut"]
    )
    func damagedDatabase(kind: String) async throws {
        let store = try await open()
        var ids: Set<UUID> = []
        for seed in 0..<5 { ids.insert(try await store.add(CrashPhoto.bytes(seed: UInt64(seed)), Self.info).id) }
        try await store.close()
        let url = folder.url.appending(path: ScanStore.databaseName)
        var bytes = try Data(contentsOf: url)
        switch kind {
        case "zeros": bytes.resetBytes(in: 4096..<bytes.count)
        case "noise": bytes.replaceSubrange(0..<100, with: Data(repeating: 0x5A, count: 100))
        default: bytes = bytes.prefix(5000)
        }
        try bytes.write(to: url)

        let reopened = try await open()
        let damaged = try #require(reopened.recovery.damagedDatabase)
        // Opening may have changed some pages before the damage was found.
        #expect(try Data(contentsOf: damaged).count >= bytes.count)
        #expect(reopened.recovery.photosTakenOver == 5)
        #expect(Set(try await reopened.pendingJobs().map(\.id)) == ids)
    }

    @Test("Removing a job removes its photo; a photo is discarded only when its job is done")
    func removal() async throws {
        let store = try await open()
        let job = try await store.add(CrashPhoto.bytes(seed: 1), Self.info)
        await #expect(throws: ScanStoreError.noSuchJob) { try await store.discardPhoto(of: job.id) }
        #expect(try await store.photo(of: job.id) == CrashPhoto.bytes(seed: 1))
        try await store.remove(job.id)
        #expect(try photoNames.isEmpty)
        #expect(try await store.pendingJobs().isEmpty)
    }
}

@Suite("Store: the lease")
struct ScanLeaseTests {
    let folder: TemporaryFolder
    let time = TestClock()

    init() throws { folder = try TemporaryFolder() }

    func open() async throws -> ScanStore { try await ScanStore.open(at: folder.url, clock: time.scanClock) }

    @Test("One store at a time has the lease; it goes on when the holder is gone or has not renewed it")
    func takeover() async throws {
        let (first, second) = (try await open(), try await open())
        #expect(try await first.claimLease(duration: .seconds(15)) != nil)
        #expect(try await second.claimLease(duration: .seconds(15)) == nil)
        time.advance(by: .seconds(14))
        #expect(try await first.claimLease(duration: .seconds(15)) != nil)
        time.advance(by: .seconds(14))
        #expect(try await second.claimLease(duration: .seconds(15)) == nil)
        time.advance(by: .seconds(2))
        #expect(try await second.claimLease(duration: .seconds(15)) != nil)
        #expect(try await first.claimLease(duration: .seconds(15)) == nil)
        await second.releaseLease()
        #expect(try await first.claimLease(duration: .seconds(15)) != nil)
    }

    @Test("What a former holder still writes is refused")
    func fencing() async throws {
        let (first, second) = (try await open(), try await open())
        let job = try await first.add(CrashPhoto.bytes(seed: 1), ScanStoreTests.info)
        _ = try await first.claimLease(duration: .seconds(15))
        time.advance(by: .seconds(16))
        #expect(try await second.claimLease(duration: .seconds(15)) != nil)
        await #expect(throws: ScanStoreError.leaseLost) { try await first.uploaded(job.id) }
        #expect(try await second.pendingJobs() == [job])
    }

    @Test(
        "A clock that was set back or forward keeps nobody waiting for longer than a lease",
        arguments: [-86_400.0, 86_400]
    )
    func clockJumps(jump: Double) async throws {
        let (first, second) = (try await open(), try await open())
        _ = try await first.claimLease(duration: .seconds(15))
        time.setDate(by: jump)
        #expect(try await second.claimLease(duration: .seconds(15)) != nil)
        await #expect(throws: ScanStoreError.leaseLost) { try await first.finish(UUID()) }
    }

    @Test("The server's wish to be left alone outlives the process, and no clock makes it longer")
    func pause() async throws {
        let store = try await open()
        #expect(try await store.pause() == nil)
        try await store.storePause(.seconds(100))
        time.advance(by: .seconds(30))
        #expect(try await open().pause() == .seconds(70))
        time.setDate(by: -86_400)
        #expect(try await store.pause() == .seconds(100))
        time.setDate(by: 2 * 86_400)
        #expect(try await store.pause() == nil)
    }
}
