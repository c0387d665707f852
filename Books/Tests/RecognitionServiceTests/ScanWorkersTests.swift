import Foundation
import Logging
import RecognitionService
import ScanProtocol
import ScanTestSupport
import Synchronization
import Testing

@Suite struct ScanWorkersTests {
    let tester: WorkerTester
    var service: TestService { tester.service }
    var clock: TestClock { tester.clock }

    init() throws { tester = try WorkerTester() }

    @Test func resultsCarryTheNames() async throws {
        let id = try await service.store.enqueued(7, in: service.photos)
        let photo = jpeg(7)
        let workers = tester.workers { data, _ in
            #expect(data == photo)
            return PhotoResult(photo: "ignored", books: [])
        }
        let running = Task { try await workers.run() }
        let event = try await service.store.finalEvent(of: id)
        #expect(event == .done(PhotoResult(photo: "7.jpg", books: [], recognizer: "scripted")))
        running.cancel()
        try await running.value
    }

    @Test func severalWorkersDoEachJobOnce() async throws {
        let calls = Mutex<[Data: Int]>([:])
        var ids: [ScanID] = []
        let workers = tester.workers(4) { data, _ in
            calls.withLock { $0[data, default: 0] += 1 }
            return PhotoResult(photo: "", books: [])
        }
        let running = Task { try await workers.run() }
        for number in 0..<30 { ids.append(try await service.store.enqueued(number, in: service.photos)) }
        for id in ids {
            let event = try await service.store.finalEvent(of: id)
            #expect(event?.state == .done)
        }
        running.cancel()
        try await running.value
        #expect(calls.withLock { $0.count } == 30)
        #expect(calls.withLock { $0.values.allSatisfy { $0 == 1 } })
    }

