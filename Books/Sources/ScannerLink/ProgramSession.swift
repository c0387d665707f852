import Foundation
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
