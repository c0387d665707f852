import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

@Suite("Which connection can be spared")
struct ConnectionActivityTests {
    private static let second: UInt64 = 1_000_000_000

    private func reason(
        at now: UInt64 = 100 * second,
        _ change: (inout ConnectionActivity) -> Void
    ) -> ConnectionActivity.Expendability.Reason? {
        var activity = ConnectionActivity(now: 0)
        change(&activity)
        return activity.expendability(now: now)?.reason
    }

    @Test("What it does decides: no request, half a request, an answer, rest")
    func reasons() {
        #expect(reason { _ in } == .unfinishedRequest)
        #expect(reason { $0.requestBegan(now: 1) } == .unfinishedRequest)
        func request(_ activity: inout ConnectionActivity) {
            activity.requestBegan(now: 1)
            activity.requestEnded()
        }
        #expect(reason { request(&$0) } == nil)
        #expect(
            reason {
                request(&$0)
                $0.responseEnded(now: 2)
            } == .idle
        )
        #expect(
            reason {
                request(&$0)
                $0.requestBegan(now: 3)
            } == nil,
            "half a request behind one that is being answered"
        )
        #expect(
            reason {
                $0.requestBegan(now: 1)
                $0.responseEnded(now: 2)
            } == .unfinishedRequest,
            "an answer before the request was complete"
        )
    }

    @Test("An answer that nobody reads can be spared after a second, and not if it is read on")
    func stalledAnswer() {
        func stalled(_ activity: inout ConnectionActivity) {
            activity.requestBegan(now: 1)
            activity.requestEnded()
            activity.writabilityChanged(isWritable: false, now: 5 * Self.second)
        }
        #expect(reason(at: 5 * Self.second) { stalled(&$0) } == nil)
        #expect(reason(at: 6 * Self.second) { stalled(&$0) } == .stalledAnswer)
        #expect(
            reason(at: 9 * Self.second) {
                stalled(&$0)
                $0.writabilityChanged(isWritable: true, now: 6 * Self.second)
            } == nil
        )
    }

    @Test("Unfinished requests go before rests, rests before answers, and the oldest of each first")
    func order() {
        typealias Expendability = ConnectionActivity.Expendability
        let order = [
            Expendability(reason: .unfinishedRequest, since: 5), Expendability(reason: .unfinishedRequest, since: 9),
            Expendability(reason: .idle, since: 1), Expendability(reason: .stalledAnswer, since: 0),
        ]
        #expect(order.reversed().sorted() == order)
    }
}

/// With the time of an event loop that a test moves.
@Suite("Bounds of a connection")
struct ConnectionBoundsTests {
    private func connect(_ registry: ConnectionRegistry = ConnectionRegistry(clock: .system)) throws -> EmbeddedChannel
    {
        let bounds = ConnectionBounds(
            requestTime: .seconds(10),
            writeStall: .seconds(10),
            bodySize: 100,
            registry: registry
        )
        let channel = EmbeddedChannel(handler: bounds)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        return channel
    }

    private func begin(_ channel: EmbeddedChannel) throws {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/commands/photo")
        try channel.writeInbound(HTTPRequestPart.head(head))
    }

    @Test("A request has ten seconds from its head to its end, however its body drips")
    func drippingBody() throws {
        let channel = try connect()
        try begin(channel)
        for _ in 0..<9 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: " ")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A request that is complete has all the time")
    func completeRequest() throws {
        let channel = try connect()
        try begin(channel)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test("A body beyond all bounds ends the connection")
    func largeBody() throws {
        let channel = try connect()
        try begin(channel)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 32, count: 100)))
        #expect(channel.isActive)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: " ")))
        #expect(!channel.isActive)
    }

    @Test("A client that reads nothing for ten seconds is cut off; one that reads a little is not")
    func stalledReader() throws {
        let channel = try connect()
        func setWritable(_ isWritable: Bool) {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }
        setWritable(false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        setWritable(true)
        setWritable(false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test("Room that was wanted before connections were known is made as soon as they are, for each that wanted it")
    func lateRegistration() throws {
        let registry = ConnectionRegistry(clock: .system)
        registry.makeRoom()
        registry.makeRoom()
        var channels: [EmbeddedChannel] = []
        func connect() throws -> [Bool] {
            channels.append(try self.connect(registry))
            channels.forEach { $0.embeddedEventLoop.run() }
            return channels.map(\.isActive)
        }
        #expect(try connect() == [true], "it may be the client that took the last place")
        #expect(try connect() == [false, true])
        #expect(try connect() == [false, false, true])
        #expect(try connect() == [false, false, true, true], "there is room now")
        registry.closeAll()
        channels.forEach { $0.embeddedEventLoop.run() }
    }

    @Test("The registry closes what can be spared, waits for it where nothing can, and closes all in the end")
    func registry() throws {
        let registry = ConnectionRegistry(clock: .system)
        let channels = try (0..<3).map { _ in try connect(registry) }
        func complete(_ channel: EmbeddedChannel) throws {
            try begin(channel)
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        try complete(channels[0])
        try complete(channels[2])
        registry.makeRoom()
        channels[1].embeddedEventLoop.run()
        #expect(channels.map(\.isActive) == [true, false, true], "the one without a request")
        registry.makeRoom()
        #expect(registry.count == 2, "all others are being answered")
        let newcomer = try connect(registry)
        try complete(newcomer)
        newcomer.embeddedEventLoop.run()
        #expect(newcomer.isActive, "the client that took the last place is served")
        try channels[2].writeOutbound(HTTPResponsePart.end(nil))
        channels[2].embeddedEventLoop.run()
        #expect(channels.map(\.isActive) == [true, false, false], "as soon as one can be spared")
        registry.closeAll()
        channels[0].embeddedEventLoop.run()
        newcomer.embeddedEventLoop.run()
        #expect(!channels[0].isActive && !newcomer.isActive && registry.count == 0)
    }
}