    @Test func anErrorIsRetriedUntilItIsEnough() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let calls = Mutex(0)
        let workers = tester.workers { _, _ in
            calls.withLock { $0 += 1 }
            throw Trouble()
        }
        let running = Task { try await workers.run() }
        while let scan = try await service.store.scan(id), scan.status?.state != .failed {
            // Only while nobody works, whose time would run out. Whether the worker sleeps already cannot be seen.
            if scan.stage == .queued {
                service.time.advance(by: .seconds(1))
                clock.advance(by: .seconds(1))
            }
            await Task.yield()
        }
        #expect(calls.withLock { $0 } == 3)
        let event = try await service.store.finalEvent(of: id)
        #expect(event?.state == .failed)
        running.cancel()
        try await running.value
    }

    @Test func anUnrecognizablePhotoFailsAtOnce() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let next = try await service.store.enqueued(2, in: service.photos)
        let bad = jpeg(1)
        let workers = tester.workers { data, _ in
            if data == bad { throw UnrecognizablePhoto(reason: "All black.") }
            return PhotoResult(photo: "", books: [])
        }
        let running = Task { try await workers.run() }
        guard case .failed(let problem) = try await service.store.finalEvent(of: id) else {
            Issue.record("it did not fail")
            return
        }
        #expect(problem.detail == "All black.")
        #expect(try await service.store.finalEvent(of: next)?.state == .done)
        running.cancel()
        try await running.value
    }

    @Test func aMissingPhotoFileIsAFailureAndNotTheEnd() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        try await service.photos.remove(id)
        let next = try await service.store.enqueued(2, in: service.photos)
        let workers = tester.workers(maximumFailures: 1) { _, _ in PhotoResult(photo: "", books: []) }
        let running = Task { try await workers.run() }
        #expect(try await service.store.finalEvent(of: id)?.state == .failed)
        #expect(try await service.store.finalEvent(of: next)?.state == .done)
        running.cancel()
        try await running.value
    }

    @Test func progressBecomesEvents() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let store = service.store
        let workers = tester.workers { _, progress in
            let changes = store.changes(of: id)
            let news = [
                RecognitionProgress(0.5, stage: .reading), RecognitionProgress(0.55, stage: .matching),
                RecognitionProgress(1, stage: .matching),
            ]
            for value in news {
                progress(RecognitionProgress(.nan, stage: .decoding))
                progress(value)
                while try await store.scan(id)?.stage != .recognising(value) {
                    for await _ in changes { break }
                }
                // Too little to be told.
                progress(RecognitionProgress(value.fraction + 0.01, stage: value.stage))
            }
            return PhotoResult(photo: "", books: [])
        }
        let running = Task { try await workers.run() }
        _ = try await service.store.finalEvent(of: id)
        let events = try await service.store.events(of: id, after: 0).map(\.event)
        #expect(
            events.dropLast() == [
                .queued, .recognising(RecognitionProgress(0)), .recognising(RecognitionProgress(0.5, stage: .reading)),
                .recognising(RecognitionProgress(0.55, stage: .matching)),
                .recognising(RecognitionProgress(1, stage: .matching)),
            ]
        )
        running.cancel()
        try await running.value
    }

    @Test func aWorkerThatStopsGivesItsJobBack() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let workers = tester.workers { _, _ in
            begun.yield()
            try await TestClock().sleep(for: .seconds(1))
            return PhotoResult(photo: "", books: [])
        }
        let running = Task { try await workers.run() }
        for await _ in begins { break }
        running.cancel()
        try await running.value
        #expect(try await service.store.scan(id)?.stage == .queued)
        let lease = try #require(try await service.store.lease(for: .seconds(30)))
        #expect(lease.failures == 0)
    }

    @Test func expiredUploadsGoWithTheirPhotos() async throws {
        let metadata = UploadMetadata()
        let scan = NewScan(key: IdempotencyKey(), metadata: metadata, length: 100)
        let expired = try await service.store.create(scan).id
        try await service.photos.write(jpeg(1), of: expired, at: 0)
        service.time.advance(by: .seconds(24 * 3600))
        let other = try await service.store.create(NewScan(key: IdempotencyKey(), metadata: metadata, length: 100)).id
        try await service.photos.write(jpeg(2), of: other, at: 0)
        let workers = tester.workers { _, _ in PhotoResult(photo: "", books: []) }
        let running = Task { try await workers.run() }
        // The worker sleeps, looks, and sleeps again.
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(try await service.store.scan(expired) == nil)
        #expect(try await service.store.expireUploads().isEmpty)
        await #expect(throws: PhotoStorageError.self) { try await service.photos.prefix(of: expired, count: 4) }
        #expect(try await service.photos.prefix(of: other, count: 4) == jpeg(2).prefix(4))
        #expect(try await service.store.scan(other)?.stage == .uploading)
        running.cancel()
        try await running.value
    }

    @Test func aLongRecognitionKeepsItsLease() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let workers = tester.workers { _, _ in
            begun.yield()
            for await _ in ends { break }
            return PhotoResult(photo: "", books: [])
        }
        let running = Task { try await workers.run() }
        for await _ in begins { break }
        for _ in 0..<10 {
            // The poll, the renewal and the time limit sleep.
            await clock.waitForSleepers(3)
            service.time.advance(by: .seconds(10))
            clock.advance(by: .seconds(10))
        }
        await clock.waitForSleepers(3)
        #expect(try await service.store.lease(for: .seconds(30)) == nil)
        end.yield()
        #expect(try await service.store.finalEvent(of: id)?.state == .done)
        running.cancel()
        try await running.value
    }

    @Test func aWorkerWhoseLeaseIsLostStoresNothing() async throws {
        let id = try await service.store.enqueued(1, in: service.photos)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let workers = tester.workers { _, _ in
            begun.yield()
            // Does not notice that it is cancelled.
            await Task { for await _ in ends { break } }.value
            return PhotoResult(photo: "late", books: [])
        }
        let running = Task { try await workers.run() }
        for await _ in begins { break }
        service.time.advance(by: .seconds(31))
        let lease = try #require(try await service.store.lease(for: .seconds(30)))
        try await service.store.finish(lease, PhotoResult(photo: "other", books: []))
        end.yield()
        running.cancel()
        try await running.value
        #expect(try await service.store.scan(id)?.stage == .done(PhotoResult(photo: "other", books: [])))
    }
}
