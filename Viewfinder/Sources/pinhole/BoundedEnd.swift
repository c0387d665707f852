/// Waits for work at the end of a program, but not longer than for a time: what hangs goes on by itself, and ends with the process.
///
/// - Returns: whether the work has ended.
func waitAtMost(
    _ time: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async -> Void
) async -> Bool {
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    // Not child tasks, which would have to be waited for.
    Task {
        await work()
        end.yield(true)
    }
    let waiting = Task {
        try? await clock.sleep(for: time)
        end.yield(false)
    }
    defer { waiting.cancel() }
    for await hasEnded in ends { return hasEnded }
    return false
}
