#if os(Linux)
    import CLibCurl
    import Foundation
    import HTTPTypes

    /// A request as libcurl has it, and its answer as it comes.
    final class CurlTransfer: Sendable {
        /// Once it is started, for the loop's thread only. It lives as long as the transfer: no other has the same.
        nonisolated(unsafe) let easy: UnsafeMutableRawPointer
        let answer = PendingAnswer(room: 256 << 10)
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
#endif
