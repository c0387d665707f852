public import Foundation

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
