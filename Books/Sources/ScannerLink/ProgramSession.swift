import Foundation
import Glibc
import Synchronization

/// A running program and the requests that it has not answered yet.
final class ProgramSession: Sendable {
    typealias Answer = (answer: ScannerAnswer, payload: Data)
    private typealias Waiting = CheckedContinuation<Result<Answer, ScannerError>, Never>

    private struct State {
        var waiting: [Int: Waiting] = [:]
        var nextID = 0
        /// Why there will be no more answers.
        var end: ScannerError?
        var enders: [CheckedContinuation<Void, Never>] = []
        var hasEnded = false
    }

    private let process: ProgramProcess
    private let state = Mutex(State())
    /// Writing waits for the program to read.
    private let writing = DispatchQueue(label: "pinhole.scanner-link.write")

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - onState: is called with each state that it tells, on a thread of the session's.
    ///   - onEnd: is called when it has ended, on the same thread.
    init(
        _ executable: URL,
        _ arguments: [String],
        onState: @escaping @Sendable (ScannerState) -> Void,
        onEnd: @escaping @Sendable (ProgramSession, ScannerError) -> Void
    ) throws(ScannerError) {
        process = try ProgramProcess(executable, arguments)
        Thread.detachNewThread { [self] in run(onState, onEnd) }
    }

    private func run(
        _ onState: (ScannerState) -> Void,
        _ onEnd: (ProgramSession, ScannerError) -> Void
    ) {
        let violation = process.link.readMessages { parsed in
            if let state = parsed.message.state { onState(state) }
            if let id = parsed.message.id { receive(parsed, for: id) }
        }
        let error = ScannerError(
            .unavailable,
            violation.map { "The scanner of books does not speak as it should (\($0)). Install it anew." }
                ?? "The scanner of books has ended. Nothing that was kept is lost; try again."
        )
        let reason = close(because: error)
        onEnd(self, reason)
        process.link.end()
        _ = process.waitForEnd()
        let enders = state.withLock { state in
            state.hasEnded = true
            defer { state.enders = [] }
            return state.enders
        }
        for ender in enders { ender.resume() }
    }

    private func receive(_ parsed: LinkParser.Parsed, for id: Int) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        let message = parsed.message
        let result: Result<Answer, ScannerError> =
            if let answer = message.answer {
                .success((answer, parsed.payload))
            } else {
                .failure(message.error ?? ScannerError(.failed, "The scanner of books gave no answer."))
            }
        waiting?.resume(returning: result)
    }

    /// Asks the program. Returns when it has answered or ended.
    func answer(_ request: ScannerRequest, _ payload: Data) async throws(ScannerError) -> Answer {
        let result = await withCheckedContinuation { (waiting: Waiting) in
            let id = state.withLock { state -> Int? in
                guard state.end == nil else { return nil }
                state.nextID += 1
                state.waiting[state.nextID] = waiting
                return state.nextID
            }
            guard let id else {
                return waiting.resume(returning: .failure(state.withLock { $0.end } ?? Self.isOver))
            }
            writing.async { [self] in write(request, payload, id) }
        }
        return try result.get()
    }

    private func write(_ request: ScannerRequest, _ payload: Data, _ id: Int) {
        do {
            // When nobody reads, the thread that reads sees the end, too, and answers for the program.
            process.link.write(try LinkMessage(id: id, request: request).encoded(payload: payload))
        } catch {
            let failure = ScannerError(.failed, "The request cannot be written down: \(error)")
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: .failure(failure))
        }
    }

    private static let isOver = ScannerError(.unavailable, "The scanner of books is ending.")

    /// Answers for the program from now on.
    ///
    /// - Returns: the first reason that was given.
    @discardableResult
    private func close(because error: ScannerError) -> ScannerError {
        let (waiting, reason) = state.withLock { state in
            let reason = state.end ?? error
            state.end = reason
            defer { state.waiting = [:] }
            return (state.waiting, reason)
        }
        for one in waiting.values { one.resume(returning: .failure(reason)) }
        return reason
    }

    /// Ends the program at once, as it is of no use.
    func terminate(because error: ScannerError) {
        close(because: error)
        process.terminate()
    }

    /// Lets the program end, and returns when it has, which takes a bounded time.
    func stop() async {
        close(because: Self.isOver)
        process.link.endWriting()
        await withCheckedContinuation { ender in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.enders.append(ender) }
                return state.hasEnded
            }
            if hasEnded { ender.resume() }
        }
    }
}

