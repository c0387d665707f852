@_spi(Pinhole) import CameraEngine
import Foundation

/// What is shown of a recording, in a line.
struct RecordingLine {
    let status: RecordingStatus
    /// `nil` until that can be told.
    let framesPerSecond: Double?
    /// In decibels of full scale, for each channel.
    let levels: [Float]

    /// `REC 0:12.3  4.2 MB  30 fps  0 dropped  [######------] -18 dB`
    var text: String {
        var parts = [
            status.phase == .paused ? "PAUSE" : "REC", Self.time(status.duration), Self.size(status.fileSize),
        ]
        if let framesPerSecond { parts.append("\(Int(framesPerSecond.rounded())) fps") }
        parts.append("\(status.droppedFrames ?? 0) dropped")
        parts.append(levels.max().map(Self.bar) ?? "no sound")
        return parts.joined(separator: "  ")
    }

    /// Tenths matter to whoever waits for a certain moment.
    ///
    /// - Parameter rule: a time that passes is rounded down, as clocks do; the length of a movie to the nearest tenth.
    static func time(_ seconds: Double, rounding rule: FloatingPointRoundingRule = .down) -> String {
        let tenths = Int((max(0, seconds) * 10).rounded(rule))
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
