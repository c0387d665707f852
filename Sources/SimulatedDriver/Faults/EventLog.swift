import CaptureDriver
import CoreMedia
import Synchronization

/// What has happened on a simulated phone, one line an event; equal for equal seeds, scripts and calls.
///
/// Keeps the newest 10,000 lines.
final class EventLog: Sendable {
    private static let limit = 10_000
    private let start: CMTime
    private let lines = Mutex<[String]>([])
    private let observers = ObserverList<String>()

    init(start: CMTime) {
        self.start = start
    }

    /// Writes a line: the time since the phone was made, where, what.
    func write(_ time: CMTime, _ place: String, _ message: String) {
        let elapsed = CMTimeConvertScale(CMTimeSubtract(time, start), timescale: 1_000_000, method: .default).value
        let fraction = "\(abs(elapsed) % 1_000_000)"
        let zeros = String(repeating: "0", count: max(0, 6 - fraction.count))
        let line = "\(elapsed / 1_000_000).\(zeros)\(fraction) \(place): \(message)"
        lines.withLock { lines in
            if lines.count >= Self.limit { lines.removeFirst(Self.limit / 10) }
            lines.append(line)
        }
        observers.post(line)
    }

    /// Tells of every line from now on, one call at a time, until the observation is cancelled or released.
    func observe(_ handler: @escaping @Sendable (String) -> Void) -> CaptureObservation {
        observers.observe(handler)
    }

    /// All lines, oldest first.
    var all: [String] { lines.withLock { $0 } }
}
