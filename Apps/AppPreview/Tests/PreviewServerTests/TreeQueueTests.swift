import Testing

@testable import PreviewServer

@Suite("What a page is sent of the tree")
struct TreeQueueTests {
    @Test("The whole tree comes first, changes follow in order, and nothing that the tree has already")
    func order() {
        var queue = TreeQueue(limit: 8)
        queue.enqueue("too early", render: 3)
        #expect(queue.next() == .wholeTree)
        queue.sentWholeTree(render: 4)
        #expect(queue.next() == .none)
        queue.enqueue("in the tree", render: 4)
        queue.enqueue("five", render: 5)
        queue.enqueue("six", render: 6)
        #expect(queue.next() == .update("five"))
        #expect(queue.next() == .update("six"))
        #expect(queue.next() == .none)
    }

    @Test("When more waits than is kept, the whole tree takes its place, and the queue does not grow")
    func slowPage() {
        var queue = TreeQueue(limit: 3)
        queue.sentWholeTree(render: 0)
        for render in 1...3 { queue.enqueue("\(render)", render: render) }
        #expect(queue.next() == .update("1"))
        queue.enqueue("4", render: 4)
        for render in 5...1000 { queue.enqueue("\(render)", render: render) }
        #expect(queue.next() == .wholeTree)
        queue.sentWholeTree(render: 1000)
        queue.enqueue("1001", render: 1001)
        #expect(queue.next() == .update("1001"))
    }
}
