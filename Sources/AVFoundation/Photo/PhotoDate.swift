import Foundation

/// A moment in the words of EXIF.
struct PhotoDate: Sendable, Hashable {
    /// `2026:03:29 14:05:09`.
    let text: String
    /// Thousandths: `042`.
    let subseconds: String
    /// The zone's distance from UTC: `+02:00`.
    let offset: String

    /// Takes over words.
    init(text: String, subseconds: String, offset: String) {
        self.text = text
        self.subseconds = subseconds
        self.offset = offset
    }

    /// Tells a moment in a zone's time.
    init(_ date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        // Thousandths are cut off, not rounded; what floating point loses is added first.
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down))
        let (seconds, thousandths) = milliseconds.dividedDown(by: 1000)
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(seconds))
        )
        let day = [Self.digits(parts.year, 4), Self.digits(parts.month), Self.digits(parts.day)]
        let time = [Self.digits(parts.hour), Self.digits(parts.minute), Self.digits(parts.second)]
        text = day.joined(separator: ":") + " " + time.joined(separator: ":")
        subseconds = Self.digits(Int(thousandths), 3)
        let minutes = timeZone.secondsFromGMT(for: date) / 60
        offset = (minutes < 0 ? "-" : "+") + Self.digits(abs(minutes) / 60) + ":" + Self.digits(abs(minutes) % 60)
    }

    /// The moment, and the zone that it is told in; `nil` when the words make no date. Without an offset the time is UTC's.
    var moment: (date: Date, timeZone: TimeZone)? {
        let numbers = text.split { $0 == ":" || $0 == " " }.compactMap { Int($0) }
        guard numbers.count == 6, let zone = TimeZone(secondsFromGMT: secondsFromGMT) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )
        guard let date = calendar.date(from: parts) else { return nil }
        return (date.addingTimeInterval(Double("0." + subseconds) ?? 0), zone)
    }

    private var secondsFromGMT: Int {
        let numbers = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2 else { return 0 }
        return (offset.hasPrefix("-") ? -1 : 1) * (numbers[0] * 3600 + numbers[1] * 60)
    }

    private static func digits(_ number: Int?, _ width: Int = 2) -> String {
        let digits = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    /// Division that rounds towards minus infinity, so that fractions of a second are never negative.
    fileprivate func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
