import Foundation
import HTTPTransports
import HTTPTypes
import ScanProtocol
import ScanServiceTestSupport
import ScanTestSupport
import SeededRandom
import Synchronization
import Testing

@testable import BookScanner

// One at a time: SwiftNIO ends the process when a server is cancelled while it accepts somebody, and the more of them there are, the
// sooner that happens.
@Suite("Client against the real service", .serialized)
struct ScanSessionTests {
    let folder: TemporaryFolder
    let recognizer = PrintRecognizer()
    /// Nobody waits for retries: time jumps to their end.
    let time = TestClock(isAutomatic: true)

    init() throws { folder = try TemporaryFolder() }

    /// The clock of retries jumps, so the lease has to last.
    private func policy(window: Int) -> ScanQueuePolicy {
        var policy = ScanQueuePolicy()
        policy.window = window
        policy.leaseDuration = .seconds(1e9)
        policy.leaseRenewal = .seconds(5e8)
        policy.errorsPerScan = 1000
        return policy
    }

    private func session(_ store: ScanStore, _ transport: any HTTPTransport, window: Int = 3) -> ScanSession {
        var configuration = ScanClientConfiguration(server: URL(string: "http://127.0.0.1:1")!)
        configuration.chunkSize = 64 << 10
        return ScanSession(
            store: store,
            configuration: configuration,
            transport: transport,
            policy: policy(window: window),
            clock: time.scanClock,
            random: { 0.5 }
        )
    }

    private func withService(
        seed: UInt64,
        rate: Double,
        leaseTime: Duration = .seconds(5),
        _ body: (TestService, FaultyTransport) async throws -> Void
    ) async throws {
        try await withTestService(
            in: folder,
            recognizer,
            clock: time.scanClock,
            seed: seed,
            rate: rate,
            leaseTime: leaseTime,
            body
        )
    }

    private func waitUntil(_ session: ScanSession, _ condition: (ScanSnapshot) -> Bool) async throws {
        for await snapshot in await session.snapshots() where condition(snapshot) { return }
        throw CancellationError()
    }

    private func capture(_ count: Int, in session: ScanSession, from first: Int = 0) async throws -> [String] {
        var prints: [String] = []
        for number in first..<(first + count) {
            let photo = CrashPhoto.bytes(seed: UInt64(number))
            let info = ScanPhotoInfo(
                capturedAt: Date(timeIntervalSince1970: Double(number)),
                name: "p\(number).jpg",
                width: 1024,
                height: 768
            )
            try await session.capture(photo, info)
            prints.append(PrintRecognizer.print(photo))
        }
        return prints
    }

    @Test(
        "Each photo has exactly one result, in order, while network and server fail",
        arguments: [1, 3],
        [11, 12, 13]
    )
    func faults(window: Int, seed: Int) async throws {
        // Nobody stops the service, and nothing is recognised twice because the machine is busy.
        try await withService(seed: UInt64(seed), rate: 0.35, leaseTime: .seconds(600)) { _, transport in
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport, window: window)
            try await session.start()
            let prints = try await capture(20, in: session)
            try await waitUntil(session) { $0.finishedCount == 20 }
            #expect(try await store.books().map(\.title.title) == prints, "seed \(seed)")
            #expect(recognizer.seen == Dictionary(uniqueKeysWithValues: prints.map { ($0, 1) }), "recognised once each")
            #expect(transport.faults > 10)
            // With a window of one, no request is on its way when the refusal comes.
            if window == 1 { #expect(transport.requestsWhileRefused == 0) }
            await session.stop()
        }
    }

