#if os(Linux)
    import CLibCurl
    import Foundation
    import HTTPTypes
    import Synchronization

    /// A request as libcurl has it, and its answer as it comes.
    final class CurlTransfer: Sendable {
        /// Once it is started, for the loop's thread only. It lives as long as the transfer: no other has the same.
        nonisolated(unsafe) let easy: UnsafeMutableRawPointer
        let answer = PendingAnswer(room: 256 << 10)
        /// Libcurl reads them while the transfer goes on; freed with it.
        nonisolated(unsafe) private let fields: UnsafeMutablePointer<curl_slist>?
        /// Where libcurl puts its words.
        nonisolated(unsafe) private let problem: UnsafeMutablePointer<CChar>

        private static let connectTime = 10

        /// Throws ``HTTPTransportError/invalidAddress``, or why libcurl does not take the request.
        init(_ request: HTTPRequest, body: Data?, trusting trusted: URL?) throws(HTTPTransportError) {
            guard let address = request.address else { throw .invalidAddress }
            guard let easy = curl_easy_init() else { throw .failed(reason: "There is no memory for a request.") }
            self.easy = easy
            fields = Self.list(request.headerFields)
            problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
            problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            try configure(address, trusted)
            try setMethod(request.method, body)
            try setCallbacks()
        }

        deinit {
            curl_easy_cleanup(easy)
            curl_slist_free_all(fields)
            problem.deallocate()
        }

        /// What a transfer's end means.
        func outcome(_ code: CURLcode) -> Result<Void, any Error> {
            if code == CURLE_OK { return .success(()) }
            let words = String(cString: problem)
            let reason = words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
            return .failure(HTTPTransportError.failed(reason: reason))
        }

        // MARK: - The request

        private static func list(_ fields: HTTPFields) -> UnsafeMutablePointer<curl_slist>? {
            // Without these, libcurl would wait before it sends large bodies, and say that they are a form's.
            var lines = ["Expect:", "Connection: close"]
            if fields[.contentType] == nil { lines.append("Content-Type:") }
            for field in fields {
                // A field without a value is written like this.
                lines.append(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
            }
            return lines.reduce(nil) { curl_slist_append($0, $1) }
        }

        private func configure(_ address: URL, _ trusted: URL?) throws(HTTPTransportError) {
            try set(CURLOPT_URL, address.absoluteString)
            try set(CURLOPT_PROTOCOLS_STR, "http,https")
            try set(CURLOPT_PATH_AS_IS, 1)
            try set(CURLOPT_PROXY, "")
            try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
            try set(CURLOPT_NOSIGNAL, 1)
            try set(CURLOPT_CONNECTTIMEOUT, Self.connectTime)
            // A connection that is used again may be closed already, and the request would be sent twice.
            try set(CURLOPT_FRESH_CONNECT, 1)
            try set(CURLOPT_FORBID_REUSE, 1)
            // Who gives up while a name is looked up does not hold up other requests.
            try set(CURLOPT_QUICK_EXIT, 1)
            try check(curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields))
            try check(curl_set_pointer(easy, CURLOPT_ERRORBUFFER, problem))
            if let trusted { try set(CURLOPT_CAINFO, trusted.path) }
        }

        private func setMethod(_ method: HTTPRequest.Method, _ body: Data?) throws(HTTPTransportError) {
            if method == .head {
                try set(CURLOPT_NOBODY, 1)
            } else if let body = body ?? ([.post, .put, .patch].contains(method) ? Data() : nil) {
                try check(curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
                // An empty body has no address, but is a body.
                let code = (body.isEmpty ? Data([0]) : body).withUnsafeBytes {
                    curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                }
                try check(code)
            }
            try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }

        private func set(_ option: CURLoption, _ value: Int) throws(HTTPTransportError) {
            try check(curl_set_long(easy, option, value))
        }

        private func set(_ option: CURLoption, _ value: String) throws(HTTPTransportError) {
            try check(curl_set_pointer(easy, option, value))
        }

        private func check(_ code: CURLcode) throws(HTTPTransportError) {
            guard code == CURLE_OK else { throw .failed(reason: String(cString: curl_easy_strerror(code))) }
        }

        // MARK: - The answer

        private func setCallbacks() throws(HTTPTransportError) {
            // The loop holds the transfer as long as libcurl may call these.
            let context = Unmanaged.passUnretained(self).toOpaque()
            try check(curl_set_pointer(easy, CURLOPT_HEADERDATA, context))
            try check(curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
            let onHeader: curl_write_callback = { bytes, size, count, context in
                // The line that ends a head is empty.
                if size * count <= 2, let context {
                    Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().receiveHead()
                }
                return size * count
            }
            let onBody: curl_write_callback = { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                let isTaken = transfer.answer.append(Data(bytes: bytes, count: size * count))
                return isTaken ? size * count : Int(CURL_WRITEFUNC_PAUSE)
            }
            try check(curl_set_callback(easy, CURLOPT_HEADERFUNCTION, onHeader))
            try check(curl_set_callback(easy, CURLOPT_WRITEFUNCTION, onBody))
        }

        private func receiveHead() {
            var status = 0
            curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
            // Others only announce the answer.
            guard (200...999).contains(status) else { return }
            var fields = HTTPFields()
            var header: UnsafeMutablePointer<curl_header>?
            while let next = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, header) {
                header = next
                guard let name = HTTPField.Name(String(cString: next.pointee.name)) else { continue }
                fields.append(HTTPField(name: name, value: String(cString: next.pointee.value)))
            }
            answer.receive(HTTPResponse(status: .init(code: status), headerFields: fields))
        }
    }

    /// An answer on its way from a connection's thread to the task that asked: the head, then the body chunk by chunk.
    ///
    /// Its functions may be called on any thread. What comes after the end is ignored.
    final class PendingAnswer: Sendable {
        private struct State {
            var head: HTTPResponse?
            var chunks: [Data] = []
            var unreadCount = 0
            var isFull = false
            /// Nil while it goes on; success once everything has come.
            var end: Result<Void, any Error>?
            var headReader: CheckedContinuation<HTTPResponse, any Error>?
            var bodyReader: CheckedContinuation<Data?, any Error>?
        }

        /// How many bytes may wait to be read before ``append(_:)`` says that there is no room.
        let room: Int
        private let state = Mutex(State())

        private static let nothing = HTTPTransportError.failed(reason: "The server sent no answer.")

        init(room: Int) { self.room = room }

        // MARK: - What the connection says

        func receive(_ head: HTTPResponse) {
            let reader = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
                guard state.end == nil, state.head == nil else { return nil }
                state.head = head
                defer { state.headReader = nil }
                return state.headReader
            }
            reader?.resume(returning: head)
        }

        /// Takes a chunk of the body.
        ///
        /// - Returns: whether it was taken. If not, there is no room for it before ``next()`` says that there is.
        func append(_ chunk: Data) -> Bool {
            let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
                guard state.end == nil else { return (true, nil) }
                if let reader = state.bodyReader {
                    state.bodyReader = nil
                    return (true, reader)
                }
                guard state.unreadCount == 0 || state.unreadCount + chunk.count <= room else {
                    state.isFull = true
                    return (false, nil)
                }
                state.chunks.append(chunk)
                state.unreadCount += chunk.count
                return (true, nil)
            }
            reader?.resume(returning: chunk)
            return isTaken
        }

        /// Ends it. What has come before can still be read, unless it is given up.
        func end(_ end: Result<Void, any Error>, givesUp: Bool = false) {
            let readers = state.withLock { state in
                if givesUp { state.chunks = [] }
                if givesUp || state.end == nil { state.end = end }
                defer { (state.headReader, state.bodyReader) = (nil, nil) }
                return (head: state.headReader, body: state.bodyReader)
            }
            switch end {
            case .success:
                readers.head?.resume(throwing: Self.nothing)
                readers.body?.resume(returning: nil)
            case .failure(let error):
                readers.head?.resume(throwing: error)
                readers.body?.resume(throwing: error)
            }
        }

        // MARK: - What the asking task reads

        /// Waits for the head. Cancelling the task gives the answer up.
        func head() async throws -> HTTPResponse {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { reader in
                    let known = state.withLock { state -> Result<HTTPResponse, any Error>? in
                        if let head = state.head { return .success(head) }
                        if let end = state.end { return end.flatMap { .failure(Self.nothing) } }
                        state.headReader = reader
                        return nil
                    }
                    if let known { reader.resume(with: known) }
                }
            } onCancel: {
                end(.failure(CancellationError()), givesUp: true)
            }
        }

        /// Waits for the next chunk of the body; nil at its end. Cancelling the task gives the answer up.
        ///
        /// - Returns: the chunk, and whether there is room again for one that ``append(_:)`` did not take.
        func next() async throws -> (chunk: Data?, hasRoomAgain: Bool) {
            let chunk = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { reader in
                    let known = state.withLock { state -> Result<Data?, any Error>? in
                        if !state.chunks.isEmpty {
                            let chunk = state.chunks.removeFirst()
                            state.unreadCount -= chunk.count
                            return .success(chunk)
                        }
                        if let end = state.end { return end.map { nil } }
                        state.bodyReader = reader
                        return nil
                    }
                    if let known { reader.resume(with: known) }
                }
            } onCancel: {
                end(.failure(CancellationError()), givesUp: true)
            }
            let hasRoomAgain = state.withLock { state in
                guard state.isFull, state.unreadCount <= room / 2 else { return false }
                state.isFull = false
                return true
            }
            return (chunk, hasRoomAgain)
        }
    }

    /// The body of an answer, which ends its request when nobody can read it any more.
    struct ResponseBody: AsyncSequence, Sendable {
        private let reading: Reading

        /// - Parameters:
        ///   - stop: ends the request, if it has not ended.
        ///   - resume: lets the connection go on, after the answer had no room.
        init(_ answer: PendingAnswer, stop: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void = {})
        {
            reading = Reading(answer, stop: stop, resume: resume)
        }

        func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

        struct Iterator: AsyncIteratorProtocol {
            fileprivate let reading: Reading

            mutating func next() async throws -> Data? { try await reading.next() }
        }

        fileprivate final class Reading: Sendable {
            private let answer: PendingAnswer
            private let stop: @Sendable () -> Void
            private let resume: @Sendable () -> Void

            init(_ answer: PendingAnswer, stop: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void)
            {
                self.answer = answer
                self.stop = stop
                self.resume = resume
            }

            deinit { stop() }

            func next() async throws -> Data? {
                try await withTaskCancellationHandler {
                    let (chunk, hasRoomAgain) = try await answer.next()
                    if hasRoomAgain { resume() }
                    return chunk
                } onCancel: {
                    stop()
                }
            }
        }
    }
#endif
