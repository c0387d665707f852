import Foundation
import ScanProtocol
import ScanTestSupport
import Synchronization
import Testing

@testable import RecognitionService

/// Recognisers that do not keep to the rules, or cannot.
@Suite struct RecognizerFaultTests {
    let tester: WorkerTester
    var service: TestService { tester.service }
    var clock: TestClock { tester.clock }

    init() throws { tester = try WorkerTester() }

    /// Where a recogniser waits until it is opened, whatever is cancelled.
    private final class Gate: Sendable {
        private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiters.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiters = state.withLock { state in
                defer { state = (true, []) }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    private static let empty = PhotoResult(photo: "", books: [])

    /// Lets time pass until something is true of the store.
    ///
    /// - Parameter spared: for whom no time passes while they are recognised: on a busy machine their time would run out, too.
    private func advance(
        by step: Duration,
        sparing spared: [ScanID] = [],
        until condition: () async throws -> Bool
    ) async throws {
        while try await !condition() {
            if try await !isRecognised(any: spared) {
                clock.advance(by: step)
                service.time.advance(by: step)
            }
            for _ in 0..<20 { await Task.yield() }
        }
    }

    private func isRecognised(any scans: [ScanID]) async throws -> Bool {
        for scan in scans {
            if try await service.store.scan(scan)?.status?.state == .recognising { return true }
        }
        return false
    }

    private func detail(of id: ScanID) async throws -> String? {
        guard case .failed(let problem) = try await service.store.scan(id)?.stage else { return nil }
        return problem.detail
    }

    @Test func aRecognitionThatTakesTooLongIsCancelled() async throws {
        let slow = try await service.store.enqueued(1, in: service.photos)
        let next = try await service.store.enqueued(2, in: service.photos)
        let slowPhoto = jpeg(1)
        let cancellations = Mutex(0)
        let workers = tester.workers(maximumFailures: 2) { data, _ in
            guard data == slowPhoto else { return Self.empty }
            do { try await TestClock().sleep(for: .seconds(1)) } catch {
                cancellations.withLock { $0 += 1 }
                throw error
            }
            return Self.empty
        }
        let running = Task { try await workers.run() }
        try await advance(by: .seconds(10), sparing: [next]) {
            try await service.store.scan(next)?.status?.state == .done
        }
        try await advance(by: .seconds(10)) { try await service.store.scan(slow)?.status?.state == .failed }
        // A scan has failed before its recogniser has heard that it is cancelled.
        while cancellations.withLock({ $0 }) < 2 { await Task.yield() }
        #expect(try await detail(of: slow)?.contains("300 s") == true)
        running.cancel()
        try await running.value
    }

    @Test func aRecognitionThatNeverEndsIsLeftBehind() async throws {
        let stuck = try await service.store.enqueued(1, in: service.photos)
        let next = try await service.store.enqueued(2, in: service.photos)
        let stuckPhoto = jpeg(1)
        let gate = Gate()
        defer { gate.open() }
        let workers = tester.workers(maximumFailures: 1) { data, _ in
            if data == stuckPhoto { await gate.wait() }
            return Self.empty
        }
        let running = Task { try await workers.run() }
        try await advance(by: .seconds(10), sparing: [next]) {
            try await service.store.scan(next)?.status?.state == .done
        }
        #expect(try await service.store.scan(stuck)?.status?.state == .failed)
        running.cancel()
        try await running.value
    }

    @Test func tooManyLeftBehindStopTheWorkerUntilTheyEnd() async throws {
        let stuck = [
            try await service.store.enqueued(1, in: service.photos),
            try await service.store.enqueued(2, in: service.photos),
        ]
        let next = try await service.store.enqueued(3, in: service.photos)
        let good = jpeg(3)
        let gate = Gate()
        let workers = tester.workers(maximumFailures: 1, maximumAbandoned: 2) { data, _ in
            if data != good { await gate.wait() }
            return Self.empty
        }
        let running = Task { try await workers.run() }
        try await advance(by: .seconds(10)) { try await service.store.scan(stuck[1])?.status?.state == .failed }
        for _ in 0..<50 {
            clock.advance(by: .seconds(10))
            await Task.yield()
        }
        #expect(try await service.store.scan(next)?.stage == .queued)
        gate.open()
        try await advance(by: .seconds(1), sparing: [next]) {
            try await service.store.scan(next)?.status?.state == .done
        }
        running.cancel()
        try await running.value
    }

    @Test func aWorkerStopsAlthoughItsRecogniserDoesNot() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let gate = Gate()
        defer { gate.open() }
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let workers = tester.workers { _, _ in
            begun.yield()
            await gate.wait()
            return Self.empty
        }
        let running = Task { try await workers.run() }
        for await _ in begins { break }
        running.cancel()
        try await advance(by: .seconds(1)) { try await service.store.scan(id)?.stage == .queued }
        try await running.value
    }

