import Dispatch
public import Foundation
import Glibc
import Synchronization

/// A scanner in a process of its own: the program is started by the first request, and again by one that comes after its end.
///
/// What it says on standard error goes to that of this process. When this process ends, however, its input ends, and it ends, too.
public final class ScannerProgram: ScannerBackend {
    /// What to start.
    public struct Command: Sendable {
        /// The program's file.
        public var executable: URL
        /// Its arguments.
        public var arguments: [String]

        /// Makes a command.
        public init(executable: URL, arguments: [String]) {
            self.executable = executable
            self.arguments = arguments
        }
    }

    private struct State {
        var session: ProgramSession?
        var restart = RestartPolicy()
        var isOver = false
        var readers: [UUID: AsyncStream<ScannerState>.Continuation] = [:]
        /// What the program told last.
        var last = ScannerState()
    }

    private let command: @Sendable () throws(ScannerError) -> Command
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Duration
    private let answerTime: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - answerTime: how long an answer is waited for; a program that gives none is ended.
    ///   - clock: measures that.
    ///   - now: a time that only grows, for the pauses between starts.
    ///   - command: what to start; its error says how to get it.
    public init(
        answerTime: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Duration = ScannerProgram.uptime,
        command: @escaping @Sendable () throws(ScannerError) -> Command
    ) {
        self.answerTime = answerTime
        self.clock = clock
        self.now = now
        self.command = command
    }

    private static let beginning = ContinuousClock.now

    /// The time since this was asked for the first time.
    @Sendable public static func uptime() -> Duration { beginning.duration(to: .now) }

    public func states() -> AsyncStream<ScannerState> {
        let id = UUID()
        let (stream, continuation) = AsyncStream.makeStream(of: ScannerState.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.readers.removeValue(forKey: id) }
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.readers[id] = continuation }
            return state.isOver
        }
        if isOver { continuation.finish() }
        return stream
    }

    public func answer(
        _ request: ScannerRequest,
        payload: Data
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data) {
        let session: ProgramSession
        do {
            session = try await self.session()
        } catch {
            report(error)
            throw error
        }
        return try await send(request, payload, to: session)
    }

    private func send(
        _ request: ScannerRequest,
        _ payload: Data,
        to session: ProgramSession
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data) {
        let timer = Task { [clock, answerTime] in
            guard (try? await clock.sleep(for: answerTime)) != nil, !Task.isCancelled else { return }
            session.terminate(because: ScannerError(.timedOut, "The scanner of books does not answer. Try again."))
        }
        defer { timer.cancel() }
        return try await session.answer(request, payload)
    }

    public func stop() async {
        let (session, readers) = state.withLock { state in
            state.isOver = true
            defer { (state.session, state.readers) = (nil, [:]) }
            return (state.session, state.readers)
        }
        for reader in readers.values { reader.finish() }
        await session?.stop()
    }

    /// The program that runs, else one that is started.
    private func session() async throws(ScannerError) -> ProgramSession {
        let (session, isNew) = try state.withLock { state throws(ScannerError) in
            guard !state.isOver else { throw ScannerError(.unavailable, "The scanner of books is ending.") }
            if let session = state.session { return (session, false) }
            if let pause = state.restart.remainingPause(now: now()) {
                let seconds = Int((pause / .seconds(1)).rounded(.up))
                throw ScannerError(.unavailable, "The scanner of books has ended. Try again in \(seconds) s.")
            }
            state.restart.start(now: now())
            let session = try start()
            state.session = session
            return (session, true)
        }
        guard isNew else { return session }
        // Others may ask meanwhile: a program of another version answers them with errors.
        let hello = try await send(.hello(version: LinkMessage.version), Data(), to: session).answer
        guard hello == .hello(version: LinkMessage.version) else {
            let error = ScannerError(
                .unavailable,
                "pinhole and pinhole-books are of different versions. Install both anew, of the same version."
            )
            session.terminate(because: error)
            throw error
        }
        return session
    }

    private func start() throws(ScannerError) -> ProgramSession {
        let command = try command()
        return try ProgramSession(command.executable, command.arguments) { [weak self] state in
            self?.publish(state)
        } onEnd: { [weak self] session, error in
            self?.handleEnd(of: session, error)
        }
    }

    private func publish(_ scanner: ScannerState) {
        state.withLock { state in
            state.last = scanner
            for reader in state.readers.values { reader.yield(scanner) }
        }
    }

    /// Tells whoever looks at the scanner why it does nothing.
    private func report(_ error: ScannerError) {
        state.withLock { state in
            var scanner = state.last
            scanner.failure = ScannerMessages(title: "Books cannot be scanned", advice: error.message)
            for reader in state.readers.values { reader.yield(scanner) }
        }
    }

    private func handleEnd(of session: ProgramSession, _ error: ScannerError) {
        let isUnexpected = state.withLock { state in
            guard state.session === session else { return false }
            state.session = nil
            state.restart.end(now: now())
            return true
        }
        if isUnexpected { report(error) }
    }
}

/// The program's side of a link: gives requests that come in to a scanner, and tells its answers and states.
public struct ScannerHost: Sendable {
    private let backend: any ScannerBackend
    private let link: LinkSocket

    /// - Parameters:
    ///   - backend: does what is asked for.
    ///   - descriptor: a stream socket, which is closed at the end.
    public init(_ backend: any ScannerBackend, descriptor: Int32) {
        self.backend = backend
        link = LinkSocket(descriptor)
    }

    /// Whether a descriptor is the end of a link, not a terminal or a file.
    public static func isLink(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Serves until the other side ends the link; then ends the scanner.
    public func run() async {
        let states = backend.states()
        let telling = Task { [link] in
            for await state in states { await Self.write(LinkMessage(state: state), Data(), to: link) }
        }
        await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread { [self] in
                if let violation = link.readMessages({ receive($0) }) {
                    FileHandle.standardError.write(Data("pinhole-books: \(violation)\n".utf8))
                }
                end.resume()
            }
        }
        telling.cancel()
        await backend.stop()
        link.end()
    }

    private func receive(_ parsed: LinkParser.Parsed) {
        guard let id = parsed.message.id, let request = parsed.message.request else { return }
        Task { [backend, link] in
            do throws(ScannerError) {
                let (answer, payload) = try await Self.answer(request, parsed.payload, backend)
                await Self.write(LinkMessage(id: id, answer: answer), payload, to: link)
            } catch {
                await Self.write(LinkMessage(id: id, error: error), Data(), to: link)
            }
        }
    }

    private static func answer(
        _ request: ScannerRequest,
        _ payload: Data,
        _ backend: any ScannerBackend
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data) {
        if case .hello = request { return (.hello(version: LinkMessage.version), Data()) }
        return try await backend.answer(request, payload: payload)
    }

    /// Where answers wait for the other side to read: no task's thread does.
    private static let writing = DispatchQueue(label: "pinhole.scanner-link.write")

    private static func write(_ message: LinkMessage, _ payload: Data, to link: LinkSocket) async {
        await withCheckedContinuation { (written: CheckedContinuation<Void, Never>) in
            writing.async {
                if let data = try? message.encoded(payload: payload) { link.write(data) }
                written.resume()
            }
        }
    }
}
