import Glibc
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long to send a request or to read what waits for it.
///
/// The time before a request's head is complete is bounded by Hummingbird's idle timeout; this handler bounds the rest, and
/// reports to the ``ConnectionRegistry`` what the connection is doing.
final class ConnectionBounds: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let requestTime: TimeAmount
    private let writeStall: TimeAmount
    private let bodySize: Int
    private let registry: ConnectionRegistry

    private var connection: ConnectionRegistry.Connection?
    private var requestDeadline: Scheduled<Void>?
    private var stallCheck: Scheduled<Void>?
    private var unwritableSince: NIODeadline?
    private var bodyBytes = 0

    /// - Parameters:
    ///   - requestTime: how long a request may take from its head to its end.
    ///   - writeStall: how long bytes may wait for the client.
    ///   - bodySize: a body larger than this ends the connection even after the request has been answered.
    ///   - registry: knows all connections.
    init(requestTime: Duration, writeStall: Duration, bodySize: Int, registry: ConnectionRegistry) {
        self.requestTime = TimeAmount(requestTime)
        self.writeStall = TimeAmount(writeStall)
        self.bodySize = bodySize
        self.registry = registry
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = registry.add(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed = event as? ChannelEvent, let connection { registry.inputClosed(connection) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            report { $0.requestBegan(now: $1) }
            bodyBytes = 0
            requestDeadline?.cancel()
            requestDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: requestTime) {
                context.close(promise: nil)
            }
        case .body(let part):
            bodyBytes += part.readableBytes
            if bodyBytes > bodySize {
                context.close(promise: nil)
                return
            }
        case .end:
            report { activity, _ in activity.requestEnded() }
            requestDeadline?.cancel()
            requestDeadline = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data), let connection else {
            context.write(data, promise: promise)
            return
        }
        let written = promise ?? context.eventLoop.makePromise()
        // Not before the socket has it: the connection may be closed then.
        written.futureResult.whenComplete { [registry] _ in registry.responseEnded(connection) }
        context.write(data, promise: written)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        report { $0.writabilityChanged(isWritable: isWritable, now: $1) }
        if isWritable {
            unwritableSince = nil
        } else {
            let now = context.eventLoop.now
            unwritableSince = now
            checkStall(context, at: now + writeStall)
        }
        context.fireChannelWritabilityChanged()
    }

    private func report(_ change: (inout ConnectionActivity, _ now: UInt64) -> Void) {
        if let connection { registry.report(connection, change) }
    }

    /// Looks again at the given time. One check at most is scheduled, however often the connection fills and drains.
    private func checkStall(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        guard stallCheck == nil else { return }
        stallCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.stallCheck = nil
            guard let since = self.unwritableSince else { return }
            if context.eventLoop.now - since >= self.writeStall {
                context.close(promise: nil)
            } else {
                self.checkStall(context, at: since + self.writeStall)
            }
        }
    }

    private func end() {
        requestDeadline?.cancel()
        stallCheck?.cancel()
        requestDeadline = nil
        stallCheck = nil
        if let connection { registry.remove(connection) }
        connection = nil
    }
}

extension Channel {
    /// Makes a client that stopped reading show at once, for a response that never ends.
    ///
    /// A single waiting byte counts as unwritable from now on, and the kernel takes no more than about `count` bytes that it
    /// can not send. Where a socket does not know that option the response works all the same. For the channel's event loop.
    func boundUnsentBytes(_ count: Int) {
        guard let options = syncOptions else { return }
        try? options.setOption(ChannelOptions.writeBufferWaterMark, value: .init(low: 1, high: 2))
        let notSentLowWaterMark = ChannelOptions.Types.SocketOption(
            level: .tcp,
            name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)
        )
        try? options.setOption(notSentLowWaterMark, value: count)
    }
}
