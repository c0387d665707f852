import FoundationExtras
import Testing

private actor QueueActor {
    let queue = DispatchSerialQueue(label: "QueueActor")
    private(set) var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func increment() -> Int {
        dispatchPrecondition(condition: .onQueue(queue))
        count += 1
        return count
    }
}

@Suite("Dispatch")
struct DispatchTests {
    @Test("A serial queue executes an actor's jobs")
    func executor() async {
        let actor = QueueActor()
        #expect(await actor.increment() == 1)
        #expect(await actor.increment() == 2)
    }

    @Test("Work on the queue is isolated to the queue's actor")
    func assumeIsolated() async {
        let actor = QueueActor()
        let count = await withCheckedContinuation { continuation in
            actor.queue.async {
                continuation.resume(returning: actor.assumeIsolated { $0.increment() })
            }
        }
        #expect(count == 1)
    }

    @Test("autoreleasepool passes results and errors on")
    func pool() throws {
        #expect(autoreleasepool { 3 } == 3)
        #expect(throws: CancellationError.self) {
            try autoreleasepool { throw CancellationError() }
        }
    }
}

@Suite("Units of time")
struct TimeUnitTests {
    @Test("They fit each other and DispatchTime")
    func units() {
        #expect(NSEC_PER_SEC == NSEC_PER_MSEC * 1000 && NSEC_PER_MSEC == NSEC_PER_USEC * 1000)
        #expect(USEC_PER_SEC * NSEC_PER_USEC == NSEC_PER_SEC)
        let start = DispatchTime(uptimeNanoseconds: NSEC_PER_SEC)
        #expect((start + .seconds(1)).uptimeNanoseconds == 2 * NSEC_PER_SEC)
    }
}
