import Foundation
import HTTPTypes
import ScanProtocol
import ServerSentEvents

extension ScanAttemptError {
    /// What a refusal means for the queue.
    ///
    /// - Parameter namesScan: whether the request's address is one that the server gave: then 404 and 410 mean that it
    ///   has forgotten.
    init(_ head: HTTPResponse, _ problem: ProblemDetails?, namesScan: Bool, now: Date) {
        // By the server's own clock, if it tells: the two may differ.
        let delay = head.headerFields[.retryAfter].flatMap { RetryAfter(fieldValue: $0, now: now) }.map {
            $0.delay(from: Self.date(head.headerFields[.date], now: now) ?? now)
        }
        switch head.status.code {
        case 429: self = .rateLimited(retryAfter: delay)
        case 404, 410:
            self = namesScan ? .forgotten : .failed(.rejected(status: head.status.code, problem: problem?.summary))
        // 460 is tus's word for bytes that were damaged on the way.
        case 408, 423, 425, 460, 500...599: self = .server(status: head.status.code, retryAfter: delay)
        default: self = .failed(.rejected(status: head.status.code, problem: problem?.summary))
        }
    }

    /// What an error of transport, storage or parsing means for the queue.
    init(_ error: any Error) {
        switch error {
        case let error as ScanAttemptError: self = error
        case ScanStoreError.leaseLost: self = .leaseLost
        case is ScanStoreError: self = .storage
        case is DecodingError, is ServerSentEventParser.Failure: self = .interrupted
        default: self = .network
        }
    }

    private static func date(_ text: String?, now: Date) -> Date? {
        guard let text, case .date(let date) = RetryAfter(fieldValue: text, now: now) else { return nil }
        return date
    }
}

extension ProblemDetails {
    /// What the server says of it, for people; the type where there are no words.
    var summary: String { detail ?? title ?? type }
}
