/// Decides whether a frame's time is the kernel's or that of its arrival.
///
/// The kernel's time is the better one: it is taken when the frame's first (or last) packet arrived, while the arrival
/// here has the scheduler's jitter. But drivers are known to deliver other clocks' times, times in the future, stale
/// times and times that run backwards. Such a time is replaced by the arrival's; a stream whose times are wrong again
/// and again is not believed any more, because a mixture of two clocks is worse than either. The result always increases.
///
/// Times a little in the future are no such thing: drivers that stamp frames with the time when they should have been taken
/// (vivid a stream's first, converters that count the signal's frames), or that compute it from the camera's own clock (UVC), are ahead
/// by up to a frame period, and their spacing is the best there is. The largest lead seen is taken off all times: none
/// lies in the future then, and the spacing stays.
///
/// All times are nanoseconds of `CLOCK_MONOTONIC`.
package struct TimestampTrust: Sendable, Equatable {
    /// Why a time was not believed.
    package enum Suspicion: String, Sendable, CaseIterable {
        /// The buffer's flags name another clock than the monotonic one, or none.
        case otherClock
        /// Later than the arrival by more than a frame period.
        case future
        /// Older than `oldest` on arrival.
        case stale
        /// Not later than the frame before.
        case notIncreasing
    }

    /// How old a frame may be on arrival; the queue of a stream with six buffers at 5 frames per second holds 1.2 s.
    package static let oldest: Int64 = 2_000_000_000
    /// How far in the future a time may lie when the frame period is unknown or shorter.
    package static let tolerance: Int64 = 2_000_000
    /// How much a wrong time weighs; a right one weighs 1 in the other direction.
    package static let weight = 5
    /// A stream whose wrong times outweigh the right ones by this is not believed any more: five wrong ones in a row, or
    /// more than one in six for long.
    package static let patience = 25

    private let largestLead: Int64
    private var lead: Int64 = 0
    private var lastKernel: Int64?
    private var lastResult: Int64?
    private var suspicions = 0
    /// Whether kernel times are used at all any more.
    package private(set) var isTrusted = true

    /// Believes, at first.
    ///
    /// - Parameter framePeriod: duration of a frame; 0 when unknown.
    package init(framePeriod: Int64 = 0) {
        largestLead = min(max(framePeriod, Self.tolerance), Self.oldest)
    }

    /// Decides one frame's time.
    ///
    /// - Parameters:
    ///   - kernel: the buffer's time.
    ///   - isMonotonic: whether the buffer's flags promise `CLOCK_MONOTONIC`.
    ///   - arrival: now.
    /// - Returns: the time, and the suspicion when it is the arrival's.
    package mutating func time(
        kernel: Int64,
        isMonotonic: Bool,
        arrival: Int64
    ) -> (time: Int64, suspicion: Suspicion?) {
        let suspicion = suspicion(about: kernel, isMonotonic: isMonotonic, arrival: arrival)
        suspicions = suspicion == nil ? max(suspicions - 1, 0) : min(suspicions + Self.weight, Self.patience)
        if suspicions >= Self.patience { isTrusted = false }
        let believed = suspicion == nil && isTrusted
        if suspicion == nil {
            lastKernel = kernel
            lead = max(lead, kernel - arrival)
        }
        var time = believed ? kernel - lead : arrival
        if let lastResult, time <= lastResult { time = lastResult + 1 }
        lastResult = time
        return (time, suspicion)
    }

    private func suspicion(about kernel: Int64, isMonotonic: Bool, arrival: Int64) -> Suspicion? {
        if !isMonotonic { return .otherClock }
        if kernel > arrival + largestLead { return .future }
        if kernel < arrival - Self.oldest { return .stale }
        if let lastKernel, kernel <= lastKernel { return .notIncreasing }
        return nil
    }
}

/// Turns a camera's 32-bit frame counter into one that never wraps, and tells how many frames were lost between two.
///
/// Quirks handled: the counter wraps after 4,294,967,295; it starts anew when a stream is restarted; some drivers leave
/// it at zero for ever or repeat a number now and then, which is no loss; a jump by more than `plausibleGap` is a
/// driver's reset, since nobody loses that many frames between two that arrive.
package struct SequenceTracker: Sendable, Equatable {
    /// The largest loss that is believed.
    package static let plausibleGap: UInt32 = 10_000

    private var last: UInt32?
    private var count: UInt64

    /// - Parameter next: the number that the first frame gets.
    package init(next: UInt64 = 0) {
        count = next
    }

    /// The number that the next frame gets if none is lost.
    package var next: UInt64 { count }

    /// Takes note of a frame, good or bad.
    ///
    /// - Returns: the frame's number, and how many frames were lost just before it.
    package mutating func advance(to sequence: UInt32) -> (number: UInt64, lost: Int) {
        let lost = last.map { Self.lost(from: $0, to: sequence) } ?? 0
        last = sequence
        let number = count + UInt64(lost)
        count = number + 1
        return (number, lost)
    }

    /// The stream was restarted: the camera counts from the beginning, and the loss in between is unknown.
    package mutating func restart() {
        last = nil
    }

    private static func lost(from last: UInt32, to sequence: UInt32) -> Int {
        let step = sequence &- last
        guard step > 1, step <= plausibleGap else { return 0 }
        return Int(step - 1)
    }
}

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
