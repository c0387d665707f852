import CaptureDriver
import CoreMedia

/// A camera's clock that is about to wrap, seen through the driver's eyes. Pure.
struct WrappingClock: Sendable {
    private static let limit: Int64 = (1 << 31) * 1_000_000_000
    /// So long before the wrap the clock starts, as vivid's.
    private static let lead: Int64 = 16_000_000_000

    private var start: CMTime?
    private var trust = TimestampTrust()

    /// The time that the driver gives a frame.
    ///
    /// - Parameters:
    ///   - taken: when the frame was taken.
    ///   - arrival: when the driver gets it.
    mutating func time(of taken: CMTime, arrival: CMTime) -> CMTime {
        let start = start ?? taken
        self.start = start
        let told = (Self.limit - Self.lead + taken.nanoseconds - start.nanoseconds) % Self.limit
        return CMTime(nanoseconds: trust.time(kernel: told, isMonotonic: true, arrival: arrival.nanoseconds).time)
    }
}
