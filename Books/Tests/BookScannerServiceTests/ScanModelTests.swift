import BookScanner
import Foundation
import HTTPTransports
import HTTPTypes
import ScanProtocol
import ScanServiceTestSupport
import ScanTestSupport
import Synchronization
import Testing

// One at a time: SwiftNIO ends the process when a server is cancelled while it accepts somebody, and the more of them there are, the
// sooner that happens.
/// What a user interface sees, with a network that a test switches on and off.
@Suite("Scan model and network monitor", .serialized)
struct ScanModelTests {
    /// Tells what a test says.
    private final class SwitchedMonitor: NetworkMonitor {
        private let state: Mutex<(isReachable: Bool, listeners: [AsyncStream<Bool>.Continuation])>

        init(isReachable: Bool) { state = Mutex((isReachable, [])) }

        func reachability() -> AsyncStream<Bool> {
            AsyncStream { continuation in
                state.withLock { state in
                    state.listeners.append(continuation)
                    continuation.yield(state.isReachable)
                }
            }
        }

        func set(_ isReachable: Bool) {
            state.withLock { state in
                state.isReachable = isReachable
                for listener in state.listeners { listener.yield(isReachable) }
            }
        }
    }

    /// Counts requests, and answers the first with 429.
    private final class CountingTransport: HTTPTransport {
        private let base: any HTTPTransport
        private let retryAfter: Int?
        private let requests = Mutex(0)

        init(base: any HTTPTransport, retryAfter: Int? = nil) {
            self.base = base
            self.retryAfter = retryAfter
        }

        var count: Int { requests.withLock { $0 } }

        func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
            let number = requests.withLock { count in
                count += 1
                return count
            }
            guard let retryAfter, number == 1 else { return try await base.send(request, body: body) }
            return HTTPTransportResponse(
                head: HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: String(retryAfter)]),
                body: AsyncThrowingStream<Data, any Error> { $0.finish() }
            )
        }
    }

    let folder: TemporaryFolder
    let recognizer = PrintRecognizer()
    /// Stands still until a test moves it.
    let time = TestClock()

    init() throws { folder = try TemporaryFolder() }

    private func session(
        _ store: ScanStore,
        _ transport: any HTTPTransport,
        _ monitor: any NetworkMonitor = AlwaysReachable()
    ) -> ScanSession {
        ScanSession(
            store: store,
            configuration: ScanClientConfiguration(server: URL(string: "http://127.0.0.1:1")!),
            transport: transport,
            monitor: monitor,
            clock: time.scanClock,
            random: { 0.5 }
        )
    }

    @MainActor private func until(_ condition: () async throws -> Bool) async rethrows {
        while try await !condition() { await Task.yield() }
    }

    private func capture(_ count: Int, in session: ScanSession) async throws -> [String] {
        var prints: [String] = []
        for number in 0..<count {
            let photo = NumberedPhoto(number)
            try await session.capture(photo.bytes, photo.info, id: photo.id)
            prints.append(PrintRecognizer.print(photo.bytes))
        }
        return prints
    }

    @MainActor
    @Test("R-SCAN-4: without a network nothing is sent, and the model says so; when it is back, all goes out in order")
    func offline() async throws {
        try await withTestService(in: folder, recognizer, clock: time.scanClock) { _, network in
            let transport = CountingTransport(base: network)
            let monitor = SwitchedMonitor(isReachable: false)
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport, monitor)
            let model = ScanModel(session: session)
            try await session.start()
            await until { model.isOffline }
            let prints = try await capture(3, in: session)
            await until { model.jobs.map(\.state) == Array(repeating: .waitingForNetwork, count: 3) }
            await until { model.jobs.map { $0.info?.name } == ["p0.jpg", "p1.jpg", "p2.jpg"] }
            #expect(transport.count == 0)
            monitor.set(true)
            await until { model.finishedCount == 3 && model.jobs.isEmpty && !model.isOffline }
            #expect(try await store.books().map(\.title.title) == prints)
            #expect(model.storageFailure == nil)
            await session.stop()
        }
    }

    @MainActor @Test("A monitor that is wrong delays a photo, and does not hold it")
    func wrongMonitor() async throws {
        try await withTestService(in: folder, recognizer, clock: time.scanClock) { _, network in
            let transport = CountingTransport(base: network)
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport, SwitchedMonitor(isReachable: false))
            let model = ScanModel(session: session)
            try await session.start()
            await until { model.isOffline }
            _ = try await capture(2, in: session)
            await until { model.jobs.count == 2 }
            #expect(transport.count == 0)
            // Sent on trial; the lease has to be renewed on the way there.
            await until {
                time.advance(by: .seconds(1))
                return model.finishedCount == 2
            }
            await until { !model.isOffline }
            await session.stop()
        }
    }

    @MainActor @Test("R-SCAN-5: the wait that a server asks for counts down, and nothing is sent meanwhile")
    func countdown() async throws {
        try await withTestService(in: folder, recognizer, clock: time.scanClock) { _, network in
            let transport = CountingTransport(base: network, retryAfter: 30)
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, transport)
            let model = ScanModel(session: session)
            try await session.start()
            _ = try await capture(1, in: session)
            await until { model.rateLimit != nil }
            #expect(transport.count == 1)
            var shown: [Duration] = []
            while model.finishedCount == 0 {
                if let left = model.rateLimit, left != shown.last {
                    shown.append(left)
                    #expect(transport.count == 1)
                    #expect(model.jobs.map(\.state) == [.rateLimited(remaining: left)])
                    await time.waitForSleepers()
                    time.advance(by: .seconds(1))
                }
                await Task.yield()
            }
            // Half a second of jitter.
            #expect(shown == (0...30).map { .seconds(30.5) - .seconds($0) })
            #expect(model.rateLimit == nil)
            await session.stop()
        }
    }

    @MainActor @Test("A model that nobody uses any more is released, and its session goes on")
    func release() async throws {
        try await withTestService(in: folder, recognizer, clock: time.scanClock) { _, network in
            let store = try await ScanStore.open(at: folder.url.appending(path: "client"))
            let session = session(store, network)
            try await session.start()
            var model: ScanModel? = ScanModel(session: session)
            weak let former = model
            _ = try await capture(1, in: session)
            await until { model?.finishedCount == 1 }
            model = nil
            await until { former == nil }
            let next = NumberedPhoto(1)
            try await session.capture(next.bytes, next.info, id: next.id)
            try await until { try await store.finishedCount() == 2 }
            await session.stop()
        }
    }
}