/// A program that was started with a socket as its standard input and output. It inherits nothing else that is open: a port that
/// this process listens at would stay taken as long as the program runs.
final class ProgramProcess: Sendable {
    let link: LinkSocket
    private let id: pid_t

    /// How long it has to end by itself once its input has ended, and how long when it is asked to by a signal.
    private static let patience: [(signal: Int32, seconds: Double)] = [(0, 8), (SIGTERM, 2), (SIGKILL, 2)]

    /// Starts a program.
    ///
    /// - Throws: ``ScannerError`` that says why it cannot be started.
    init(_ executable: URL, _ arguments: [String]) throws(ScannerError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Self.failure(executable, errno)
        }
        let (code, id) = Self.spawn(executable, arguments, ends[1])
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw Self.failure(executable, code)
        }
        self.id = id
        link = LinkSocket(ends[0])
    }

    private static func spawn(_ executable: URL, _ arguments: [String], _ end: Int32) -> (code: Int32, id: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        // To close what is not open is no error.
        for descriptor in STDERR_FILENO + 1...highestDescriptor() {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Dispatch's threads block signals, which programs would inherit. A group of its own: Control-C in a terminal is for whoever
        // started it, who ends it when nothing is needed of it any more.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words = ([executable.path] + arguments).map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + environment).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, executable.path, &actions, &attributes, words, environment)
        return (code, id)
    }

    /// The highest descriptor that is open, and some room for those that are opened at this moment.
    private static func highestDescriptor() -> Int32 {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return max(1_024, (open.compactMap { Int32($0) }.max() ?? 0) + 64)
    }

    private static func failure(_ executable: URL, _ code: Int32) -> ScannerError {
        ScannerError(.unavailable, "\(executable.path) cannot be started: \(String(cString: strerror(code))).")
    }

    /// Waits until it has ended, and sees to it that it does. For a thread of its own, once.
    ///
    /// - Returns: the exit status; 128 and the signal's number when a signal ended it; nil when nothing ends it.
    func waitForEnd() -> Int32? {
        for (signal, seconds) in Self.patience {
            if signal != 0 { kill(id, signal) }
            // Twenty looks a second, on a thread that has nothing else to do.
            for _ in 0..<Int(seconds * 20) {
                var word: Int32 = 0
                let ended = waitpid(id, &word, WNOHANG)
                if ended == id { return word & 0x7f == 0 ? word >> 8 & 0xff : 128 + (word & 0x7f) }
                if ended < 0, errno != EINTR { return nil }
                usleep(50_000)
            }
        }
        return nil
    }

    /// Ends it at once, as it does not answer.
    func terminate() {
        kill(id, SIGKILL)
        link.end()
    }
}

/// When a program that ended by itself is started again. Pure.
struct RestartPolicy: Sendable {
    /// The shortest and the longest pause.
    static let pauses: ClosedRange<Duration> = .milliseconds(250)...(.seconds(30))
    /// Who ran that long is not counted as one that ends at once.
    static let longRun: Duration = .seconds(60)

    private var deaths = 0
    private var started: Duration?
    private var earliest: Duration = .zero

    /// How long it is to be left alone still; nil when it may be started.
    func remainingPause(now: Duration) -> Duration? { now < earliest ? earliest - now : nil }

    /// It was started, or could not be.
    mutating func start(now: Duration) { started = now }

    /// It has ended, without having been asked to.
    mutating func end(now: Duration) {
        if let started, now - started >= Self.longRun { deaths = 0 }
        let pause = Self.pauses.lowerBound * (1 << min(deaths, 7))
        earliest = now + min(pause, Self.pauses.upperBound)
        deaths += 1
    }
}
