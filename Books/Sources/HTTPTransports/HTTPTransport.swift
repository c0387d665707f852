public import Foundation
public import HTTPTypes

/// Sends HTTP requests.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns when the answer's headers are there.
    ///
    /// Cancelling the task ends the request, also while the body is being read. Redirections are not followed. Nothing is
    /// sent twice.
    ///
    /// - Throws: any error when there is no answer.
    func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse
}

/// An answer, whose body may still be on its way.
public struct HTTPTransportResponse: Sendable {
    /// Status and headers.
    public var head: HTTPResponse
    /// The body as it arrives, in chunks of any size. It is read once. A request whose body nobody will read ends.
    public var body: any AsyncSequence<Data, any Error> & Sendable

    /// An answer.
    public init(head: HTTPResponse, body: any AsyncSequence<Data, any Error> & Sendable) {
        self.head = head
        self.body = body
    }

    /// Reads the whole body.
    ///
    /// - Parameter limit: the most bytes that are read.
    /// - Throws: ``HTTPTransportError/bodyTooLong(limit:)``, or why the body cannot be read.
    public func collect(upTo limit: Int) async throws -> Data {
        var collected = Data()
        for try await chunk in body {
            guard collected.count + chunk.count <= limit else { throw HTTPTransportError.bodyTooLong(limit: limit) }
            collected.append(chunk)
        }
        return collected
    }
}

/// Why a request has no answer, or its body no end.
public enum HTTPTransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request's parts make no address of http or https.
    case invalidAddress
    /// No connection, no answer, or half of one: what the system says of it.
    case failed(reason: String)
    /// The transport was closed.
    case closed
    /// A body has more bytes than its reader, or the memory for what waits to be read, has room for.
    case bodyTooLong(limit: Int)

    public var description: String {
        switch self {
        case .invalidAddress: "The address is none of http or https."
        case .failed(let reason): reason
        case .closed: "The transport was closed; make another one."
        case .bodyTooLong(let limit): "The body has more than \(limit) bytes."
        }
    }
}

#if os(Linux)
    /// Sends requests as programs on this system do.
    public typealias SystemHTTPTransport = CurlTransport
#else
    /// Sends requests as the system's apps do.
    public typealias SystemHTTPTransport = URLSessionTransport
#endif

extension HTTPRequest {
    /// A request to an address of http or https.
    public init(_ method: Method, to address: URL, headerFields: HTTPFields = [:]) {
        let parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        let host = parts?.encodedHost ?? ""
        let path = parts?.percentEncodedPath ?? ""
        self.init(
            method: method,
            scheme: parts?.scheme,
            authority: parts?.port.map { "\(host):\($0)" } ?? host,
            path: (path.isEmpty ? "/" : path) + (parts?.percentEncodedQuery.map { "?\($0)" } ?? ""),
            headerFields: headerFields
        )
    }

    /// The address of the request; `nil` if its parts make none of http or https.
    var address: URL? {
        guard let scheme, ["http", "https"].contains(scheme.lowercased()), let authority, let path else { return nil }
        return URL(string: "\(scheme)://\(authority)\(path)")
    }
}
