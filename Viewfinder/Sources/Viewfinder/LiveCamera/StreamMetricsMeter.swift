import Dispatch

/// Measures frame rate, latency and drops from what passes by. No I/O; times are given.
struct StreamMetricsMeter: Sendable {
    private var latencies: [Double] = []
    private var drops: [String: Int] = [:]
    private var windowStart: UInt64?
    private var size = (width: 0, height: 0)

    /// - Parameter capacity: how many frames of a window count for the median.
    init(capacity: Int = 256) {
        latencies.reserveCapacity(capacity)
    }

    /// A frame was published.
    ///
    /// - Parameters:
    ///   - captured: when it was taken, in nanoseconds.
    ///   - published: when it was published, in nanoseconds.
    mutating func frame(captured: UInt64, published: UInt64, width: Int, height: Int) {
        windowStart = windowStart ?? published
        if latencies.count < latencies.capacity {
            latencies.append(published > captured ? Double(published - captured) / 1e6 : 0)
        }
        size = (width, height)
    }

    /// A frame was lost.
    mutating func drop(_ reason: String) {
        drops[reason, default: 0] += 1
    }

    /// The figures since the last call, and the start of a new window.
    ///
    /// - Parameter now: in nanoseconds, of the same clock as the frames.
    mutating func read(now: UInt64) -> ViewfinderMetrics {
        let seconds = windowStart.map { now > $0 ? Double(now - $0) / 1e9 : 0 } ?? 0
        let sorted = latencies.sorted()
        defer {
            latencies.removeAll(keepingCapacity: true)
            windowStart = now
        }
        return ViewfinderMetrics(
            framesPerSecond: seconds > 0 ? (Double(latencies.count) / seconds * 10).rounded() / 10 : 0,
            drops: drops,
            latencyMilliseconds: sorted.isEmpty ? nil : (sorted[sorted.count / 2] * 100).rounded() / 100,
            width: size.width,
            height: size.height
        )
    }
}

/// Ticks once a second on a queue, until it is released.
final class MetricsTimer: @unchecked Sendable {
    // @unchecked: a dispatch source may be used from any thread; its type does not say so.
    private let source: any DispatchSourceTimer

    init(queue: DispatchQueue) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(50))
    }

    /// Begins to tick. Called once.
    func start(_ tick: @escaping @Sendable () -> Void) {
        source.setEventHandler(handler: tick)
        source.resume()
    }

    deinit {
        source.cancel()
    }
}
