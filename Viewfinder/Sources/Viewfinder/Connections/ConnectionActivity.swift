/// What one connection is doing, as far as it decides which connection is closed when a new client finds no room.
///
/// A pure value: its owner reports what happens on the connection, with the time in nanoseconds of a monotonic clock.
struct ConnectionActivity {
    /// How easily a connection can be spared; the smallest one goes first.
    struct Expendability: Comparable {
        /// Why a connection can be spared, in the order in which connections are closed.
        enum Reason: Int {
            /// It has not sent one complete request, which an honest client does at once.
            case unfinishedRequest
            /// It rests between two requests; a browser opens another one when it needs it.
            case idle
            /// An answer waits for the client, which does not read it.
            case stalledAnswer
        }

        let reason: Reason
        let since: UInt64

        static func < (left: Self, right: Self) -> Bool {
            (left.reason.rawValue, left.since) < (right.reason.rawValue, right.since)
        }
    }

    /// How long an answer has to be stalled, in nanoseconds, before its connection can be spared.
    static let stallPatience: UInt64 = 1_000_000_000

    private var isReceiving = false
    private var unansweredRequests = 0
    private var hasAnswered = false
    private var restingSince: UInt64
    private var receivingSince: UInt64 = 0
    private var stalledSince: UInt64?

    /// A connection that was just opened.
    init(now: UInt64) {
        restingSince = now
    }

    /// The head of a request has arrived.
    mutating func requestBegan(now: UInt64) {
        isReceiving = true
        receivingSince = now
        unansweredRequests += 1
    }

    /// The request has arrived completely.
    mutating func requestEnded() {
        isReceiving = false
    }

    /// An answer has been written completely.
    mutating func responseEnded(now: UInt64) {
        unansweredRequests -= 1
        hasAnswered = true
        restingSince = now
    }

    /// The connection takes more bytes, or takes none.
    mutating func writabilityChanged(isWritable: Bool, now: UInt64) {
        stalledSince = isWritable ? nil : stalledSince ?? now
    }

    /// How easily the connection can be spared now; nil while a complete request is being answered.
    func expendability(now: UInt64) -> Expendability? {
        // Of several requests at once only the last one can be incomplete.
        let isAnswering = unansweredRequests > (isReceiving ? 1 : 0)
        if isAnswering {
            guard let stalledSince, now >= stalledSince + Self.stallPatience else { return nil }
            return Expendability(reason: .stalledAnswer, since: stalledSince)
        }
        if isReceiving { return Expendability(reason: .unfinishedRequest, since: receivingSince) }
        return Expendability(reason: hasAnswered ? .idle : .unfinishedRequest, since: restingSince)
    }
}
