import Foundation
import Glibc
import Synchronization

/// Where a command shows how far it is: one line that changes on a terminal, else a line each second. Standard output stays
/// for the result.
public final class ProgressConsole: Sendable {
    private struct Shown {
        /// Whether the cursor stands at the end of a line that the next one replaces.
        var isChanging = false
        var lastLine = ContinuousClock.now
    }

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let shown = Mutex(Shown())

    /// Makes a console on standard error.
    public init() {}

    /// The time between two lines.
    public var interval: Duration { isTerminal ? .milliseconds(100) : .seconds(1) }

    /// Prints a line that the next one replaces. Where lines cannot be replaced, not each is printed.
    public func printProgress(_ text: String) {
        shown.withLock { shown in
            guard !isTerminal else {
                shown.isChanging = true
                return write("\r\(text.prefix(width))\u{1B}[K")
            }
            let now = ContinuousClock.now
            guard shown.lastLine.duration(to: now) >= interval * 0.9 else { return }
            shown.lastLine = now
            write(text + "\n")
        }
    }

    /// Prints a line that stays, below the one that changed.
    public func printLine(_ text: String) {
        shown.withLock { shown in
            write((shown.isChanging ? "\n" : "") + text + "\n")
            shown.isChanging = false
        }
    }

    /// Takes the line that changes away.
    public func clear() {
        shown.withLock { shown in
            if shown.isChanging { write("\r\u{1B}[K") }
            shown.isChanging = false
        }
    }

    /// Leaves the line that changes behind.
    public func end() {
        shown.withLock { shown in
            if shown.isChanging { write("\n") }
            shown.isChanging = false
        }
    }

    private var width: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) - 1 : 79
    }

    /// Whoever has closed the terminal, or the pipe, does not want to read it; the work goes on.
    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
