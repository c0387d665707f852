import Foundation

/// What a photo tells about how it was made, as EXIF 2.3 stores it. Nil fields are not written.
public struct ExifMetadata: Sendable, Equatable {
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The program that made the file.
    public var software: String?
    /// How the stored picture has to be turned and mirrored to be upright, 1...8; 1 is upright.
    public var orientation: Int?
    /// When the picture was taken. Written as local time with milliseconds and offset.
    public var captureDate: Date?
    /// The time zone in which ``captureDate`` is written.
    public var timeZone: TimeZone
    /// Seconds.
    public var exposureTime: Double?
    /// The aperture, 1.8 for f/1.8.
    public var fNumber: Double?
    /// Sensitivity on the ISO scale.
    public var isoSpeed: Int?
    /// Exposure compensation in EV.
    public var exposureBias: Double?
    /// How the exposure was found: 1 manual, 2 program, 3 aperture priority, 4 shutter priority.
    public var exposureProgram: Int?
    /// 0 automatic, 1 manual, 2 bracketed.
    public var exposureMode: Int?
    /// Millimetres.
    public var focalLength: Double?
    /// The focal length that gives the same picture on 35 mm film, in millimetres.
    public var focalLengthIn35mmFilm: Int?
    /// Bits: 0 fired, 3 and 4 mode (1 on, 2 off, 3 automatic), 5 no flash function, 6 red-eye reduction.
    public var flash: Int?
    /// 1 average, 2 centre-weighted, 3 spot, 4 multi-spot, 5 pattern, 6 partial.
    public var meteringMode: Int?
    /// 0 automatic, 1 manual.
    public var whiteBalance: Int?
    /// The lens's maker.
    public var lensMake: String?
    /// The lens's model.
    public var lensModel: String?
    /// The magnification by enlarging the picture; 1 for none.
    public var digitalZoomRatio: Double?
    /// The stored picture's columns.
    public var pixelWidth: Int?
    /// The stored picture's rows.
    public var pixelHeight: Int?
    /// Where the picture was taken.
    public var location: ExifLocation?
    /// Which movie the photo belongs to, if it is a Live Photo: the identifier that both have. Stands in a maker note of Apple's.
    public var contentIdentifier: String?
    /// A complete small JPEG image.
    public var thumbnail: Data?

    /// Metadata with every field nil.
    ///
    /// - Parameter timeZone: the zone in which dates are written.
    public init(timeZone: TimeZone = .current) {
        self.timeZone = timeZone
    }
}

/// A place on Earth, by the WGS 84 datum.
public struct ExifLocation: Sendable, Equatable {
    /// Degrees north of the equator, -90...90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180...180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?
    /// When the position was measured.
    public var timestamp: Date?
    /// The radius in metres within which the place lies.
    public var horizontalAccuracy: Double?

    /// - Parameters:
    ///   - latitude: degrees north.
    ///   - longitude: degrees east.
    ///   - altitude: metres above sea level.
    ///   - timestamp: when the position was measured.
    ///   - horizontalAccuracy: metres.
    public init(
        latitude: Double,
        longitude: Double,
        altitude: Double? = nil,
        timestamp: Date? = nil,
        horizontalAccuracy: Double? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.timestamp = timestamp
        self.horizontalAccuracy = horizontalAccuracy
    }
}

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

/// A number as EXIF stores it.
package struct ExifFraction: Equatable {
    package var numerator: Int
    package var denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The simplest fraction that differs from a number by less than a millionth part: 1/30 for 0.0333333. Numbers that
    /// do not fit are brought to the nearest one that does.
    package init(approximating value: Double) {
        guard value.isFinite else {
            self.init(0, 1)
            return
        }
        let magnitude = min(abs(value), Self.largest)
        let (numerator, denominator) = Self.convergent(magnitude)
        self.init(value < 0 ? -numerator : numerator, denominator)
    }

    var value: Double? {
        denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }

    /// What both a signed and an unsigned EXIF fraction can hold.
    private static let largest = Double(Int32.max)

    /// The convergents of the continued fraction, until one is close enough.
    private static func convergent(_ value: Double) -> (Int, Int) {
        var (before, current) = ((0, 1), (1, 0))
        var rest = value
        for _ in 0..<24 {
            let whole = rest.rounded(.down)
            let next = (Int(whole) * current.0 + before.0, Int(whole) * current.1 + before.1)
            guard Double(next.0) <= largest, Double(next.1) <= largest else { break }
            (before, current) = (current, next)
            let isClose = abs(Double(current.0) / Double(current.1) - value) <= value * 1e-6
            if isClose || rest == whole { break }
            rest = 1 / (rest - whole)
            if rest > largest { break }
        }
        return current.1 == 0 ? (0, 1) : current
    }
}
