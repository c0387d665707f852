import Foundation
import FoundationExtras

/// Waits for hints and looks at the machine when it is time.
package final class HotplugThread: Sendable {
    /// The longest wait between two looks at the clock.
    package static let longestWait: Int64 = 60_000_000_000

    private let hints: any HotplugHints

    /// Starts the thread.
    ///
    /// - Parameter refresh: looks for devices; answers whether one was inaccessible, and when to look again at the latest.
    package init(
        hints: any HotplugHints,
        now: @escaping MonotonicTime,
        refresh: @escaping @Sendable () -> (hasInaccessible: Bool, deadline: Int64?)
    ) {
        self.hints = hints
        let thread = Thread {
            Thread.nameCurrent("pinhole hotplug")
            Self.run(hints, now: now, refresh: refresh)
        }
        thread.start()
    }

    deinit {
        hints.stop()
    }

    /// The thread's work; apart, so that tests run it on their own.
    package static func run(
        _ hints: any HotplugHints,
        now: MonotonicTime,
        refresh: () -> (hasInaccessible: Bool, deadline: Int64?)
    ) {
        var settler = HotplugSettler()
        var missingDeadline: Int64?
        while true {
            let deadlines = [settler.deadline, missingDeadline].compactMap { $0 }
            let wait = min(max((deadlines.min() ?? .max) &- now(), 0), longestWait)
            let hint = hints.wait(timeoutMilliseconds: Int32((wait + 999_999) / 1_000_000))
            switch hint {
            case .stopped: return
            case .changed: settler.hint(at: now())
            case .timeout: break
            }
            let time = now()
            if settler.isDue(at: time) || missingDeadline.map({ time >= $0 }) == true {
                let result = refresh()
                settler.refreshed(hasInaccessible: result.hasInaccessible)
                missingDeadline = result.deadline
            }
        }
    }
}
