import Foundation
import HTTPTransports
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server whose answers a test gives, piece by piece.
struct ScriptedServer: Sendable {
    let port: Int
    private let requests: AsyncStream<Received>

    /// Runs a server around a test. Connections that are open at the end are closed.
    static func run(_ test: (ScriptedServer) async throws -> Void) async throws {
        let (requests, received) = AsyncStream.makeStream(of: Received.self)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 64)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
                    try channel.pipeline.syncOperations.addHandler(Collector(received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let outcome: Result<Void, any Error>
        do {
            let port = server.localAddress?.port ?? 0
            outcome = .success(try await test(ScriptedServer(port: port, requests: requests)))
        } catch {
            outcome = .failure(error)
        }
        try await server.close()
        received.finish()
        for await request in requests { request.channel.close(promise: nil) }
        try outcome.get()
    }

    /// A request to this server.
    func request(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(
            method: method,
            scheme: "http",
            authority: "127.0.0.1:\(port)",
            path: path,
            headerFields: fields
        )
    }

    /// The next request, once it is complete.
    func next() async throws -> Received {
        for await request in requests { return request }
        throw CancellationError()
    }

    /// A request as it came, and its connection.
    struct Received: Sendable {
        let head: HTTPRequestHead
        let body: Data
        fileprivate let channel: any Channel

        private static func head(_ status: HTTPResponseStatus, _ fields: [(String, String)]) -> HTTPServerResponsePart {
            .head(HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(fields)))
        }

        private static func body(_ bytes: Data) -> HTTPServerResponsePart {
            .body(.byteBuffer(ByteBuffer(bytes: bytes)))
        }

        /// Sends the head of an answer, whose body follows.
        func sendHead(_ status: HTTPResponseStatus, _ fields: [(String, String)] = []) async throws {
            try await channel.writeAndFlush(Self.head(status, fields))
        }

        /// Sends a piece of the body.
        func sendBody(_ bytes: Data) async throws { try await channel.writeAndFlush(Self.body(bytes)) }

        /// Says that the body is complete.
        func sendEnd() async throws { try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)) }

        /// Sends a whole answer.
        func answer(_ status: HTTPResponseStatus, _ fields: [(String, String)] = [], _ text: String) async throws {
            try await answer(status, fields, Data(text.utf8))
        }

        /// Sends a whole answer, at once: a client that has all that it was promised closes the connection.
        ///
        /// - Parameter body: nil for an answer that has none, and promises what its fields say.
        func answer(
            _ status: HTTPResponseStatus,
            _ fields: [(String, String)] = [],
            _ body: Data? = Data()
        ) async throws {
            let length = body.map { [("Content-Length", "\($0.count)")] } ?? []
            channel.write(Self.head(status, fields + length), promise: nil)
            if let body, !body.isEmpty { channel.write(Self.body(body), promise: nil) }
            try await sendEnd()
        }

        /// Closes the connection.
        func hangUp() async throws { try await channel.close() }

        /// Waits until the client has closed the connection.
        func waitForClose() async throws { try await channel.closeFuture.get() }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart

        private let received: AsyncStream<Received>.Continuation
        private var head: HTTPRequestHead?
        private var body = Data()

        init(_ received: AsyncStream<Received>.Continuation) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, Data())
            case .body(let piece): body.append(contentsOf: piece.readableBytesView)
            case .end:
                guard let head else { return }
                received.yield(Received(head: head, body: body, channel: context.channel))
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
