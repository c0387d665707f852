import CoreMedia
import Synchronization

/// A clock that stands still until it is told to advance; for simulations and tests.
///
/// Timers due at the same time fire in the order in which they were scheduled, on the thread that advances.
public final class ManualCaptureClock: CaptureClock {
    private struct Timer: Sendable {
        var id: UInt64
        var time: CMTime
        var action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now: CMTime
        var nextID: UInt64 = 0
        var timers: [Timer] = []

        /// Takes the timer that is due next, not later than `limit`, and moves the time to it.
        mutating func popDue(limit: CMTime) -> (@Sendable () -> Void)? {
            let due = timers.indices.min { a, b in
                let order = CMTimeCompare(timers[a].time, timers[b].time)
                return order < 0 || (order == 0 && timers[a].id < timers[b].id)
            }
            guard let due, CMTimeCompare(timers[due].time, limit) <= 0 else {
                if CMTimeCompare(now, limit) < 0 { now = limit }
                return nil
            }
            let timer = timers.remove(at: due)
            if CMTimeCompare(now, timer.time) < 0 { now = timer.time }
            return timer.action
        }
    }

    /// Shared by the clock and by the closure that Core Media reads the time with.
    private final class Box: Sendable {
        let state: Mutex<State>
        init(_ start: CMTime) { state = Mutex(State(now: start)) }
    }

    private let box: Box

    /// The clock as Core Media knows it.
    public let clock: CMClock

    /// - Parameter start: the time it shows first.
    public init(start: CMTime = CMTime(value: 1_000, timescale: 1)) {
        let box = Box(start)
        self.box = box
        clock = CMClock(name: "pinhole.manual") { box.state.withLock { $0.now } }
    }

    /// Keeps `action` until the time is advanced to or past `time`.
    public func schedule(at time: CMTime, _ action: @escaping @Sendable () -> Void) -> CaptureObservation {
        let id = box.state.withLock { state in
            state.nextID += 1
            state.timers.append(Timer(id: state.nextID, time: time, action: action))
            return state.nextID
        }
        let box = box
        return CaptureObservation {
            box.state.withLock { state in state.timers.removeAll { $0.id == id } }
        }
    }

    /// When the next timer falls due; `nil` when none is set.
    public var nextDue: CMTime? {
        box.state.withLock { state in state.timers.map(\.time).min { CMTimeCompare($0, $1) < 0 } }
    }

    /// Lets time pass, firing every timer that falls due, including those scheduled meanwhile.
    public func advance(bySeconds seconds: Double) {
        let limit = box.state.withLock { state in
            CMTimeAdd(state.now, CMTime(seconds: seconds, preferredTimescale: 1_000_000_000))
        }
        advance(to: limit)
    }

    /// Lets time pass up to a moment, firing every timer that falls due, including those scheduled meanwhile.
    public func advance(to limit: CMTime) {
        while let action = box.state.withLock({ $0.popDue(limit: limit) }) {
            action()
        }
    }
}