    @Test("Restarts of client and service, also in the midst of uploads, lose and double nothing", arguments: [21, 22])
    func restarts(seed: Int) async throws {
        try await withService(seed: UInt64(seed), rate: 0.2) { service, transport in
            let clientFolder = folder.url.appending(path: "client")
            var random = SeededGenerator(seed: UInt64(seed))
            var prints: [String] = []
            for round in 0..<6 {
                let store = try await ScanStore.open(at: clientFolder)
                let session = session(store, transport)
                try await session.start()
                prints += try await capture(4, in: session, from: round * 4)
                // Somewhere on the way.
                let target = Int(random.next() % 5)
                let before = try await store.finishedCount()
                if round < 5 {
                    try await waitUntil(session) { $0.finishedCount >= min(before + target, round * 4 + 4) }
                } else {
                    try await waitUntil(session) { $0.finishedCount == prints.count }
                }
                await session.stop()
                if round == 5 { #expect(try await store.books().map(\.title.title) == prints) }
                try await store.close()
                if round % 2 == 0 {
                    await service.stop()
                    try await service.start()
                }
            }
            #expect(Set(recognizer.seen.keys) == Set(prints))
        }
    }

    @Test("What a former process has left is listed after a start without a network")
    func restartWithoutNetwork() async throws {
        struct NoNetwork: NetworkMonitor {
            func reachability() -> AsyncStream<Bool> { AsyncStream { $0.yield(false) } }
        }
        let clientFolder = folder.url.appending(path: "client")
        try await withService(seed: 23, rate: 0) { _, transport in
            let store = try await ScanStore.open(at: clientFolder)
            let session = session(store, transport)
            try await session.start()
            _ = try await capture(1, in: session)
            try await waitUntil(session) { $0.finishedCount == 1 }
            await session.stop()
            // Captured and never sent.
            _ = try await capture(2, in: session, from: 1)
            try await store.close()
        }
        let store = try await ScanStore.open(at: clientFolder)
        let later = ScanSession(
            store: store,
            configuration: ScanClientConfiguration(server: URL(string: "http://127.0.0.1:1")!),
            transport: NoTransport(),
            monitor: NoNetwork(),
            clock: time.scanClock
        )
        try await later.start()
        try await waitUntil(later) { $0.jobs.count == 2 && $0.jobs.allSatisfy { $0.info != nil } }
        try await waitUntil(later) { $0.finishedCount == 1 && $0.bookCount == 1 }
        await later.stop()
        try await store.close()
    }

    /// Nobody answers.
    private struct NoTransport: HTTPTransport {
        func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
            throw ScanAttemptError.network
        }
    }

