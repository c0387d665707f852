import CaptureDriver

/// Notices that a stream has stopped delivering, and says when to restart it.
///
/// Cameras are known to fall silent without an error (firmware that hangs, HDMI grabbers that lose the signal); a restart
/// of the stream brings many of them back. `CaptureStallRule` says what a stall is. Restarted once at the first stall, then after every tenth further period of
/// silence: a camera that needs long must not be kept from starting by restarts.
///
/// All times are nanoseconds of one monotonic clock.
package struct StallWatchdog: Sendable, Equatable {
    /// What to do after a look at the clock.
    package struct Action: Sendable, Equatable {
        /// Seconds without a frame, when that is to be told now (once per stall).
        package var report: Double?
        /// Whether to restart the stream.
        package var restart: Bool

        package init(report: Double? = nil, restart: Bool = false) {
            self.report = report
            self.restart = restart
        }
    }

    /// Further silences from one restart to the next.
    package static let restartInterval = 10

    private let framePeriod: Int64
    private var hasFrame = false
    private var lastFrame: Int64
    private var periodStart: Int64
    private var silences = 0

    /// - Parameters:
    ///   - framePeriod: duration of a frame; 0 when unknown or nonsense.
    ///   - start: now.
    package init(framePeriod: Int64, start: Int64) {
        self.framePeriod = framePeriod
        lastFrame = start
        periodStart = start
    }

    /// Whether a stall has been reported that has not ended.
    package var isStalled: Bool { silences > 0 }

    /// A frame has come.
    ///
    /// - Returns: whether it ends a stall.
    package mutating func frameArrived(at now: Int64) -> Bool {
        let ends = isStalled
        hasFrame = true
        lastFrame = now
        periodStart = now
        silences = 0
        return ends
    }

    /// No frame has come; to be called at the deadline or whenever it suits.
    package mutating func poll(at now: Int64) -> Action {
        guard now >= deadline else { return Action() }
        silences += 1
        periodStart = now
        let isFirst = silences == 1
        return Action(
            report: isFirst ? Double(now - lastFrame) / 1e9 : nil,
            restart: isFirst || (silences - 1).isMultiple(of: Self.restartInterval)
        )
    }

    /// When to look next, unless a frame comes before.
    package var deadline: Int64 {
        periodStart
            + CaptureStallRule.patience(frameDuration: framePeriod, hasDelivered: hasFrame || isStalled)
    }

    /// How long a poll may wait, in milliseconds: to the deadline, but at least 1 and at most 1000.
    package func pollTimeout(at now: Int64) -> Int32 {
        Int32(min(max((deadline - now + 999_999) / 1_000_000, 1), 1_000))
    }
}
