import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long to send a request or to read what waits for it.
///
/// The time before a request's head is complete is bounded by Hummingbird's idle timeout; this handler bounds the rest.
final class ConnectionBounds: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let requestTime: TimeAmount
    private let writeStall: TimeAmount
    private let bodySize: Int

    private var requestDeadline: Scheduled<Void>?
    private var stallCheck: Scheduled<Void>?
    private var unwritableSince: NIODeadline?
    private var bodyBytes = 0

    /// - Parameters:
    ///   - requestTime: how long a request may take from its head to its end.
    ///   - writeStall: how long bytes may wait for the client.
    ///   - bodySize: a body larger than this ends the connection even after the request has been answered.
    init(requestTime: Duration, writeStall: Duration, bodySize: Int) {
        self.requestTime = TimeAmount(requestTime)
        self.writeStall = TimeAmount(writeStall)
        self.bodySize = bodySize
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelAll()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelAll()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
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
            requestDeadline?.cancel()
            requestDeadline = nil
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            unwritableSince = nil
        } else {
            unwritableSince = .now()
            checkStall(context, at: .now() + writeStall)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Looks again at the given time. One check at most is scheduled, however often the connection fills and drains.
    private func checkStall(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        guard stallCheck == nil else { return }
        stallCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.stallCheck = nil
            guard let since = self.unwritableSince else { return }
            if NIODeadline.now() - since >= self.writeStall {
                context.close(promise: nil)
            } else {
                self.checkStall(context, at: since + self.writeStall)
            }
        }
    }

    private func cancelAll() {
        requestDeadline?.cancel()
        stallCheck?.cancel()
        requestDeadline = nil
        stallCheck = nil
    }
}