    @Test(
        "A photo that cannot be recognised fails, lets those behind it pass, and is sent anew when the user tries again"
    )
    func unreadable() async throws {
        // What is recognised is counted: nothing is recognised twice because the machine is busy.
        try await withService(seed: 31, rate: 0, leaseTime: .seconds(600)) { _, transport in
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport)
            try await session.start()
            let bad = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("UNREADABLE".utf8)
            let id = try await session.capture(bad, ScanPhotoInfo(capturedAt: .now))
            let prints = try await capture(2, in: session)
            let isFailed = { (snapshot: ScanSnapshot) in
                if case .failed(.recognition) = snapshot.jobs.first?.state {
                    snapshot.finishedCount == 2
                } else {
                    false
                }
            }
            try await waitUntil(session, isFailed)
            #expect(try await store.books().map(\.title.title) == prints)
            #expect(try await store.photo(of: id) == bad)
            #expect(recognizer.seen[PrintRecognizer.print(bad)] == 1)
            await session.retry(id)
            try await waitUntil(session) { isFailed($0) && recognizer.seen[PrintRecognizer.print(bad)] == 2 }
            await session.cancel(id)
            try await waitUntil(session) { $0.jobs.isEmpty }
            await session.stop()
        }
    }

    @Test("Not an image is refused for good")
    func notAnImage() async throws {
        try await withService(seed: 41, rate: 0) { _, transport in
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport)
            try await session.start()
            try await session.capture(Data("This is a text.".utf8), ScanPhotoInfo(capturedAt: .now))
            try await waitUntil(session) {
                if case .failed(let failure) = $0.jobs.first?.state { failure.isPermanent } else { false }
            }
            await session.stop()
        }
    }

    @Test("Tokens that a model reports stand beside the estimates; a photo like another is flagged")
    func tokensAndDuplicates() async throws {
        try await withService(seed: 51, rate: 0) { _, transport in
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport)
            try await session.start()
            let luma = (0..<4096).map { UInt8(truncatingIfNeeded: ($0 % 64) * ($0 / 64)) }
            var info = ScanPhotoInfo(capturedAt: .now, width: 1024, height: 768, imageHash: ImageHash(luma: luma))
            let first = try await session.capture(CrashPhoto.bytes(seed: 1), info)
            info.name = "again"
            let second = try await session.capture(CrashPhoto.bytes(seed: 2), info)
            try await waitUntil(session) { $0.finishedCount == 2 && $0.duplicates.count == 1 }
            let flag = try #require(try await store.duplicates().first)
            #expect((flag.job, flag.formerJob, flag.reason, flag.distance) == (second, first, .image, 0))
            let tokens = try #require(try await store.info(of: first)).tokens
            #expect(tokens.estimates.map(\.tokens) == [516, 1032])
            #expect(tokens.reported == 700)
            // Once more: asked about with the latest of those that it is like.
            info.name = "and again"
            let third = try await session.capture(CrashPhoto.bytes(seed: 3), info)
            try await waitUntil(session) { $0.finishedCount == 3 }
            #expect(
                try await store.duplicates().map { [$0.formerJob, $0.job] } == [[first, second], [second, third]]
            )
            await session.stop()
        }
    }

    @Test("A photo and its row are on the disk, synced and under its name, before the network hears of it")
    func diskBeforeNetwork() async throws {
        try await withService(seed: 61, rate: 0.3) { _, transport in
            let log = FileCallLog()
            let clientFolder = folder.url.appending(path: "client")
            let store = try await ScanStore.open(at: clientFolder, calls: log.calls, clock: time.scanClock)
            let photos = Mutex<[UUID: Data]>([:])
            let inspecting = InspectingTransport(base: transport) { id in
                let name = "\(id.uuidString.lowercased()).jpg"
                let file = clientFolder.appending(path: "photos/\(name)")
                if try Data(contentsOf: file) != photos.withLock({ $0[id] }) { return "\(id) is not the photo" }
                if try await !store.pendingJobs().contains(where: { $0.id == id }) { return "\(id) has no row" }
                return log.order(of: name) == ["sync", "rename", "sync"] ? nil : "\(id): \(log.order(of: name))"
            }
            let session = session(store, inspecting)
            try await session.start()
            for number in 0..<10 {
                let photo = NumberedPhoto(number)
                photos.withLock { $0[photo.id] = photo.bytes }
                try await session.capture(photo.bytes, photo.info, id: photo.id)
            }
            try await waitUntil(session) { $0.finishedCount == 10 }
            #expect(inspecting.inspections >= 10)
            #expect(inspecting.faults == [])
            await session.stop()
        }
    }

    @Test("A clock that jumps back and forth all the time costs nothing but time", arguments: [71, 72])
    func clockJumps(seed: Int) async throws {
        try await withService(seed: UInt64(seed), rate: 0.3, leaseTime: .seconds(600)) { _, transport in
            let random = Mutex(SeededGenerator(seed: UInt64(seed)))
            let jumping = InspectingTransport(base: transport) { [time] _ in
                time.setDate(by: random.withLock { $0.nextUnit() - 0.5 } * 1e8)
                return nil
            }
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"), clock: time.scanClock)
            let session = session(store, jumping)
            try await session.start()
            let prints = try await capture(15, in: session)
            try await waitUntil(session) { $0.finishedCount == 15 }
            #expect(try await store.books().map(\.title.title) == prints)
            #expect(recognizer.seen == Dictionary(uniqueKeysWithValues: prints.map { ($0, 1) }))
            #expect(jumping.inspections >= 15)
            await session.stop()
        }
    }

    @Test("A photo that is given up is deleted at the server, if need be after another start")
    func cancellation() async throws {
        try await withService(seed: 81, rate: 0) { service, transport in
            let clientFolder = folder.url.appending(path: "client")
            let store = try await ScanStore.open(at: clientFolder)
            let first = session(store, transport)
            try await first.start()
            let bad = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("UNREADABLE".utf8)
            let id = try await first.capture(bad, ScanPhotoInfo(capturedAt: .now))
            try await waitUntil(first) {
                if case .failed = $0.jobs.first?.state { true } else { false }
            }
            let scan = try #require(try await store.details(id)?.scanID)
            // The server is away when the user gives the photo up.
            await service.stop()
            await first.cancel(id)
            try await waitUntil(first) { $0.jobs.isEmpty }
            await first.stop()
            #expect(try await store.terminations() == [scan])
            #expect(try service.states() == ["failed"])
            try await service.start()
            let second = session(store, transport)
            try await second.start()
            while try await !store.terminations().isEmpty { await Task.yield() }
            #expect(try service.states() == ["terminated"])
            #expect(try service.photoNames().isEmpty)
            await second.stop()
        }
    }
}
