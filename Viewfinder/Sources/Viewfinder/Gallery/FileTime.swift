import Foundation
import Glibc

/// When a file was written, as the file system tells it: any 64-bit number of seconds, whatever sense that makes.
struct FileTime: Hashable, Sendable {
    /// Seconds since 1970.
    let seconds: Int
    /// The part below one second.
    let nanoseconds: Int

    init(_ time: timespec) {
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
    }

    /// The time as a date; times before the year 1 and after the year 9999, which no calendar and no format here can express,
    /// become the first and the last moment of these years.
    var date: Date {
        let bounded = min(max(seconds, Self.writableSeconds.lowerBound), Self.writableSeconds.upperBound)
        return Date(timeIntervalSince1970: Double(bounded) + (bounded == seconds ? Double(nanoseconds) / 1e9 : 0))
    }

    /// The time as HTTP writes it, in whole seconds: `Sat, 21 Nov 2026 14:25:30 GMT`. Nil where HTTP can not express it.
    var httpText: String? {
        guard Self.writableSeconds.contains(seconds) else { return nil }
        var seconds = seconds
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return nil }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(Self.days[Int(parts.tm_wday)]), \(Self.padded(parts.tm_mday, 2)) \(Self.months[Int(parts.tm_mon)]) "
            + "\(Self.padded(parts.tm_year + 1900, 4)) \(time) GMT"
    }

    /// The years 1 to 9999.
    private static let writableSeconds = -62_135_596_800...253_402_300_799
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ value: Int32, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
