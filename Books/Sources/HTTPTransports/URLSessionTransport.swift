#if canImport(Darwin)
    public import Foundation
    public import HTTPTypes

    /// Sends requests through `URLSession`.
    public struct URLSessionTransport: HTTPTransport {
        private let session: URLSession

        /// - Parameter session: an ephemeral one by default: photos and results are cached nowhere.
        public init(session: URLSession = URLSession(configuration: .ephemeral)) {
            self.session = session
        }

        public func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
            guard let address = request.address else { throw HTTPTransportError.invalidAddress }
            var outgoing = URLRequest(url: address)
            outgoing.httpMethod = request.method.rawValue
            outgoing.httpBody = body
            // A stream of events lasts; who waits for what, and how long, is bounded above.
            outgoing.timeoutInterval = 3600
            for field in request.headerFields { outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
            let (bytes, response) = try await session.bytes(for: outgoing, delegate: RedirectRefusal())
            guard let response = response as? HTTPURLResponse else {
                throw HTTPTransportError.failed(reason: "The answer is none of HTTP.")
            }
            var fields = HTTPFields()
            for (name, value) in response.allHeaderFields {
                guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
                    continue
                }
                fields.append(HTTPField(name: name, value: value))
            }
            return HTTPTransportResponse(
                head: HTTPResponse(status: .init(code: response.statusCode), headerFields: fields),
                body: bytes.map { Data([$0]) }
            )
        }

        private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
            func urlSession(
                _ session: URLSession,
                task: URLSessionTask,
                willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest
            ) async -> URLRequest? { nil }
        }
    }
#endif
