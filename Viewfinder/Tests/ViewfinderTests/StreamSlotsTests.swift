import Synchronization
import Testing

@testable import Viewfinder

/// A clock that a test moves.
final class SteppedClock: Sendable {
    private let time = Atomic<UInt64>(1_000_000_000)

    var clock: MonotonicClock { MonotonicClock { self.time.load(ordering: .relaxed) } }

    func advance(seconds: UInt64) { time.add(seconds * 1_000_000_000, ordering: .relaxed) }
}

@Suite("Places for streams")
struct StreamSlotsTests {
    private let time = SteppedClock()
    private let home = "10.0.0.1"

    private func slots(_ limit: Int) -> StreamSlots {
        StreamSlots(limit: limit, patience: .seconds(1), clock: time.clock)
    }

    @Test("A newcomer gets the place of the client that has read nothing for the longest time")
    func longestStalled() throws {
        let slots = slots(3)
        let clients = try (0..<3).map { _ in try slots.acquire(from: home) }
        let evicted = Mutex<[Int]>([])
        for (number, client) in clients.enumerated() { client.onEviction { evicted.withLock { $0.append(number) } } }
        clients[1].writeBegan()
        time.advance(seconds: 2)
        clients[0].writeBegan()
        time.advance(seconds: 1)
        let first = try slots.acquire(from: home)
        #expect(evicted.withLock { $0 } == [1])
        let second = try slots.acquire(from: home)
        #expect(evicted.withLock { $0 } == [1, 0])
        #expect(throws: ViewfinderFailure.tooManyClients) { try slots.acquire(from: home) }
        #expect(slots.count == 3)
        withExtendedLifetime((clients, first, second)) {}
    }

    @Test("Who reads keeps the place, also if it is slow for a moment")
    func readers() throws {
        let slots = slots(1)
        let client = try slots.acquire(from: home)
        client.writeBegan()
        #expect(throws: ViewfinderFailure.tooManyClients) { try slots.acquire(from: home) }
        time.advance(seconds: 5)
        client.writeEnded()
        #expect(throws: ViewfinderFailure.tooManyClients) { try slots.acquire(from: home) }
    }

    @Test("A place is free when its client is gone, and a place that was taken over is not given back twice")
    func release() throws {
        let slots = slots(1)
        var client: StreamSlots.Slot? = try slots.acquire(from: home)
        client?.writeBegan()
        time.advance(seconds: 1)
        var newcomer: StreamSlots.Slot? = try slots.acquire(from: home)
        client = nil
        #expect(slots.count == 1)
        #expect(throws: ViewfinderFailure.tooManyClients) { try slots.acquire(from: home) }
        newcomer = nil
        #expect(slots.count == 0)
        withExtendedLifetime((client, newcomer)) {}
    }

    @Test("Who asks late learns of the loss at once")
    func lateQuestion() throws {
        let slots = slots(1)
        let client = try slots.acquire(from: home)
        client.writeBegan()
        time.advance(seconds: 1)
        let newcomer = try slots.acquire(from: home)
        let isEvicted = Atomic<Bool>(false)
        client.onEviction { isEvicted.store(true, ordering: .relaxed) }
        let wasEvicted = isEvicted.load(ordering: .relaxed)
        #expect(wasEvicted)
        withExtendedLifetime(newcomer) {}
    }

    @Test("Whoever has most places cannot keep others out, and gets nobody's place back")
    func fairness() throws {
        let slots = slots(4)
        let evicted = Mutex<[String]>([])
        var kept: [StreamSlots.Slot] = []
        func come(from network: String, _ name: String) throws {
            let slot = try slots.acquire(from: network)
            slot.onEviction { evicted.withLock { $0.append(name) } }
            kept.append(slot)
        }
        for name in ["a1", "a2", "a3", "a4"] { try come(from: "a", name) }
        #expect(throws: ViewfinderFailure.tooManyClients) { try come(from: "a", "a5") }
        try come(from: "b", "b1")
        try come(from: "b", "b2")
        #expect(evicted.withLock { $0 } == ["a1", "a2"])
        // Two for each: neither gets a third one.
        for network in ["a", "b"] {
            #expect(throws: ViewfinderFailure.tooManyClients) { try come(from: network, "another") }
        }
        // A third one does get its first, of either, and who had to go does not come back.
        try come(from: "c", "c1")
        #expect(evicted.withLock { $0 } == ["a1", "a2", "a3"])
        #expect(throws: ViewfinderFailure.tooManyClients) { try come(from: "a", "another") }
        // Nobody takes a place from who has but one.
        try come(from: "d", "d1")
        #expect(evicted.withLock { $0 } == ["a1", "a2", "a3", "b1"])
        #expect(throws: ViewfinderFailure.tooManyClients) { try come(from: "e", "e1") }
        #expect(slots.count == 4)
        withExtendedLifetime(kept) {}
    }
}
