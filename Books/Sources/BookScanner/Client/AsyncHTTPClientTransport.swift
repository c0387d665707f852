#if os(Linux)
    public import AsyncHTTPClient
    public import Foundation
    public import HTTPTypes
    import NIOCore
    import NIOHTTP1

    /// Sends requests through AsyncHTTPClient.
    ///
    /// The client should follow no redirections, and bound how long it connects; the rest is bounded by the client of a session.
    public struct AsyncHTTPClientTransport: ScanTransport {
        private let client: HTTPClient

        /// - Parameter client: shut down by its owner.
        public init(client: HTTPClient) {
            self.client = client
        }

        /// A configuration as this transport wants it.
        public static var configuration: HTTPClient.Configuration {
            HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)))
        }

        public func send(_ request: HTTPRequest, body: Data?) async throws -> ScanTransportResponse {
            guard let url = request.url else { throw ScanAttemptError.network }
            var outgoing = HTTPClientRequest(url: url.absoluteString)
            outgoing.method = .init(rawValue: request.method.rawValue)
            for field in request.headerFields { outgoing.headers.add(name: field.name.rawName, value: field.value) }
            if let body { outgoing.body = .bytes(body, length: .known(Int64(body.count))) }
            let response = try await client.execute(outgoing, deadline: .distantFuture)
            var fields = HTTPFields()
            for (name, value) in response.headers {
                if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
            }
            return ScanTransportResponse(
                head: HTTPResponse(status: .init(code: Int(response.status.code)), headerFields: fields),
                body: response.body.map { Data($0.readableBytesView) }
            )
        }
    }
#endif
