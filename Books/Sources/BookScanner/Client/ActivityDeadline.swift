import Synchronization

/// Bounds how long something may take without a sign of life.
final class ActivityDeadline: Sendable {
    /// There was no sign of life for too long.
    struct Exceeded: Error {}

    private let idle: Duration
    private let clock: ScanClock
    private let due: Mutex<Duration>

    private init(idle: Duration, clock: ScanClock) {
        self.idle = idle
        self.clock = clock
        due = Mutex(clock.now().uptime + idle)
    }

    /// A sign of life.
    func extend() {
        let next = clock.now().uptime + idle
        due.withLock { $0 = next }
    }

    /// Runs an operation, and cancels it once it has given no sign of life for too long.
    ///
    /// - Throws: ``Exceeded``, or what the operation throws.
    static func run<Value: Sendable>(
        idle: Duration,
        clock: ScanClock,
        _ operation: @escaping @Sendable (ActivityDeadline) async throws -> Value
    ) async throws -> Value {
        let deadline = ActivityDeadline(idle: idle, clock: clock)
        return try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await operation(deadline) }
            group.addTask { try await deadline.wait() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private func wait() async throws -> Never {
        while true {
            let end = due.withLock { $0 }
            guard clock.now().uptime < end else { throw Exceeded() }
            try await clock.sleep(end)
        }
    }
}
