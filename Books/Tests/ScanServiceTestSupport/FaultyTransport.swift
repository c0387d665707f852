public import BookScanner
public import Foundation
public import HTTPTransports
public import HTTPTypes
import ScanProtocol
import SeededRandom
import ServerSentEvents
import Synchronization

/// A network that flaps and a server that refuses, by a seed, in front of the real service.
public final class FaultyTransport: HTTPTransport {
    private struct Cut: Error {}

    private enum Fault {
        case refused, requestCut, answerLost, rateLimited(seconds: Int, asDate: Bool), serverError(Int), bodyCut(Int)
        case eventsAgain, damaged
    }

    private struct State {
        var random: SeededGenerator
        var refusedUntil = Duration.zero
        public var requestsWhileRefused = 0
        var faults = 0
    }

    private let base: any HTTPTransport
    private let port: @Sendable () -> Int?
    private let longestRefusal: Int
    private let announce: @Sendable (String) -> Void
    private let clock: ScanClock
    private let rate: Double
    private let state: Mutex<State>

    /// - Parameters:
    ///   - base: carries what gets through.
    ///   - port: where the service listens; `nil` while it does not.
    ///   - clock: the time of refusals.
    ///   - seed: decides the faults.
    ///   - rate: the fraction of requests that meet a fault.
    ///   - longestRefusal: the seconds that an answer 429 asks for at most.
    ///   - announce: told of each request, and of each that meets a fault.
    public init(
        base: any HTTPTransport,
        port: @escaping @Sendable () -> Int?,
        clock: ScanClock,
        seed: UInt64,
        rate: Double,
        longestRefusal: Int = 100,
        announce: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.base = base
        self.port = port
        self.longestRefusal = longestRefusal
        self.announce = announce
        self.clock = clock
        self.rate = rate
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    /// How many requests came although the server had asked to be left alone.
    public var requestsWhileRefused: Int { state.withLock { $0.requestsWhileRefused } }

    /// How many requests met a fault.
    public var faults: Int { state.withLock { $0.faults } }

    public func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
        announce("request \(request.method)")
        guard let port = port() else { throw Cut() }
        var request = request
        request.authority = "127.0.0.1:\(port)"
        let fault = draw()
        if let fault { announce("fault \(fault)") }
        switch fault {
        case nil: return try await base.send(request, body: body)
        case .refused: throw Cut()
        case .requestCut:
            if let body { try await drain(try await base.send(request, body: body.prefix(body.count / 2))) }
            throw Cut()
        case .answerLost:
            // A stream of events would last.
            if request.headerFields[.accept] != ServerSentEvent.mediaType {
                try await drain(try await base.send(request, body: body))
            }
            throw Cut()
        case .rateLimited(let seconds, let asDate):
            let value =
                asDate ? RetryAfter.date(clock.now().date.addingTimeInterval(Double(seconds))) : .seconds(seconds)
            // Servers tell their date, which is not the client's.
            let date = RetryAfter.date(clock.now().date).fieldValue
            return answer(429, [.retryAfter: value.fieldValue, .date: date])
        case .serverError(let status): return answer(status, [:])
        case .bodyCut(let count):
            let response = try await base.send(request, body: body)
            return HTTPTransportResponse(head: response.head, body: cut(response.body, after: count))
        case .damaged:
            // As on a bad line: the length is right, a byte is not.
            var body = body
            if let count = body?.count, count > 0 { body![body!.startIndex + count / 2] ^= 0x10 }
            return try await base.send(request, body: body)
        case .eventsAgain:
            request.headerFields[.lastEventID] = nil
            return try await base.send(request, body: body)
        }
    }

    private func draw() -> Fault? {
        let now = clock.now().uptime
        return state.withLock { state in
            if now < state.refusedUntil { state.requestsWhileRefused += 1 }
            guard state.random.nextUnit() < rate else { return nil }
            state.faults += 1
            switch state.random.next() % 9 {
            case 0: return .refused
            case 1: return .requestCut
            case 2: return .answerLost
            case 3:
                let seconds = min(2, longestRefusal) + Int(state.random.next() % UInt64(longestRefusal))
                // A date has no fractions of a second.
                state.refusedUntil = max(state.refusedUntil, now + .seconds(seconds - 1))
                return .rateLimited(seconds: seconds, asDate: state.random.next() % 2 == 0)
            case 4: return .serverError(500)
            case 5: return .serverError(503)
            case 6: return .bodyCut(Int(state.random.next() % 400))
            case 7: return .damaged
            default: return .eventsAgain
            }
        }
    }

    private func answer(_ status: Int, _ fields: HTTPFields) -> HTTPTransportResponse {
        HTTPTransportResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: fields),
            body: AsyncThrowingStream<Data, any Error> { $0.finish() }
        )
    }

    private func drain(_ response: HTTPTransportResponse) async throws {
        for try await _ in response.body {}
    }

    private func cut(
        _ body: any AsyncSequence<Data, any Error> & Sendable,
        after count: Int
    ) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                var left = count
                do {
                    for try await chunk in body {
                        continuation.yield(chunk.prefix(left))
                        left -= min(left, chunk.count)
                        if left == 0 { throw Cut() }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
