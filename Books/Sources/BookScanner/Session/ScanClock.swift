import Foundation

/// The time that a scanner lives in.
public struct ScanClock: Sendable {
    /// The present moment.
    public var now: @Sendable () -> ScanInstant
    /// Returns at an uptime, or throws `CancellationError` when the task is cancelled before.
    public var sleep: @Sendable (_ uptime: Duration) async throws -> Void

    /// A clock.
    public init(
        now: @escaping @Sendable () -> ScanInstant,
        sleep: @escaping @Sendable (_ uptime: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// Real time, also while the machine sleeps.
    public static let continuous: ScanClock = {
        let clock = ContinuousClock()
        let origin = clock.now
        return ScanClock(
            now: { ScanInstant(uptime: origin.duration(to: clock.now), date: Date()) },
            sleep: { try await clock.sleep(until: origin.advanced(by: $0)) }
        )
    }()
}
