/// Decides whether a client may try a token now: so many wrong ones in a period of time, of one network and in all.
///
/// A pure value: its owner reports what happens, with the time in nanoseconds of a monotonic clock. A network from which the right token
/// came is bound by its own count alone, so that nobody else's attempts keep it out. What is remembered is bounded, too: an attempt that
/// has to wait is not counted.
struct LoginLimiter: Sendable {
    private struct Failure {
        let network: String
        let time: UInt64
    }

    private let attempts: Int
    private let attemptsInAll: Int
    private let period: UInt64
    /// Of the last period, the oldest first.
    private var failures: [Failure] = []
    private var trustedNetworks: Set<String> = []

    /// - Parameters:
    ///   - attempts: how many wrong tokens a network may send in a period.
    ///   - attemptsInAll: how many all networks together may.
    ///   - period: in nanoseconds.
    init(attempts: Int, attemptsInAll: Int, period: UInt64) {
        self.attempts = max(1, attempts)
        self.attemptsInAll = max(1, attemptsInAll)
        self.period = period
    }

    /// How many nanoseconds a network has to wait before its next attempt; 0 if it may try now.
    mutating func wait(of network: String, now: UInt64) -> UInt64 {
        failures.removeAll { now >= $0.time + period }
        let own = failures.filter { $0.network == network }
        let isTrusted = trustedNetworks.contains(network)
        let end = max(
            Self.end(of: own, limit: attempts, period),
            isTrusted ? 0 : Self.end(of: failures, limit: attemptsInAll, period)
        )
        return end > now ? end - now : 0
    }

    /// When there are fewer failures than the limit.
    private static func end(of failures: [Failure], limit: Int, _ period: UInt64) -> UInt64 {
        failures.count < limit ? 0 : failures[failures.count - limit].time + period
    }

    /// A wrong token was sent.
    mutating func failed(_ network: String, now: UInt64) {
        failures.append(Failure(network: network, time: now))
    }

    /// The right token was sent.
    mutating func succeeded(_ network: String) {
        failures.removeAll { $0.network == network }
        // Only who knows the token gets here.
        if trustedNetworks.count < Self.mostTrustedNetworks { trustedNetworks.insert(network) }
    }

    private static let mostTrustedNetworks = 256
}
