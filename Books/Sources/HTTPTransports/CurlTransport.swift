#if os(Linux)
    import CLibCurl
    public import Foundation
    public import HTTPTypes

    /// Sends requests through libcurl, each over a connection of its own.
    ///
    /// `URLSession` of this system's Foundation loses requests now and then, which then wait for ever, and sends others
    /// twice. A connection that is used again may be one that the server has just closed: libcurl would then send the
    /// request once more.
    ///
    /// The environment's proxies are not used. It takes ten seconds at most to connect; the rest is bounded by whoever waits.
    /// A body that nobody reads holds its server back.
    public final class CurlTransport: HTTPTransport {
        private let loop: CurlLoop
        private let trusted: URL?

        /// A transport with a thread of its own, which begins with the first request.
        ///
        /// - Parameter trusted: a file of certificates in PEM, which are trusted instead of the system's.
        public init(trusting trusted: URL? = nil) {
            loop = CurlLoop()
            self.trusted = trusted
        }

        /// Bodies can still be read.
        deinit { loop.end(aborting: false) }

        /// Ends all requests, and refuses others with ``HTTPTransportError/closed``. Returns at once.
        public func close() { loop.end(aborting: true) }

        public func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
            try Task.checkCancellation()
            let transfer = try CurlTransfer(request, body: body, trusting: trusted)
            try loop.start(transfer)
            let loop = loop
            // It ends the request also if there is no head.
            let body = ResponseBody(
                transfer.answer,
                stop: { loop.stop(transfer) },
                resume: { loop.resume(transfer) }
            )
            return HTTPTransportResponse(head: try await transfer.answer.head(), body: body)
        }
    }
#endif
