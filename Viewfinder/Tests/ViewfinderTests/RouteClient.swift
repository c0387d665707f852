import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ServiceLifecycle

@testable import Viewfinder

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
struct Answer: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ByteBuffer
}

/// Calls the router, without a socket.
struct RouterClient: RouteClient {
    let client: any TestClientProtocol

    func execute(uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?) async throws -> Answer
    {
        let response = try await client.executeRequest(uri: uri, method: method, headers: headers, body: body)
        return Answer(status: response.status, headers: response.headers, body: response.body)
    }
}

/// Calls a server behind a socket. Unlike the one of Hummingbird's own tests it waits as long as a busy machine takes.
struct SocketClient: RouteClient {
    let client: TestClient

    static func withClient(port: Int, _ body: @escaping @Sendable (SocketClient) async throws -> Void) async throws {
        try await TestClient.withClient(
            host: "localhost",
            port: port,
            configuration: .init(timeout: .seconds(3600))
        ) { client in
            try await body(SocketClient(client: client))
        }
    }

    func execute(uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?) async throws -> Answer
    {
        let request = TestClient.Request(uri, method: method, authority: "localhost", headers: headers, body: body)
        let response = try await client.execute(request)
        return Answer(status: response.status, headers: response.headers, body: response.body ?? ByteBuffer())
    }
}
