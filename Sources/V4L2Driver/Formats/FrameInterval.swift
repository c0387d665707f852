import CaptureDriver
import CoreMedia

/// A frame's duration as the kernel writes it: a fraction of a second.
struct FrameInterval: Sendable, Hashable {
    var numerator: UInt32
    var denominator: UInt32

    /// The longest duration that is believed: an hour's exposure is no video.
    static let longestSeconds = 3_600.0
    /// The highest rate that is believed.
    static let highestRate = 10_000.0

    /// Seconds, or `nil` for nonsense such as 0/0, which drivers do deliver.
    var seconds: Double? {
        guard numerator > 0, denominator > 0 else { return nil }
        let seconds = Double(numerator) / Double(denominator)
        return seconds <= Self.longestSeconds && seconds >= 1 / Self.highestRate ? seconds : nil
    }

    /// Whether the fraction makes sense.
    var isPlausible: Bool { seconds != nil }

    /// Core Media's time; invalid for nonsense.
    var time: CMTime {
        guard isPlausible else { return .invalid }
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        let (value, scale) = (numerator / divisor, denominator / divisor)
        guard let timescale = Int32(exactly: scale) else {
            // UVC's interval is a multiple of 100 ns; a scale beyond 32 bits is rounded to nanoseconds.
            return CMTime(seconds: Double(value) / Double(scale), preferredTimescale: 1_000_000_000)
        }
        return CMTime(value: Int64(value), timescale: timescale)
    }

    init(numerator: UInt32, denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction nearest to a time that the kernel can be given; `nil` for a time that is no duration of a frame.
    init?(_ time: CMTime) {
        guard CMTIME_IS_NUMERIC(time), time.value > 0 else { return nil }
        var (value, scale) = (time.value, Int64(time.timescale))
        while value > UInt32.max {
            value >>= 1
            scale >>= 1
        }
        self.init(numerator: UInt32(value), denominator: UInt32(clamping: scale))
        guard isPlausible else { return nil }
    }

    private static func greatestCommonDivisor(_ a: UInt32, _ b: UInt32) -> UInt32 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

/// The frame durations that a driver lists for a format and size.
enum FrameIntervalList: Sendable, Hashable {
    /// Just these.
    case discrete([FrameInterval])
    /// Everything from the shortest to the longest; a stepwise list is treated the same, since the driver rounds what
    /// it is given to the next step anyway.
    case range(shortest: FrameInterval, longest: FrameInterval)

    /// What makes sense of it in the seam's terms, highest rate first; empty if nothing does.
    var durations: [CaptureFormat.FrameDurationRange] {
        switch self {
        case .discrete(let intervals):
            let times = Set(intervals).filter(\.isPlausible).sorted { ($0.seconds ?? 0) < ($1.seconds ?? 0) }
            return times.map { CaptureFormat.FrameDurationRange(shortest: $0.time, longest: $0.time) }
        case .range(let shortest, let longest):
            guard let low = shortest.seconds, let high = longest.seconds, low <= high else { return [] }
            return [CaptureFormat.FrameDurationRange(shortest: shortest.time, longest: longest.time)]
        }
    }
}
