public import Foundation
public import HTTPTypes

extension HTTPField.Name {
    /// `Idempotency-Key`
    public static let idempotencyKey = Self("Idempotency-Key")!
    /// `Last-Event-ID`
    public static let lastEventID = Self("Last-Event-ID")!
    /// `Tus-Resumable`: the version of tus that a request and its answer follow.
    public static let tusResumable = Self("Tus-Resumable")!
    /// `Tus-Version`: the versions that the server knows.
    public static let tusVersion = Self("Tus-Version")!
    /// `Tus-Extension`: the extensions that the server knows.
    public static let tusExtension = Self("Tus-Extension")!
    /// `Tus-Max-Size`: the most bytes that an upload may have.
    public static let tusMaxSize = Self("Tus-Max-Size")!
    /// `Tus-Checksum-Algorithm`: the checksums that the server knows.
    public static let tusChecksumAlgorithm = Self("Tus-Checksum-Algorithm")!
    /// `Upload-Expires`: when an upload that is not continued is forgotten.
    public static let uploadExpires = Self("Upload-Expires")!
    /// `Upload-Offset`: the bytes that are stored, and where the body's bytes belong.
    public static let uploadOffset = Self("Upload-Offset")!
    /// `Upload-Length`: the bytes that the whole upload has.
    public static let uploadLength = Self("Upload-Length")!
    /// `Upload-Defer-Length`, which the server does not know.
    public static let uploadDeferLength = Self("Upload-Defer-Length")!
    /// `Upload-Metadata`: the photo's name and type.
    public static let uploadMetadata = Self("Upload-Metadata")!
    /// `Upload-Checksum`: the checksum of the body.
    public static let uploadChecksum = Self("Upload-Checksum")!
    /// `X-HTTP-Method-Override`: the method that is meant, from clients that cannot send it.
    public static let methodOverride = Self("X-HTTP-Method-Override")!
}

/// The value of `Idempotency-Key`: what makes a repeated request the same request.
///
/// On the wire it is a string of structured fields (RFC 9651): in quotation marks, with `\"` and `\\`. Many clients send
/// it without quotation marks, which is understood as well.
public struct IdempotencyKey: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The longest key, in characters.
    public static let maximumLength = 255

    /// The key itself, without quotation marks.
    public let text: String

    /// Takes a key of 1 to 255 printable characters of ASCII; nil for any other text.
    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    /// The key of a new request.
    public init(_ uuid: UUID = UUID()) {
        text = uuid.uuidString.lowercased()
    }

    /// Reads the value of the header; nil if it is none.
    public init?(fieldValue: String) {
        let value = fieldValue.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        guard value.first == "\"" else {
            // A bare key: whatever could begin another item or a parameter does not belong to it.
            let isBare = value.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Self.reserved.contains($0) }
            guard isBare, let key = Self(value) else { return nil }
            self = key
            return
        }
        guard let text = Self.unquoted(value), let key = Self(text) else { return nil }
        self = key
    }

    private static let reserved = Set("\",;\\".utf8)

    private static func unquoted(_ value: String) -> String? {
        var text = ""
        var isEscaped = false
        var rest = value.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst() {
            if isEscaped {
                guard scalar == "\"" || scalar == "\\" else { return nil }
                text.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                return rest.isEmpty ? text : nil
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return nil
    }

    /// The value of the header.
    public var fieldValue: String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// The key itself.
    public var description: String { text }

    /// Reads a key; throws `DecodingError` for a text that is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no idempotency key.")
        }
        self = key
    }

    /// Writes the key itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

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

/// The dates of HTTP (RFC 9110, 5.6.7): one form is written, three are read.
public enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// The date as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func string(_ date: Date) -> String {
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        func digits(_ number: Int?, _ width: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let weekday = weekdays[(parts.weekday ?? 1) - 1]
        let month = months[(parts.month ?? 1) - 1]
        let time = "\(digits(parts.hour, 2)):\(digits(parts.minute, 2)):\(digits(parts.second, 2))"
        return "\(weekday), \(digits(parts.day, 2)) \(month) \(digits(parts.year, 4)) \(time) GMT"
    }

    /// Reads a date in any of the three forms; nil if it is in none or does not exist.
    ///
    /// - Parameter now: decides the century of a year with two digits: one that seems to be more than 50 years ahead is past.
    public static func date(_ text: String, now: Date) -> Date? {
        fixed(text) ?? rfc850(text, now: now) ?? asctime(text)
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private static func fixed(_ text: String) -> Date? {
        let form = /(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9:]{8}) GMT/
        guard let match = text.wholeMatch(of: form), let year = Int(match.3) else { return nil }
        return date(year: year, month: match.2, day: match.1, time: match.4)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    private static func rfc850(_ text: String, now: Date) -> Date? {
        let form =
            /(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, ([0-9]{2})-([A-Z][a-z]{2})-([0-9]{2}) ([0-9:]{8}) GMT/
        guard let match = text.wholeMatch(of: form), let yearOfCentury = Int(match.3) else { return nil }
        let thisYear = calendar.component(.year, from: now)
        let year = thisYear - thisYear % 100 + yearOfCentury
        // The nearest of the three centuries whose date is not more than 50 years ahead.
        guard let limit = calendar.date(byAdding: .year, value: 50, to: now) else { return nil }
        let candidates = [year + 100, year, year - 100].lazy.compactMap {
            date(year: $0, month: match.2, day: match.1, time: match.4)
        }
        return candidates.first { $0 <= limit }
    }

    /// `Sun Nov  6 08:49:37 1994`
    private static func asctime(_ text: String) -> Date? {
        let form = /(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) ([A-Z][a-z]{2}) ([0-9]{2}| [0-9]) ([0-9:]{8}) ([0-9]{4})/
        guard let match = text.wholeMatch(of: form), let year = Int(match.4) else { return nil }
        return date(year: year, month: match.1, day: match.2.drop { $0 == " " }, time: match.3)
    }

    private static func date(year: Int, month: Substring, day: Substring, time: Substring) -> Date? {
        guard let month = months.firstIndex(of: String(month)), let day = Int(day),
            let clock = time.wholeMatch(of: /([0-9]{2}):([0-9]{2}):([0-9]{2})/),
            let hour = Int(clock.1), let minute = Int(clock.2), let second = Int(clock.3),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let components = DateComponents(year: year, month: month + 1, day: day, hour: hour, minute: minute)
        guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else { return nil }
        // Added rather than set, because 60 is the leap second.
        return date.addingTimeInterval(Double(second))
    }
}