    /// Its own cancellation, not the worker's: otherwise the photo would be tried for ever.
    @Test func aRecogniserThatCancelsItselfHasFailed() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let workers = tester.workers(maximumFailures: 2) { _, _ in throw CancellationError() }
        let running = Task { try await workers.run() }
        try await advance(by: .seconds(1)) { try await service.store.scan(id)?.status?.state == .failed }
        running.cancel()
        try await running.value
    }

    @Test(arguments: [Double.nan, -0.1, 1.5]) func aResultThatNobodyCanReadIsAFailure(score: Double) async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let point = PixelPoint(x: 0, y: 0)
        let box = Quadrilateral(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        let book = RecognizedBook(title: "A", author: "B", score: score, accepted: true, text: [], box: box)
        let workers = tester.workers(maximumFailures: 1) { _, _ in PhotoResult(photo: "", books: [book]) }
        let running = Task { try await workers.run() }
        #expect(try await service.store.finalEvent(of: id)?.state == .failed)
        running.cancel()
        try await running.value
    }

    @Test func photosAreDeletedWhenTheirScanIsOver() async throws {
        let done = try await service.store.enqueued(1, in: service.photos)
        let refused = try await service.store.enqueued(2, in: service.photos)
        let failing = try await service.store.enqueued(3, in: service.photos)
        let (good, bad) = (jpeg(1), jpeg(2))
        let calls = Mutex(0)
        let gate = Gate()
        let workers = tester.workers(maximumFailures: 3) { data, _ in
            if data == good { return Self.empty }
            if data == bad { throw UnrecognizablePhoto(reason: "All black.") }
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            if number == 2 { await gate.wait() }
            throw Trouble()
        }
        let running = Task { try await workers.run() }
        _ = try await service.store.finalEvent(of: done)
        _ = try await service.store.finalEvent(of: refused)
        try await advance(by: .seconds(1)) { calls.withLock { $0 } == 2 }
        // There are attempts to come.
        #expect(try await service.photos.photo(failing) == jpeg(3))
        gate.open()
        try await advance(by: .seconds(1)) { try await service.store.scan(failing)?.status?.state == .failed }
        running.cancel()
        try await running.value
        for id in [done, refused, failing] {
            await #expect(throws: (any Error).self) { try await service.photos.photo(id) }
        }
    }

    @Test func anUnavailableRecogniserCostsNoPhotoAnything() async throws {
        var ids: [ScanID] = []
        for number in 0..<3 { ids.append(try await service.store.enqueued(number, in: service.photos)) }
        let calls = Mutex<[Duration]>([])
        let clock = clock
        let workers = tester.workers(maximumFailures: 1) { _, _ in
            let count = calls.withLock { calls in
                calls.append(clock.now.offset)
                return calls.count
            }
            if count <= 20 { throw RecognizerUnavailable(reason: "429", retryAfter: .seconds(60)) }
            return Self.empty
        }
        let running = Task { try await workers.run() }
        try await advance(by: .seconds(1), sparing: ids) {
            try await service.store.scan(ids[2])?.status?.state == .done
        }
        let times = calls.withLock { $0 }
        #expect(times.count == 23)
        // Nobody asked before the time was over, for any photo.
        for (earlier, later) in zip(times.prefix(20), times.dropFirst()) { #expect(later - earlier >= .seconds(60)) }
        running.cancel()
        try await running.value
        for id in ids { #expect(try await service.store.scan(id)?.status?.state == .done) }
    }

    @Test func aRecogniserThatIsUnavailableWithoutATimeIsAskedLessAndLess() {
        let clock = TestClock()
        let limits = RetryBackoff(base: .seconds(1), limit: .seconds(64))
        let availability = RecognizerAvailability(backoff: limits, maximumAbandoned: 1, clock: clock)
        var waits: [Int] = []
        for _ in 0..<8 {
            availability.pause(for: nil)
            var seconds = 0
            while !availability.isAvailable {
                clock.advance(by: .milliseconds(100))
                seconds += 1
            }
            waits.append(seconds)
        }
        #expect(waits[0] <= 10 && waits[7] >= 320 && waits[7] <= 640)
        availability.succeeded()
        availability.pause(for: nil)
        clock.advance(by: .seconds(1))
        #expect(availability.isAvailable)
    }
}
