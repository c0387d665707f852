import ServerSentEvents
import Testing

@_spi(PageServer) @testable import Viewfinder

@Suite("Events that wait for a client")
struct PendingEventsTests {
    private func drain(_ pending: inout PendingEvents) -> [String] {
        var drained: [String] = []
        while let event = pending.popFirst() { drained.append("\(event.name ?? "message") \(event.data)") }
        return drained
    }

    @Test("Of what something is like, only the newest waits, in its place among the others")
    func newest() {
        var pending = PendingEvents()
        for (name, data) in [("state", "1"), ("progress", "1"), ("photo", "a"), ("state", "2"), ("progress", "2")] {
            pending.append(ServerSentEvent(name: name, data: data))
        }
        #expect(drain(&pending) == ["photo a", "state 2", "progress 2"])
    }

    @Test("However long nobody reads, the last state is there, and the latest photos")
    func slow() {
        var pending = PendingEvents()
        pending.append(ServerSentEvent(name: "state", data: "live"))
        for number in 0..<1_000 {
            pending.append(ServerSentEvent(name: "heartbeat", data: "{}"))
            pending.append(ServerSentEvent(name: "photo", data: "\(number)"))
            pending.append(ServerSentEvent(name: "text", data: "\(number)"))
        }
        let waiting = drain(&pending)
        #expect(waiting.count == PendingEvents.limit + 3)
        #expect(waiting.first == "state live")
        #expect(waiting.filter { $0.hasPrefix("photo") } == (968..<1_000).map { "photo \($0)" })
        #expect(waiting.suffix(1) == ["text 999"])
    }

    @Test("Events reach a reader that waits, a reader that comes late, and end with what was left")
    func reader() async {
        let (events, source) = ClientEvents.make()
        source.send(ServerSentEvent(name: "state", data: "1"))
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next()?.data == "1")
        async let second = events.first { _ in true }
        source.send(ServerSentEvent(name: "state", data: "2"))
        #expect(await second?.data == "2")
        source.send(ServerSentEvent(name: "state", data: "3"))
        source.finish()
        source.finish()
        var last = events.makeAsyncIterator()
        #expect(await last.next()?.data == "3")
        #expect(await last.next() == nil)
    }
}
