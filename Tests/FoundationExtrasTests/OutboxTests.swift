import Dispatch
import Foundation
import FoundationExtras
import Synchronization
import Testing

private final class Story: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("The order of an outbox")
struct DeliveryOrderTests {
    @Test("One delivers at a time, everything, in order; what comes meanwhile is delivered too")
    func order() {
        var order = DeliveryOrder<Int>()
        let emptyBegins = order.begin()
        order.append(1)
        order.append(2)
        #expect(!emptyBegins && order.needsDelivery)
        let (first, second) = (order.begin(), order.begin())
        #expect(first && !second && !order.needsDelivery)
        var delivered = [order.next()]
        order.append(3)
        for _ in 0..<3 { delivered.append(order.next()) }
        #expect(delivered == [1, 2, 3, nil])
        order.append(4)
        let (again, last) = (order.begin(), order.next())
        #expect(again && last == 4)
    }

    @Test("A message counts as delivered when its handlers have returned")
    func delivered() {
        var order = DeliveryOrder<Int>()
        order.append(1)
        order.append(2)
        #expect(order.lastNumber == 2 && order.lastDelivered == 0)
        _ = order.begin()
        _ = order.next()
        #expect(order.lastDelivered == 0)
        _ = order.next()
        #expect(order.lastDelivered == 1)
        _ = order.next()
        #expect(order.lastDelivered == 2)
    }
}

@Suite("Outboxes")
struct OutboxTests {
    @Test("What was put in first is told first, though its handler takes its time; who put something in waits for it")
    func order() {
        let (outbox, story) = (Outbox(patience: .never), Story())
        let (isTelling, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        outbox.append {
            isTelling.signal()
            mayGoOn.wait()
            story.add("first")
        }
        DispatchQueue.global().async { outbox.deliver() }
        isTelling.wait()
        outbox.append { story.add("second") }
        #expect(story.all == [])
        mayGoOn.signal()
        outbox.deliver()
        #expect(story.all == ["first", "second"])
    }

    @Test("What a handler causes is told after the handler to everybody, on the same thread")
    func reentrancy() {
        let (outbox, story) = (Outbox(patience: .never), Story())
        outbox.append {
            story.add("first begins")
            outbox.append { story.add("second") }
            outbox.deliver()
            story.add("first ends")
        }
        outbox.deliver()
        #expect(story.all == ["first begins", "first ends", "second"])
    }

    @Test("Handlers of two outboxes that have something told by each other don't wait for each other")
    func twoOutboxes() {
        let (a, b, story) = (Outbox(patience: .never), Outbox(patience: .never), Story())
        let both = DispatchGroup()
        let (aRuns, bRuns) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        a.append {
            aRuns.signal()
            bRuns.wait()
            b.append { story.add("by a") }
            b.deliver()
        }
        b.append {
            bRuns.signal()
            aRuns.wait()
            a.append { story.add("by b") }
            a.deliver()
        }
        DispatchQueue.global().async(group: both) { a.deliver() }
        DispatchQueue.global().async(group: both) { b.deliver() }
        both.wait()
        #expect(story.all.sorted() == ["by a", "by b"])
    }

    @Test("A handler that waits for a thread which has something to tell holds it up, but not for ever")
    func handlerThatWaits() {
        let (outbox, story) = (Outbox(patience: .milliseconds(1)), Story())
        let (isTelling, hasReturned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let told = DispatchGroup()
        outbox.append {
            isTelling.signal()
            hasReturned.wait()
            story.add("first")
        }
        DispatchQueue.global().async(group: told) { outbox.deliver() }
        isTelling.wait()
        outbox.append { story.add("second") }
        outbox.deliver()
        #expect(story.all == [])
        hasReturned.signal()
        told.wait()
        #expect(story.all == ["first", "second"])
    }

    @Test("Nothing is told as long as a lock is held, whichever section asks for it")
    func holding() {
        let (outbox, story) = (Outbox(patience: .never), Story())
        let lock = NSLock()
        Outbox.holdingDelivery {
            lock.withLock {
                outbox.append { lock.withLock { story.add("told") } }
                Outbox.holdingDelivery { outbox.deliver() }
                story.add("held")
            }
        }
        #expect(story.all == ["held", "told"])
    }

    @Test("What is to be told on a queue is not told on the caller's thread, and keeps the group from being empty")
    func onQueue() {
        let (group, story) = (DispatchGroup(), Story())
        let outbox = Outbox(unsettled: group, patience: .never)
        let queue = DispatchQueue(label: "test.outbox")
        queue.suspend()
        outbox.append {
            dispatchPrecondition(condition: .onQueue(queue))
            story.add("told")
        }
        outbox.deliver(on: queue)
        #expect(group.wait(timeout: .now()) == .timedOut && story.all == [])
        queue.resume()
        group.wait()
        #expect(story.all == ["told"])
    }
}
