import Foundation
import FoundationExtras

/// Waits for hints and looks at the machine when it is time.
package final class HotplugThread: Sendable {
    /// The longest wait between two looks at the clock.
    package static let longestWait: Int64 = 60_000_000_000

    private let hints: any HotplugHints

    /// Starts the thread.
    ///
    /// - Parameter look: looks at the machine; answers whether a node was inaccessible, and until when to look again.
    package init(
        hints: any HotplugHints,
        now: @escaping MonotonicTime,
        look: @escaping @Sendable () -> (hasInaccessible: Bool, lookAgain: Int64?)
    ) {
        self.hints = hints
        let thread = Thread {
            Thread.nameCurrent("pinhole hotplug")
            Self.run(hints, now: now, look: look)
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
        look: () -> (hasInaccessible: Bool, lookAgain: Int64?)
    ) {
        var settler = HotplugSettler()
        var lookAgain: Int64?
        while true {
            let deadlines = [settler.deadline, lookAgain].compactMap { $0 }
            let wait = min(max((deadlines.min() ?? .max) &- now(), 0), longestWait)
            let hint = hints.wait(timeoutMilliseconds: Int32((wait + 999_999) / 1_000_000))
            switch hint {
            case .stopped: return
            case .changed: settler.hint(at: now())
            case .timeout: break
            }
            let time = now()
            if settler.isDue(at: time) || lookAgain.map({ time >= $0 }) == true {
                let result = look()
                settler.looked(hasInaccessible: result.hasInaccessible)
                lookAgain = result.lookAgain
            }
        }
    }
}
