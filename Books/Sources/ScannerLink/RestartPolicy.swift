/// When a program that ended by itself is started again. Pure.
struct RestartPolicy: Sendable {
    /// The shortest and the longest pause.
    static let pauses: ClosedRange<Duration> = .milliseconds(250)...(.seconds(30))
    /// Who ran that long is not counted as one that ends at once.
    static let longRun: Duration = .seconds(60)

    private var deaths = 0
    private var started: Duration?
    private var earliest: Duration = .zero

    /// How long it is to be left alone still; nil when it may be started.
    func remainingPause(now: Duration) -> Duration? { now < earliest ? earliest - now : nil }

    /// It was started, or could not be.
    mutating func start(now: Duration) { started = now }

    /// It has ended, without having been asked to.
    mutating func end(now: Duration) {
        if let started, now - started >= Self.longRun { deaths = 0 }
        let pause = Self.pauses.lowerBound * (1 << min(deaths, 7))
        earliest = now + min(pause, Self.pauses.upperBound)
        deaths += 1
    }
}
