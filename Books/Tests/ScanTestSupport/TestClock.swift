public import BookScanner
public import Foundation
import Synchronization

/// A clock that a test sets. Sleepers either wait until the test moves it, or move it themselves.
public final class TestClock: Clock, Sendable {
    /// The time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var uptime = Duration.zero
        var date = Date(timeIntervalSince1970: 1_700_000_000)
        var sleepers: [Int: (end: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var nextSleeper = 0
    }

    /// The longest sleep to whose end time jumps: a year. Whoever sleeps longer waits for nothing: time would run away from the others.
    private static let longestJump = Duration.seconds(365 * 86_400)

    private let state = Mutex(State())
    private let isAutomatic: Bool

    /// - Parameter isAutomatic: whether time jumps to the end of each sleep of a year or less, so that nobody ever waits.
    public init(isAutomatic: Bool = false) { self.isAutomatic = isAutomatic }

    public var now: Instant { Instant(offset: state.withLock(\.uptime)) }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The same clock for scanners, who live by the date as well.
    public var scanClock: ScanClock {
        ScanClock(
            now: { self.state.withLock { ScanInstant(uptime: $0.uptime, date: $0.date) } },
            sleep: { try await self.sleep(until: Instant(offset: $0), tolerance: nil) }
        )
    }

    /// Lets time pass, for both clocks of the machine, and wakes whoever slept until then.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.date += duration / .seconds(1)
            let due = state.sleepers.filter { $0.value.end <= state.uptime }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.end < $1.end }
        }
        for sleeper in due { sleeper.wake.resume() }
    }

    /// Returns when so many sleep, or when the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
        while state.withLock({ $0.sleepers.count }) < count, !Task.isCancelled { await Task.yield() }
    }

    /// Sets the time of day.
    public func setDate(by interval: TimeInterval) { state.withLock { $0.date += interval } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if isAutomatic, now.duration(to: deadline) <= Self.longestJump { return try await jump(to: deadline) }
        let number = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if deadline.offset <= state.uptime { return .success(()) }
                    state.sleepers[number] = (deadline.offset, wake)
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    private func jump(to deadline: Instant) async throws {
        await Task.yield()
        try Task.checkCancellation()
        let missing = now.duration(to: deadline)
        if missing > .zero { advance(by: missing) }
    }
}
