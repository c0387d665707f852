/// Decides whether a frame's time is the kernel's or that of its arrival.
///
/// The kernel's time is the better one: it is taken when the frame's first (or last) packet arrived, while the arrival
/// here has the scheduler's jitter. But drivers are known to deliver other clocks' times, times in the future, stale
/// times and times that run backwards. Such a time is replaced by the arrival's; a stream whose times are wrong again
/// and again is not believed any more, because a mixture of two clocks is worse than either. The result always increases.
///
/// All times are nanoseconds of `CLOCK_MONOTONIC`.
package struct TimestampTrust: Sendable, Equatable {
    /// Why a time was not believed.
    package enum Doubt: String, Sendable, CaseIterable {
        /// The buffer's flags name another clock than the monotonic one, or none.
        case otherClock
        /// Later than the arrival.
        case future
        /// Older than `oldest` on arrival.
        case stale
        /// Not later than the frame before.
        case notIncreasing
    }

    /// How old a frame may be on arrival; the queue of a stream with six buffers at 5 frames per second holds 1.2 s.
    static let oldest: Int64 = 2_000_000_000
    /// How far in the future a time may lie: the UVC driver computes times from the camera's own clock by regression.
    static let tolerance: Int64 = 2_000_000
    /// How much a wrong time weighs; a right one weighs 1 in the other direction.
    static let weight = 5
    /// A stream whose wrong times outweigh the right ones by this is not believed any more: five wrong ones in a row, or
    /// more than one in six for long.
    static let patience = 25

    private var lastKernel: Int64?
    private var lastResult: Int64?
    private var doubts = 0
    /// Whether kernel times are used at all any more.
    private(set) var isTrusted = true

    /// Decides one frame's time.
    ///
    /// - Parameters:
    ///   - kernel: the buffer's time.
    ///   - isMonotonic: whether the buffer's flags promise `CLOCK_MONOTONIC`.
    ///   - arrival: now.
    /// - Returns: the time, and the doubt when it is the arrival's.
    mutating func time(kernel: Int64, isMonotonic: Bool, arrival: Int64) -> (time: Int64, doubt: Doubt?) {
        let doubt = doubt(about: kernel, isMonotonic: isMonotonic, arrival: arrival)
        doubts = doubt == nil ? max(doubts - 1, 0) : min(doubts + Self.weight, Self.patience)
        if doubts >= Self.patience { isTrusted = false }
        let believed = doubt == nil && isTrusted
        if doubt == nil { lastKernel = kernel }
        var time = believed ? min(kernel, arrival) : arrival
        if let lastResult, time <= lastResult { time = lastResult + 1 }
        lastResult = time
        return (time, doubt)
    }

    private func doubt(about kernel: Int64, isMonotonic: Bool, arrival: Int64) -> Doubt? {
        if !isMonotonic { return .otherClock }
        if kernel > arrival + Self.tolerance { return .future }
        if kernel < arrival - Self.oldest { return .stale }
        if let lastKernel, kernel <= lastKernel { return .notIncreasing }
        return nil
    }

    /// Nanoseconds of a kernel `timeval`; saturates, since a wrong driver may deliver any number.
    static func nanoseconds(seconds: Int, microseconds: Int) -> Int64 {
        let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
        let (sum, carry) = product.addingReportingOverflow(Int64(clamping: microseconds) &* 1_000)
        return carry ? .max / 2 : min(max(sum, .min / 2), .max / 2)
    }
}
