public import Foundation
public import HTTPTypes

/// Sends requests to a recognition service.
public protocol ScanTransport: Sendable {
    /// Sends a request and returns when the answer's headers are there.
    ///
    /// Cancelling the task ends the request. Redirections are not followed. Nothing is sent twice.
    ///
    /// - Throws: any error when there is no answer.
    func send(_ request: HTTPRequest, body: Data?) async throws -> ScanTransportResponse
}

/// An answer, whose body may still be on its way.
public struct ScanTransportResponse: Sendable {
    /// Status and headers.
    public var head: HTTPResponse
    /// The body as it arrives, in chunks of any size. It is read once.
    public var body: any AsyncSequence<Data, any Error> & Sendable

    /// An answer.
    public init(head: HTTPResponse, body: any AsyncSequence<Data, any Error> & Sendable) {
        self.head = head
        self.body = body
    }
}
