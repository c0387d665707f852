public import Foundation

/// The value of `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
public enum RetryAfter: Sendable, Hashable {
    /// So many seconds after the answer, not negative.
    case seconds(Int)
    /// At this time.
    case date(Date)

    /// The longest time that ``delay(from:atMost:)`` gives unless told otherwise: a day.
    public static let longestDelay: Duration = .seconds(86_400)

    /// Reads the header's value: digits, or one of the three forms of HTTP's dates. Nil for anything else.
    ///
    /// - Parameter now: the present, which decides the century of dates that have two digits for the year.
    public init?(fieldValue: String, now: Date) {
        let value = fieldValue.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // What is too large for a number is a very long time.
            self = .seconds(Int(value) ?? .max)
        } else if let date = HTTPDate.date(value, now: now) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The header's value.
    public var fieldValue: String {
        switch self {
        case .seconds(let seconds): String(seconds)
        case .date(let date): HTTPDate.string(date)
        }
    }

    /// How long to wait: never negative, and never longer than a limit, so that a server's mistake stops no queue for ever.
    public func delay(from now: Date, atMost limit: Duration = longestDelay) -> Duration {
        switch self {
        case .seconds(let seconds):
            return min(max(.zero, .seconds(seconds)), limit)
        case .date(let date):
            let interval = max(0, date.timeIntervalSince(now))
            // Compared before the conversion, which traps for numbers that are too large.
            return interval >= limit / .seconds(1) ? limit : .seconds(interval)
        }
    }
}
