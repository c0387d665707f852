import AVFoundation
import CaptureSystemTesting
import Foundation
import SimulatedDriver
import Synchronization
import Testing
@_spi(PageServer) import Viewfinder

@testable import PreviewServer

@Suite("What a page is told")
struct PageFeedTests {
    private static func feed(render: Int = 1) -> PageFeed {
        PageFeed { adopt in
            adopt(render)
            return "tree \(render)"
        }
    }

    @Test("News come before the tree, the newest of each, and changes after it")
    func order() async {
        let feed = Self.feed()
        feed.send("environment", "old")
        feed.send("simulator", "phone")
        feed.send("environment", "new")
        var events = feed.events.events.makeAsyncIterator()
        var seen: [String] = []
        for _ in 0..<3 { seen.append(await events.next().map { "\($0.name ?? "message"): \($0.data)" } ?? "end") }
        #expect(seen == ["environment: new", "simulator: phone", "tree: tree 1"])
        feed.update("change", render: 2)
        #expect(await events.next()?.data == "change")
    }

    @Test("Whoever waits is told at once, and the end is told as well")
    func waiting() async {
        let feed = Self.feed()
        var events = feed.events.events.makeAsyncIterator()
        _ = await events.next()
        async let told: Void = {
            await Task.yield()
            feed.update("late", render: 2)
        }()
        #expect(await events.next()?.data == "late")
        await told
        feed.events.end()
        #expect(await events.next() == nil)
    }

    @Test("A page that does not read gets the whole tree again")
    func slow() async {
        let feed = Self.feed(render: 200)
        var events = feed.events.events.makeAsyncIterator()
        _ = await events.next()
        for render in 201...300 { feed.update("\(render)", render: render) }
        #expect(await events.next()?.name == "tree")
    }

    @Test("A page that leaves while it waits is let go")
    func cancelled() async {
        let feed = Self.feed()
        let (told, telling) = AsyncStream.makeStream(of: Void.self)
        let reading = Task {
            for await _ in feed.events.events { telling.yield() }
        }
        // It has had the whole tree, and waits for a change.
        for await _ in told { break }
        reading.cancel()
        await reading.value
    }
}

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

@Suite("Streams of layers", .ownCaptureSystem)
@MainActor
struct LayerStreamsTests {
    @Test("All who watch a layer share its stream, which goes with the last of them")
    func shared() throws {
        let streams = LayerStreams()
        let layer = AVCaptureVideoPreviewLayer()
        var first: LayerStream? = try streams.stream(of: layer)
        var second: LayerStream? = try streams.stream(of: layer)
        #expect(first === second)
        weak let kept = first
        (first, second) = (nil, nil)
        #expect(kept == nil)
        let third = try streams.stream(of: layer)
        let other = try streams.stream(of: AVCaptureVideoPreviewLayer())
        #expect(third !== other)
    }
}
