public import BookScanner
public import Foundation
import Synchronization

/// A clock that a test sets. Sleepers either wait until the test moves it, or move it themselves.
public final class TestClock: Sendable {
    private struct State {
        var uptime = Duration.zero
        var date = Date(timeIntervalSince1970: 1_700_000_000)
        var sleepers: [Int: (end: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var nextSleeper = 0
    }

    private let state = Mutex(State())
    private let isAutomatic: Bool

    /// - Parameter isAutomatic: whether time jumps to the end of each sleep, so that nobody ever waits.
    public init(isAutomatic: Bool = false) { self.isAutomatic = isAutomatic }

    /// The clock for those who live by it.
    public var clock: ScanClock {
        ScanClock(
            now: { self.state.withLock { ScanInstant(uptime: $0.uptime, date: $0.date) } },
            sleep: { try await self.sleep(until: $0) }
        )
    }

    /// Lets time pass, for both clocks of the machine.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.date += duration / .seconds(1)
            let due = state.sleepers.filter { $0.value.end <= state.uptime }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.values.map(\.wake)
        }
        due.forEach { $0.resume() }
    }

    /// Returns when so many sleep, or when the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
        while state.withLock({ $0.sleepers.count }) < count, !Task.isCancelled { await Task.yield() }
    }

    /// Sets the time of day.
    public func setDate(by interval: TimeInterval) { state.withLock { $0.date += interval } }

    private func sleep(until end: Duration) async throws {
        if isAutomatic {
            await Task.yield()
            try Task.checkCancellation()
            let missing = state.withLock { end - $0.uptime }
            if missing > .zero { advance(by: missing) }
            return
        }
        let number = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if end <= state.uptime { return .success(()) }
                    state.sleepers[number] = (end, wake)
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
}
