import Foundation

/// A moment as EXIF writes it: local time to the second, the fraction, and the offset from UTC, each in its own tag.
package struct ExifDate: Equatable {
    /// "2026:03:01 12:34:56"
    package var dateTime: String
    /// "789": milliseconds.
    package var subseconds: String
    /// "+02:00"
    package var offset: String

    init(dateTime: String, subseconds: String, offset: String) {
        self.dateTime = dateTime
        self.subseconds = subseconds
        self.offset = offset
    }

    /// Tells a moment in a zone's time.
    package init(_ date: Date, in zone: TimeZone) {
        // Thousandths are cut off, not rounded; what floating point loses is added first.
        let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
        let whole = Date(timeIntervalSince1970: (milliseconds / 1000).rounded(.down))
        let seconds = zone.secondsFromGMT(for: whole)
        let parts = Self.calendar(secondsFromGMT: seconds).dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: whole
        )
        func digits(_ number: Int?, _ count: Int = 2) -> String { Self.digits(number ?? 0, count) }
        dateTime =
            "\(digits(parts.year, 4)):\(digits(parts.month)):\(digits(parts.day)) "
            + "\(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second))"
        subseconds = Self.digits(Int(milliseconds - whole.timeIntervalSince1970 * 1000), 3)
        offset =
            (seconds < 0 ? "-" : "+") + Self.digits(abs(seconds) / 3600, 2) + ":"
            + Self.digits(abs(seconds) / 60 % 60, 2)
    }

    /// The moment that the tags of a file name, and its zone; UTC when there is no offset.
    ///
    /// - Returns: nil when the date cannot be read.
    package static func moment(dateTime: String, subseconds: String?, offset: String?) -> (date: Date, zone: TimeZone)?
    {
        // Foundation's calendar computes with whatever it is given, and stops the program when that is too large.
        let limits = [1...9999, 1...12, 1...31, 0...24, 0...59, 0...60]
        let numbers = dateTime.split { $0 == ":" || $0 == " " }.compactMap { Int($0) }
        guard numbers.count == limits.count, zip(limits, numbers).allSatisfy({ $0.contains($1) }) else { return nil }
        let seconds = offset.flatMap(secondsFromGMT) ?? 0
        let parts = DateComponents(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )
        guard
            let whole = calendar(secondsFromGMT: seconds).date(from: parts),
            let zone = TimeZone(secondsFromGMT: seconds)
        else { return nil }
        return (whole.addingTimeInterval(subseconds.map(fraction) ?? 0), zone)
    }

    /// The part of a second that digits name; 0 for anything else.
    private static func fraction(_ subseconds: String) -> Double {
        let digits = subseconds.trimmingCharacters(in: .whitespaces)
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return 0 }
        return Double("0.\(digits)") ?? 0
    }

    static func calendar(secondsFromGMT: Int) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        if let zone = TimeZone(secondsFromGMT: secondsFromGMT) { calendar.timeZone = zone }
        return calendar
    }

    private static func secondsFromGMT(_ offset: String) -> Int? {
        let numbers = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, (0...23).contains(numbers[0]), (0...59).contains(numbers[1]),
            let sign = offset.first
        else { return nil }
        let seconds = (sign == "-" ? -1 : 1) * (numbers[0] * 3600 + numbers[1] * 60)
        return TimeZone(secondsFromGMT: seconds) == nil ? nil : seconds
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
