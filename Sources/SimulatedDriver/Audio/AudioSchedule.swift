import CoreMedia

/// When a microphone's packets are due: a packet is delivered when its last frame has been heard, however late the timer was
/// before. Pure.
///
/// The frames' times are computed from the schedule's start, so that no error adds up.
struct AudioSchedule: Sendable, Hashable {
    /// A packet that is due.
    struct Tick: Sendable, Hashable {
        /// Its frames.
        var span: AudioSpan
        /// So many of them, from the first on, were lost.
        var lost: Int
    }

    /// Nanoseconds of sound that wait for a late timer, as in a sound card's buffer; more is lost.
    static let backlog: Int64 = 500_000_000

    private var origin: Int64
    private let period: Double
    private let packetFrames: Int
    private var frame: Int64 = 0
    private var lost = 0

    /// - Parameters:
    ///   - start: when the first frame is heard.
    ///   - rate: frames per second as promised.
    ///   - drift: by how many parts per million the microphone's clock runs fast.
    init(start: CMTime, rate: Double, drift: Double, packetFrames: Int) {
        origin = start.nanoseconds
        period = 1e9 / (rate * (1 + drift / 1e6))
        self.packetFrames = packetFrames
    }

    /// When the next packet is due.
    var nextDue: CMTime { CMTime(nanoseconds: time(of: frame + Int64(packetFrames))) }

    /// When the next frame is heard.
    var nextFrame: CMTime { CMTime(nanoseconds: time(of: frame)) }

    /// Whether the next packet begins with frames that are lost.
    var isLosing: Bool { lost > 0 }

    /// The next frames are lost.
    mutating func lose(seconds: Double) {
        lost += Int((seconds * 1e9 / period).rounded())
    }

    /// Dequeues the oldest packet that is due, if any.
    mutating func dequeue(now: CMTime) -> Tick? {
        let now = now.nanoseconds
        let end = time(of: frame + Int64(packetFrames))
        guard end <= now else { return nil }
        if now - end > Self.backlog {
            lost = max(lost, Int((Double(now - end - Self.backlog) / period).rounded()))
        }
        let tick = Tick(
            span: AudioSpan(start: time(of: frame), period: period, frames: packetFrames),
            lost: min(lost, packetFrames)
        )
        lost -= tick.lost
        frame += Int64(packetFrames)
        return tick
    }

    /// Hears nothing until now: the next frame is heard from now on.
    mutating func skip(to now: CMTime) {
        origin = max(now.nanoseconds, time(of: frame))
        frame = 0
        lost = 0
    }

    private func time(of frame: Int64) -> Int64 {
        origin + Int64((Double(frame) * period).rounded())
    }
}
