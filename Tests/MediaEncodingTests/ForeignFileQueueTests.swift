import Dispatch
import Synchronization
import Testing

@testable import MediaEncoding

@Suite("Reading files of unknown origin")
struct ForeignFileQueueTests {
    /// Readings that end when a test says so.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let counts = Mutex((begun: 0, atOnce: 0, most: 0))
        let (begun, continuation) = AsyncStream.makeStream(of: Int.self)

        func pass() {
            let number = counts.withLock { counts in
                counts.begun += 1
                counts.atOnce += 1
                counts.most = max(counts.most, counts.atOnce)
                return counts.begun
            }
            continuation.yield(number)
            semaphore.wait()
            counts.withLock { $0.atOnce -= 1 }
        }

        func open() { semaphore.signal() }
        var most: Int { counts.withLock { $0.most } }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("Requests for the same file share its reading")
    func merged() async throws {
        let queue = ForeignFileQueue<String, Int>(label: "test", width: 1)
        let gate = Gate()
        let blocker = Task {
            try await queue.value(of: "b") {
                gate.pass()
                return 0
            }
        }
        for await _ in gate.begun { break }
        let readings = Counter()
        let callers = (0..<6).map { _ in
            Task { try await queue.value(of: "a") { readings.next() } }
        }
        while queue.callerCount < 7 { await Task.yield() }
        gate.open()
        _ = try await blocker.value
        for caller in callers { #expect(try await caller.value == 1) }
        #expect(readings.next() == 2)
        #expect(queue.callerCount == 0)
    }

    @Test("No more files than allowed are read at once, and all are read")
    func width() async throws {
        let queue = ForeignFileQueue<Int, Int>(label: "test", width: 2)
        let gate = Gate()
        let all = (0..<20).map { number in
            Task {
                try await queue.value(of: number) {
                    gate.pass()
                    return number
                }
            }
        }
        for number in all.indices {
            // Two are held until both have begun; then one ends and the next begins.
            if number >= 1 { gate.open() }
            for await _ in gate.begun { break }
        }
        gate.open()
        for (number, task) in all.enumerated() { #expect(try await task.value == number) }
        #expect(gate.most <= 2)
    }

    @Test("An error reaches everybody who asked, and the next request reads again")
    func failure() async throws {
        struct Broken: Error {}
        let queue = ForeignFileQueue<String, Int>(label: "test", width: 1)
        await #expect(throws: Broken.self) { try await queue.value(of: "a") { throw Broken() } }
        #expect(try await queue.value(of: "a") { 7 } == 7)
    }
}
