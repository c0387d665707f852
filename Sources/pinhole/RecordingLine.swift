import CameraEngine
import Foundation
import Glibc

/// What is shown of a recording, in a line.
struct RecordingLine {
    let status: RecordingStatus
    let framesPerSecond: Double
    /// In decibels of full scale, for each channel.
    let levels: [Float]

    /// `REC 0:12.3  4.2 MB  30 fps  0 dropped  [######------] -18 dB`
    var text: String {
        var parts = [
            status.phase == .paused ? "PAUSE" : "REC", Self.time(status.duration), Self.size(status.fileSize),
            "\(Int(framesPerSecond.rounded())) fps", "\(status.droppedFrames ?? 0) dropped",
        ]
        parts.append(levels.max().map(Self.bar) ?? "no sound")
        return parts.joined(separator: "  ")
    }

    /// Tenths matter to whoever waits for a certain moment.
    static func time(_ seconds: Double) -> String {
        let tenths = Int((max(0, seconds) * 10).rounded(.down))
        let (hours, minutes, rest) = (tenths / 36000, tenths / 600 % 60, tenths % 600)
        let padded = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        let clock = hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)"
        return "\(clock):\(padded(rest / 10)).\(rest % 10)"
    }

    /// As the viewfinder writes it.
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1_000_000: "\(Int((Double(bytes) / 1e3).rounded())) kB"
        case ..<1_000_000_000: String(format: "%.1f MB", Double(bytes) / 1e6)
        default: String(format: "%.2f GB", Double(bytes) / 1e9)
        }
    }

    private static let barLength = 12
    private static let silence: Float = -60

    private static func bar(_ level: Float) -> String {
        let part = min(1, max(0, (level - silence) / -silence))
        let filled = Int((part * Float(barLength)).rounded())
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barLength - filled)
        return "[\(bar)] \(level <= silence ? "silent" : "\(Int(level.rounded())) dB")"
    }
}

/// Where the line is shown: one line that changes on a terminal, else a line each second. Standard output stays for the result.
final class RecordingConsole: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// The time between two lines.
    var interval: Duration { isTerminal ? .milliseconds(100) : .seconds(1) }

    /// Shows how far it is.
    func show(_ line: RecordingLine) {
        show(line.text)
    }

    /// Shows a line that the next one replaces.
    func show(_ text: String) {
        guard isTerminal else { return write(text + "\n") }
        write("\r\(text.prefix(width))\u{1B}[K")
    }

    /// Shows a line that stays.
    func say(_ text: String) {
        write(isTerminal ? "\r\(text)\u{1B}[K\n" : text + "\n")
    }

    /// Leaves the line that changes behind.
    func end() {
        if isTerminal { write("\n") }
    }

    private var width: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) - 1 : 79
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
