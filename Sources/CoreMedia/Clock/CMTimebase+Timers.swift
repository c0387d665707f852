import Dispatch
import FoundationExtras
import Synchronization

/// A timer that fires at a time of a timebase.
private struct TimebaseTimer {
    enum Target {
        case dispatch(any DispatchSourceTimer)
        case runLoop(Timer, RunLoop)

        var object: AnyObject {
            switch self {
            case .dispatch(let timer): timer as AnyObject
            case .runLoop(let timer, _): timer
            }
        }

        var isOver: Bool {
            switch self {
            case .dispatch(let timer): timer.isCancelled
            case .runLoop(let timer, _): !timer.isValid
            }
        }

        /// Fires after a number of seconds; never if there is none.
        func schedule(after seconds: Double?) {
            switch self {
            case .dispatch(let timer):
                let deadline = seconds.map { DispatchTime.now() + $0 } ?? DispatchTime.distantFuture
                timer.schedule(deadline: deadline)
            case .runLoop(let timer, _):
                timer.fireDate =
                    seconds.map { Date(timeIntervalSinceNow: $0) }
                    ?? Date(timeIntervalSinceReferenceDate: CMTimebase.farFuture)
            }
        }
    }

    let target: Target
    /// When it is to fire, in the timebase's time; invalid for never.
    var fireTime = CMTime.invalid
    /// When it will fire, or has fired, by the machine's clock.
    var due: ContinuousClock.Instant?
}

/// The timers that a timebase manages.
final class TimebaseTimers: @unchecked Sendable {
    // @unchecked: the list is only touched under the lock; timers may be set from any thread.
    private let lock = NSLock()
    private var timers: [TimebaseTimer] = []

    fileprivate func add(_ target: TimebaseTimer.Target) {
        lock.withLock {
            guard !timers.contains(where: { $0.target.object === target.object }) else { return }
            timers.append(TimebaseTimer(target: target))
            target.schedule(after: nil)
        }
    }

    /// - Returns: whether the timer was there.
    fileprivate func remove(_ timer: AnyObject) -> Bool {
        lock.withLock {
            let count = timers.count
            timers.removeAll { $0.target.object === timer }
            return timers.count < count
        }
    }

    /// - Returns: whether the timer is there.
    fileprivate func setFireTime(_ time: CMTime, of timer: AnyObject, in timebase: CMTimebase) -> Bool {
        lock.withLock {
            guard let number = timers.firstIndex(where: { $0.target.object === timer }) else { return false }
            timers[number].fireTime = time
            schedule(number, in: timebase)
            return true
        }
    }

    /// - Returns: whether the timer is there.
    fileprivate func fireNow(_ timer: AnyObject) -> Bool {
        lock.withLock {
            guard let number = timers.firstIndex(where: { $0.target.object === timer }) else { return false }
            timers[number].fireTime = .invalid
            timers[number].due = nil
            timers[number].target.schedule(after: 0)
            return true
        }
    }

    /// The timebase's rate changed, or its time jumped.
    func reschedule(for timebase: CMTimebase) {
        lock.withLock {
            guard !timers.isEmpty else { return }
            timers.removeAll { $0.target.isOver }
            for number in timers.indices where timers[number].fireTime.isNumeric {
                if let due = timers[number].due, due <= ContinuousClock.now {
                    // It has fired, and fires no second time.
                    timers[number].fireTime = .invalid
                    timers[number].due = nil
                } else {
                    schedule(number, in: timebase)
                }
            }
        }
    }

    private func schedule(_ number: Int, in timebase: CMTimebase) {
        let fireTime = timers[number].fireTime
        let rate = timebase.effectiveRate
        guard fireTime.isNumeric, rate != 0 else {
            timers[number].due = nil
            return timers[number].target.schedule(after: nil)
        }
        // What was passed already is due at once.
        let seconds = max(0, CMTimeGetSeconds(CMTimeSubtract(fireTime, timebase.time)) / rate)
        let delay = min(seconds, CMTimebase.veryLongTimeInterval)
        timers[number].due = ContinuousClock.now + Duration.seconds(delay)
        timers[number].target.schedule(after: delay)
    }
}

/// Timers that fire at times of a timebase.
///
/// DEVIATION: the ultimate clock counts as running at the rate of the machine's clock, as it does unless it is simulated.
extension CMTimebase {
    /// The interval that a repeating timer must have at least for a timebase to manage it: 256 years.
    public static let veryLongTimeInterval: CFTimeInterval = 256 * 365 * 24 * 60 * 60
    /// A date that no timer reaches: 256 years after 2001.
    public static let farFuture: CFAbsoluteTime = veryLongTimeInterval

    /// Manages a timer: it fires when it is told to by `setTimerNextFireTime`, and not before.
    public func addTimer<T: DispatchSourceTimer>(_ timer: T) throws {
        timers.add(.dispatch(timer))
    }

    /// Manages a repeating timer of a very long interval that is in a run loop.
    ///
    /// - Throws: ``Error/timerIntervalTooShort`` if its interval is shorter than ``veryLongTimeInterval``, or than the longest
    ///   that Foundation lets a timer have.
    public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
        let longest = Timer(timeInterval: Self.veryLongTimeInterval, repeats: true) { _ in }.timeInterval
        guard timer.timeInterval >= min(longest, Self.veryLongTimeInterval) else { throw Error.timerIntervalTooShort }
        timers.add(.runLoop(timer, runloop))
    }

    /// Manages a timer no longer.
    public func removeTimer<T: DispatchSourceTimer>(_ timer: T) throws {
        guard timers.remove(timer as AnyObject) else { throw Error.invalidParameter }
    }

    /// Manages a timer no longer.
    public func removeTimer(_ timer: Timer) throws {
        guard timers.remove(timer) else { throw Error.invalidParameter }
    }

    /// Says at which time of the timebase a timer fires; it is kept up when the rate changes or the time jumps.
    ///
    /// A time that is no number, and a timebase that stands, mean never.
    public func setTimerNextFireTime<T: DispatchSourceTimer>(_ timer: T, fireTime: CMTime) throws {
        guard timers.setFireTime(fireTime, of: timer as AnyObject, in: self) else { throw Error.invalidParameter }
    }

    /// Says at which time of the timebase a run loop's timer fires; it is kept up when the rate changes or the time jumps.
    public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws {
        guard timers.setFireTime(fireTime, of: timer, in: self) else { throw Error.invalidParameter }
    }

    /// Fires a timer once, whatever it was told before.
    public func setTimerToFireImmediately<T: DispatchSourceTimer>(_ timer: T) throws {
        guard timers.fireNow(timer as AnyObject) else { throw Error.invalidParameter }
    }

    /// Fires a timer once, whatever it was told before.
    public func setTimerToFireImmediately(_ timer: Timer) throws {
        guard timers.fireNow(timer) else { throw Error.invalidParameter }
    }
}
