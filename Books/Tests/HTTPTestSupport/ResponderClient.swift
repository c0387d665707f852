public import HTTPTypes
public import Hummingbird
import Logging
public import NIOCore
import NIOEmbedded
import ServiceLifecycle
import Synchronization

/// What a request was answered.
public struct TestAnswer: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The headers.
    public var headers: HTTPFields
    /// The whole body.
    public var body: ByteBuffer

    /// An answer.
    public init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Asks what answers an application's requests, without a socket. It may be used by several tasks at once.
public struct ResponderClient: Sendable {
    private let respond: @Sendable (Request) async throws -> Response

    private init<Application: ApplicationProtocol>(_ application: Application) async throws {
        let responder = try await application.responder
        let logger = application.logger
        respond = { request in
            // Nobody is at its other end: there is no remote address.
            let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
            return try await responder.respond(to: request, context: .init(source: source))
        }
    }

    /// Runs an application's services, without its server, as long as a test needs them.
    ///
    /// - Parameter test: told when the services have begun; they are shut down, and waited for, afterwards.
    /// - Throws: what the test throws, or a service.
    public static func run(
        _ application: some ApplicationProtocol,
        _ test: @Sendable (ResponderClient) async throws -> Void
    ) async throws {
        let client = try await ResponderClient(application)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let services = ServiceGroup(
            configuration: .init(services: application.services + [Beginning(start)], logger: application.logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { start.finish() }
                try await services.run()
            }
            // A shutdown before the beginning would be missed.
            for await _ in starts {}
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await test(client)) } catch { outcome = .failure(error) }
            await services.triggerGracefulShutdown()
            try outcome.get()
            try await group.waitForAll()
        }
    }

    /// Sends a request to `http://localhost`, its body in pieces as a connection brings it.
    ///
    /// - Returns: the answer once its body is complete. An error that the application lets through is 500.
    public func execute(
        uri: String,
        method: HTTPRequest.Method,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> TestAnswer {
        var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
        if let body { head.headerFields[.contentLength] = String(body.readableBytes) }
        let request = Request(head: head, body: RequestBody(asyncSequence: Self.pieces(body)))
        let response: Response
        do {
            response = try await respond(request)
        } catch {
            response = Response(status: .internalServerError)
        }
        let collected = CollectedBody()
        try await response.body.write(BodyCollector(collected: collected))
        return TestAnswer(status: response.status, headers: response.headers, body: collected.bytes.withLock { $0 })
    }

    private static func pieces(_ body: ByteBuffer?) -> AsyncStream<ByteBuffer> {
        AsyncStream { pieces in
            var rest = body ?? ByteBuffer()
            while let piece = rest.readSlice(length: min(32 << 10, rest.readableBytes)), piece.readableBytes > 0 {
                pieces.yield(piece)
            }
            pieces.finish()
        }
    }
}

/// Tells when a group of services has begun.
private struct Beginning: Service {
    let start: AsyncStream<Void>.Continuation

    init(_ start: AsyncStream<Void>.Continuation) { self.start = start }

    func run() async throws {
        start.finish()
        try await gracefulShutdown()
    }
}

private final class CollectedBody: Sendable {
    let bytes = Mutex(ByteBuffer())
}

private struct BodyCollector: ResponseBodyWriter {
    let collected: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws {
        _ = collected.bytes.withLock { $0.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
