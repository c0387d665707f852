public import Foundation
import Glibc
import Synchronization

/// What ends a command, in words for the user.
public struct CommandError: Error, CustomStringConvertible {
    /// What happened, and what to do.
    public let description: String

    /// Makes an error of a sentence.
    public init(_ description: String) {
        self.description = description
    }
}

/// Where programs keep what is the user's.
public enum DataFolder {
    /// `$XDG_DATA_HOME/pinhole`, by default `~/.local/share/pinhole`.
    public static func url(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        let home = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let data = home ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        return data.appending(path: "pinhole", directoryHint: .isDirectory)
    }
}

/// What `--host` takes.
public enum ListeningAddress {
    /// What is wrong with a text that looks like an address to listen on and is none; nil if nothing is.
    public static func problem(with host: String) -> String? {
        guard host == "*" else { return nil }
        return
            "--host takes an address or a name. To listen on every address of this machine, write --host 0.0.0.0, or "
            + "--host :: for IPv6 too; both need a --token."
    }
}

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

/// How much of something is done, as a bar of letters.
public enum ProgressBar {
    private static let width = 24

    /// The bar, and the share in percent.
    ///
    /// - Parameter share: from 0 to 1.
    public static func drawn(_ share: Double) -> String {
        let share = min(1, max(0, share))
        let full = Int((share * Double(width)).rounded(.down))
        let percent = Int((share * 100).rounded(.down))
        return String(repeating: "█", count: full) + String(repeating: "░", count: width - full) + " \(percent) %"
    }
}
