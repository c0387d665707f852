#if os(Linux)
    import CLibCurl
    public import Foundation
    public import HTTPTypes
    import Synchronization

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

    /// The thread that works off a transport's requests.
    ///
    /// Its functions may be called on any thread; everything of libcurl but waking is called on the loop's own.
    final class CurlLoop: Sendable {
        private enum Command {
            case start(CurlTransfer)
            case stop(CurlTransfer)
            case resume(CurlTransfer)
        }

        private struct State {
            var commands: [Command] = []
            var hasThread = false
            /// Whether the thread ends once there is nothing to do.
            var isEnding = false
            var isAborting = false
        }

        private let state = Mutex(State())
        /// libcurl's functions for it are called on the thread; `curl_multi_wakeup` may be called on any.
        nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

        init() {
            _ = Self.library
            guard let multi = curl_multi_init() else { fatalError("There is no memory for libcurl.") }
            self.multi = multi
        }

        deinit { curl_multi_cleanup(multi) }

        /// Prepares the library, once.
        private static let library: Void = {
            guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { fatalError("libcurl does not start.") }
        }()

        // MARK: - On any thread

        /// Throws ``HTTPTransportError/closed`` after the end.
        func start(_ transfer: CurlTransfer) throws(HTTPTransportError) {
            let (isOpen, needsThread) = state.withLock { state in
                guard !state.isEnding else { return (false, false) }
                state.commands.append(.start(transfer))
                defer { state.hasThread = true }
                return (true, !state.hasThread)
            }
            guard isOpen else { throw .closed }
            guard needsThread else { return wake() }
            let thread = Thread { self.run() }
            thread.name = "http"
            thread.start()
        }

        /// Ends a transfer, if it has not ended.
        func stop(_ transfer: CurlTransfer) { enqueue(.stop(transfer)) }

        /// Lets a transfer go on whose answer has room again.
        func resume(_ transfer: CurlTransfer) { enqueue(.resume(transfer)) }

        /// Lets the thread end, when its transfers have ended or at once.
        func end(aborting: Bool) {
            state.withLock { state in
                state.isEnding = true
                if aborting { state.isAborting = true }
            }
            wake()
        }

        private func enqueue(_ command: Command) {
            state.withLock { if $0.hasThread { $0.commands.append(command) } }
            wake()
        }

        private func wake() { curl_multi_wakeup(multi) }

        // MARK: - On the thread

        private func run() {
            // A connection that has gone is an error of its request's; libcurl's TLS may not ask for that.
            var pipe = sigset_t()
            sigemptyset(&pipe)
            sigaddset(&pipe, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &pipe, nil)
            var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
            var running: Int32 = 0
            repeat {
                obey(&transfers)
                curl_multi_perform(multi, &running)
                finish(&transfers)
            } while wait(for: transfers)
        }

        /// Waits until there is something to do.
        ///
        /// - Returns: false when the thread shall end.
        private func wait(for transfers: [UnsafeMutableRawPointer: CurlTransfer]) -> Bool {
            let goesOn = state.withLock { state in
                // Nobody starts it again; nobody needs to be heard any more.
                if state.isEnding, state.commands.isEmpty, transfers.isEmpty { state.hasThread = false }
                return state.hasThread
            }
            // Whatever there is to do wakes it before.
            if goesOn { curl_multi_poll(multi, nil, 0, 60_000, nil) }
            return goesOn
        }

        /// Does what others have asked for.
        private func obey(_ transfers: inout [UnsafeMutableRawPointer: CurlTransfer]) {
            let (commands, isAborting) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isAborting)
            }
            for command in commands {
                switch command {
                case .start(let transfer):
                    transfers[transfer.easy] = transfer
                    curl_multi_add_handle(multi, transfer.easy)
                case .stop(let transfer) where transfers[transfer.easy] === transfer:
                    remove(transfer, from: &transfers, .failure(CancellationError()))
                case .resume(let transfer) where transfers[transfer.easy] === transfer:
                    curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
                case .stop, .resume: break
                }
            }
            guard isAborting else { return }
            for transfer in transfers.values { remove(transfer, from: &transfers, .failure(HTTPTransportError.closed)) }
        }

        private func finish(_ transfers: inout [UnsafeMutableRawPointer: CurlTransfer]) {
            var left: Int32 = 0
            while let message = curl_multi_info_read(multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                    let transfer = transfers[easy]
                else { continue }
                let code = message.pointee.data.result
                remove(transfer, from: &transfers, transfer.outcome(code))
            }
        }

        private func remove(
            _ transfer: CurlTransfer,
            from transfers: inout [UnsafeMutableRawPointer: CurlTransfer],
            _ outcome: Result<Void, any Error>
        ) {
            curl_multi_remove_handle(multi, transfer.easy)
            transfers[transfer.easy] = nil
            transfer.answer.end(outcome)
        }
    }
#endif
