import HTTPTypes
import Hummingbird
import NIOCore
import RecognitionService
import ScanProtocol
import ScanTestSupport
import ServerSentEvents
import Testing

/// Tells what is written to a client, as it is written.
private struct ToldBody: ResponseBodyWriter {
    let parts: AsyncStream<String>.Continuation

    mutating func write(_ buffer: ByteBuffer) async throws { parts.yield(String(buffer: buffer)) }
    consuming func finish(_: HTTPFields?) async throws {}
}

@Suite("The events of a scan as they happen")
struct ScanEventStreamTests {
    @Test("As long as nothing happens the client hears that the service is there, and the end of the scan ends it")
    func heartbeats() async throws {
        let service = try TestService()
        let clock = TestClock()
        let id = try await service.store.enqueued(1, in: service.photos)
        let stream = ScanEventStream(
            store: service.store,
            id: id,
            heartbeat: .seconds(10),
            reconnectionDelay: .seconds(2),
            clock: clock
        )
        let (parts, continuation) = AsyncStream.makeStream(of: String.self)
        async let end: Void = {
            defer { continuation.finish() }
            var writer: any ResponseBodyWriter = ToldBody(parts: continuation)
            try await stream.write(to: &writer, after: 0)
        }()
        var heard = parts.makeAsyncIterator()
        #expect(await heard.next() == "retry: 2000\n\n")
        var events = try #require(await heard.next())
        for _ in 0..<3 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(10))
            #expect(await heard.next() == ": heartbeat\n")
        }
        let lease = try #require(try await service.store.lease(for: .seconds(30)))
        try await service.store.finish(lease, PhotoResult(photo: "1.jpg", books: []))
        while let part = await heard.next() { events += part }
        try await end
        var parser = ServerSentEventParser()
        #expect(try parser.read(events.utf8).map(\.type) == ["queued", "recognising", "done"])
    }
}
