import CoreMedia

/// When a camera's frames are due: frame n at `start + (n + 1) * duration`, however late the timer was before. Pure.
///
/// A frame is exposed for one duration and then delivered, hence the one. Times are whole nanoseconds, rounded down from
/// the exact time of each frame, so that no error adds up.
struct FrameSchedule: Sendable, Hashable {
    /// A frame that is due.
    struct Tick: Sendable, Hashable {
        /// The time of the frame.
        var time: CMTime
        /// Frames that were due before it and are too late now.
        var missed: Int
    }

    private var origin: Int64
    private(set) var duration: CMTime
    private var next: Int64 = 0

    init(start: CMTime, duration: CMTime) {
        origin = start.nanoseconds
        self.duration = duration
    }

    /// When the next frame is due.
    var nextDue: CMTime { CMTime(nanoseconds: time(of: next)) }

    /// Takes the newest frame that is due, if any. Late timers skip frames, they never make bursts.
    mutating func take(now: CMTime) -> Tick? {
        let now = now.nanoseconds
        guard time(of: next) <= now else { return nil }
        let first = next
        // An estimate, then exact comparison: years may have passed while the machine slept.
        let late = Double(now - time(of: next)) / (CMTimeGetSeconds(duration) * 1e9)
        next += max(0, Int64(late.rounded(.down)) - 1)
        while time(of: next + 1) <= now { next += 1 }
        let tick = Tick(time: nextDue, missed: Int(next - first))
        next += 1
        return tick
    }

    /// Changes the rate; the next frame comes one new duration after the last one.
    mutating func change(duration: CMTime) {
        origin = time(of: next - 1)
        next = 0
        self.duration = duration
    }

    private func time(of index: Int64) -> Int64 {
        let scale = Int64(duration.timescale)
        let product = (duration.value * (index + 1)).multipliedFullWidth(by: 1_000_000_000)
        return origin + scale.dividingFullWidth(product).quotient
    }
}

extension CMTime {
    /// A time of so many nanoseconds.
    init(nanoseconds: Int64) {
        self.init(value: nanoseconds, timescale: 1_000_000_000)
    }

    /// The time in whole nanoseconds.
    var nanoseconds: Int64 {
        CMTimeConvertScale(self, timescale: 1_000_000_000, method: .default).value
    }

    /// The time so many seconds later, exact to the nanosecond.
    func adding(seconds: Double) -> CMTime {
        CMTime(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }
}
