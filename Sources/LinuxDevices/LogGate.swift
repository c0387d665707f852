/// Lets a message through now and then: a camera that fails thirty times a second must not fill the disk with log.
///
/// Times are nanoseconds of one monotonic clock.
package struct LogGate: Sendable, Equatable {
    /// Silence after a message.
    package static let silence: Int64 = 10_000_000_000

    private var next: [String: Int64] = [:]
    private var suppressed: [String: Int] = [:]

    package init() {}

    /// - Parameter topic: what the message is about; each topic has its own silence.
    /// - Returns: how many messages on the topic were suppressed before this one, or `nil` to suppress this one too.
    package mutating func admit(_ topic: String, at now: Int64) -> Int? {
        if let time = next[topic], now < time {
            suppressed[topic, default: 0] += 1
            return nil
        }
        next[topic] = now + Self.silence
        return suppressed.removeValue(forKey: topic) ?? 0
    }
}
