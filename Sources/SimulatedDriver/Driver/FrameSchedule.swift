import CoreMedia

/// When a camera's frames are due: frame n at `start + (n + 1) * duration`, however late the timer was before. Pure.
///
/// A frame is exposed for one duration and then delivered, hence the one.
struct FrameSchedule: Sendable, Hashable {
    /// A frame that is due.
    struct Tick: Sendable, Hashable {
        /// The time of the frame.
        var time: CMTime
        /// Frames that were due before it and are too late now.
        var missed: Int
    }

    private var origin: CMTime
    private(set) var duration: CMTime
    private var next: Int64 = 0

    init(start: CMTime, duration: CMTime) {
        origin = start
        self.duration = duration
    }

    /// When the next frame is due.
    var nextDue: CMTime { time(of: next) }

    /// Takes the newest frame that is due, if any. Late timers skip frames, they never make bursts.
    mutating func take(now: CMTime) -> Tick? {
        guard CMTimeCompare(nextDue, now) <= 0 else { return nil }
        let first = next
        // An estimate, then exact comparison: years may have passed while the machine slept.
        let late = CMTimeGetSeconds(CMTimeSubtract(now, nextDue)) / CMTimeGetSeconds(duration)
        next += max(0, Int64(late.rounded(.down)) - 1)
        while CMTimeCompare(time(of: next + 1), now) <= 0 { next += 1 }
        let tick = Tick(time: nextDue, missed: Int(next - first))
        next += 1
        return tick
    }

    /// Changes the rate; the next frame comes one new duration after the last one.
    mutating func change(duration: CMTime) {
        origin = CMTimeSubtract(nextDue, self.duration)
        next = 0
        self.duration = duration
    }

    private func time(of index: Int64) -> CMTime {
        let elapsed = CMTime(value: duration.value * (index + 1), timescale: duration.timescale)
        return CMTimeAdd(origin, elapsed)
    }
}
