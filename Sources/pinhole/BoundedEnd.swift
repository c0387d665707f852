/// Waits for work at the end of a program, but not longer than for a time: what hangs goes on by itself, and ends with the process.
func waitAtMost(
    _ time: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async -> Void
) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Not child tasks, which would have to be waited for.
    Task {
        await work()
        end.yield()
    }
    let waiting = Task {
        try? await clock.sleep(for: time)
        end.yield()
    }
    for await _ in ends { break }
    waiting.cancel()
}
