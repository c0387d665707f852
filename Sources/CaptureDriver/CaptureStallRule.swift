/// When a stream that delivers nothing counts as stalled: one rule for all drivers.
///
/// Five frame durations without a frame are a stall, but never less than a second: a frame that is a little late is none.
/// Before the first frame it takes three seconds at least, because cameras need up to two to start in low light.
public enum CaptureStallRule {
    /// So many frame durations without a frame are a stall.
    public static let frameDurations: Int64 = 5
    /// The shortest silence that counts, in nanoseconds.
    public static let shortest: Int64 = 1_000_000_000
    /// The shortest silence that counts before a stream's first frame, in nanoseconds.
    public static let shortestAtStart: Int64 = 3_000_000_000

    /// How long a stream may be silent before `CaptureStreamEvent.stalled` is reported.
    ///
    /// - Parameters:
    ///   - frameDuration: duration of a frame in nanoseconds; 0 when unknown.
    ///   - hasDelivered: whether the stream has delivered a frame.
    /// - Returns: nanoseconds.
    public static func patience(frameDuration: Int64, hasDelivered: Bool) -> Int64 {
        let (frames, overflow) = frameDuration.multipliedReportingOverflow(by: frameDurations)
        return max(overflow ? 0 : frames, hasDelivered ? shortest : shortestAtStart)
    }
}
