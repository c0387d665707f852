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

    /// By how many parts per million a camera's clock may be off.
    static let drifts = -10_000.0...10_000.0

    private var origin: Int64
    private(set) var duration: CMTime
    /// By how many parts per million the camera's clock runs fast.
    private(set) var drift: Double
    private var next: Int64 = 0

    init(start: CMTime, duration: CMTime, drift: Double = 0) {
        origin = start.nanoseconds
        self.duration = duration
        self.drift = min(max(drift, Self.drifts.lowerBound), Self.drifts.upperBound)
    }

    /// When the next frame is due.
    var nextDue: CMTime { CMTime(nanoseconds: time(of: next)) }

    /// Dequeues the newest frame that is due, if any. Late timers skip frames, they never make bursts.
    mutating func dequeue(now: CMTime) -> Tick? {
        let now = now.nanoseconds
        guard time(of: next) <= now else { return nil }
        let first = next
        // An estimate, then exact comparison: years may have passed while the machine slept.
        let late = Double(now - time(of: next)) / (CMTimeGetSeconds(duration) * 1e9) * (1 + drift / 1_000_000)
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

    /// Changes how fast the camera's clock runs; the next frame comes one such duration after the last one.
    mutating func change(drift: Double) {
        origin = time(of: next - 1)
        next = 0
        self.drift = min(max(drift, Self.drifts.lowerBound), Self.drifts.upperBound)
    }

    private func time(of index: Int64) -> Int64 {
        let scale = Int64(duration.timescale)
        let product = (duration.value * (index + 1)).multipliedFullWidth(by: 1_000_000_000)
        let exact = scale.dividingFullWidth(product).quotient
        guard drift != 0 else { return origin + exact }
        // What the clock's error takes away is so small that a floating-point number holds it to the nanosecond for weeks.
        return origin + exact - Int64((Double(exact) * (drift / (1_000_000 + drift))).rounded())
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
