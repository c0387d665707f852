#if canImport(Darwin)
    public import Foundation
    public import HTTPTypes
    import Synchronization

    /// Sends requests through `URLSession`.
    public final class URLSessionTransport: HTTPTransport {
        private let session: URLSession
        private let answers = SessionAnswers()

        /// What may wait to be read of a body. The system does not hold servers back, so a request with more ends.
        private static let unreadLimit = 16 << 20

        /// A transport with a session of its own, which keeps photos and results nowhere.
        public init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            configuration.urlCredentialStorage = nil
            session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
        }

        /// Bodies can still be read.
        deinit { session.finishTasksAndInvalidate() }

        /// Ends all requests, and refuses others with ``HTTPTransportError/closed``. Returns at once.
        public func close() {
            answers.close()
            session.invalidateAndCancel()
        }

        public func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
            try Task.checkCancellation()
            guard let address = request.address else { throw HTTPTransportError.invalidAddress }
            var outgoing = URLRequest(url: address)
            outgoing.httpMethod = request.method.rawValue
            outgoing.httpBody = body
            // A stream of events lasts; who waits for what, and how long, is bounded above.
            outgoing.timeoutInterval = 3600
            for field in request.headerFields { outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
            let answer = PendingAnswer(room: Self.unreadLimit)
            let task = try answers.start(answer) { session.dataTask(with: outgoing) }
            // It ends the request also if there is no head.
            let body = ResponseBody(answer, stop: { task.cancel() })
            return HTTPTransportResponse(head: try await answer.head(), body: body)
        }
    }

    /// Hands a session's answers to those who asked.
    private final class SessionAnswers: NSObject, URLSessionDataDelegate {
        private struct State {
            var pending: [Int: PendingAnswer] = [:]
            var isClosed = false
        }

        private let state = Mutex(State())

        func close() { state.withLock { $0.isClosed = true } }

        /// Starts a task. Throws ``HTTPTransportError/closed`` for a session that has ended, which makes none.
        func start(
            _ answer: PendingAnswer,
            _ makeTask: () -> URLSessionDataTask
        ) throws(HTTPTransportError) -> URLSessionDataTask {
            let task = state.withLock { state -> URLSessionDataTask? in
                guard !state.isClosed else { return nil }
                let task = makeTask()
                state.pending[task.taskIdentifier] = answer
                return task
            }
            guard let task else { throw .closed }
            task.resume()
            return task
        }

        private func answer(_ task: URLSessionTask) -> PendingAnswer? {
            state.withLock { $0.pending[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
            var fields = HTTPFields()
            for (name, value) in response.allHeaderFields {
                guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
                    continue
                }
                fields.append(HTTPField(name: name, value: value))
            }
            answer(dataTask)?.receive(HTTPResponse(status: .init(code: response.statusCode), headerFields: fields))
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let answer = answer(dataTask), !answer.append(data) else { return }
            answer.end(.failure(HTTPTransportError.bodyTooLong(limit: answer.room)))
            dataTask.cancel()
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let (answer, isClosed) = state.withLock { state in
                (state.pending.removeValue(forKey: task.taskIdentifier), state.isClosed)
            }
            guard let error else { return answer?.end(.success(())) ?? () }
            let reason = HTTPTransportError.failed(reason: error.localizedDescription)
            answer?.end(.failure(isClosed ? HTTPTransportError.closed : reason))
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
#endif
