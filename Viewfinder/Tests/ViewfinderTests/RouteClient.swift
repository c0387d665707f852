import Foundation
import HTTPTestSupport
import HTTPTransports
import HTTPTypes
import NIOCore

/// Sends requests to the bare router, or to a server behind a socket.
protocol RouteClient: Sendable {
    func execute(uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?) async throws -> Answer
}

extension RouteClient {
    func execute(
        uri: String,
        method: HTTPRequest.Method,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> Answer {
        try await execute(uri: uri, method: method, headers: headers, body: body)
    }
}

/// What a request was answered.
typealias Answer = TestAnswer

/// Calls the router, without a socket.
extension ResponderClient: RouteClient {}

/// Calls a server behind a socket, and waits as long as a busy machine takes.
struct SocketClient: RouteClient {
    private let port: Int
    private let transport = SystemHTTPTransport()

    static func withClient(port: Int, _ body: @escaping @Sendable (SocketClient) async throws -> Void) async throws {
        let client = SocketClient(port: port)
        defer { client.transport.close() }
        try await body(client)
    }

    func execute(uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?) async throws -> Answer
    {
        var request = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost:\(port)",
            path: uri,
            headerFields: headers
        )
        // As the router is called.
        if let host = HTTPField.Name("Host") { request.headerFields[host] = "localhost" }
        let response = try await transport.send(request, body: body.map { Data($0.readableBytesView) })
        let answer = try await response.collect(upTo: 1 << 30)
        return Answer(
            status: response.head.status,
            headers: response.head.headerFields,
            body: ByteBuffer(bytes: answer)
        )
    }
}
