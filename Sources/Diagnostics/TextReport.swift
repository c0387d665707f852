import Foundation

/// A report for people.
public struct TextReport: Sendable {
    private let report: Report
    private let isColoured: Bool

    /// - Parameter isColoured: whether signs are coloured with a terminal's codes.
    public init(_ report: Report, isColoured: Bool) {
        self.report = report
        self.isColoured = isColoured
    }

    /// The whole text.
    public var text: String {
        var blocks = report.findings.map { lines($0).joined(separator: "\n") }
        blocks += report.cameras.map(block)
        blocks += report.microphones.map(block)
        if !report.otherNodes.isEmpty {
            let paths = report.otherNodes.map(\.path).joined(separator: ", ")
            blocks.append("No cameras, but all right: \(paths) (metadata and other services of cameras).")
        }
        blocks.append(summary)
        return blocks.joined(separator: "\n\n")
    }

    private func block(_ camera: CameraReport) -> String {
        let place = camera.path.map { " (\($0))" } ?? ""
        let title = "\(sign(camera.verdict)) Camera \(camera.name)\(place) \(camera.headline)."
        let formats = camera.formats.map { formats in
            let sizes = formats.count == 1 ? "1 size" : "\(formats.count) sizes"
            return "    offers \(formats.pixelFormat) in \(sizes), the largest \(formats.largestWidth)x"
                + "\(formats.largestHeight) at \(Formatting.number(formats.rateAtLargest)) per second"
        }
        return ([title] + camera.findings.flatMap(indented) + formats).joined(separator: "\n")
    }

    private func block(_ microphone: MicrophoneReport) -> String {
        let title =
            "\(sign(microphone.verdict)) Microphone \(microphone.name) (\(microphone.id)) \(microphone.headline)."
        return ([title] + microphone.findings.flatMap(indented)).joined(separator: "\n")
    }

    private func indented(_ finding: Finding) -> [String] {
        lines(finding).map { "    " + $0 }
    }

    private func lines(_ finding: Finding) -> [String] {
        let first = "\(sign(finding.severity)) \(finding.seen)"
        return [first]
            + [finding.meaning, finding.advice.isEmpty ? "" : "What to do: " + finding.advice]
            .filter { !$0.isEmpty }.map { "  " + $0 }
    }

    private var summary: String {
        let findings = report.allFindings
        let count = { (severity: Severity, noun: String) -> String? in
            let number = findings.count { $0.severity == severity }
            return number == 0 ? nil : Formatting.count(number, noun)
        }
        let devices =
            Formatting.count(report.cameras.count, "camera") + " and "
            + Formatting.count(report.microphones.count, "microphone") + " examined"
        let counts = [count(.problem, "problem"), count(.warning, "warning"), count(.note, "note")].compactMap(\.self)
        let result = report.exitStatus == 0 ? "Nothing is wrong" : "Something is wrong"
        let list = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
        return "\(sign(report.verdict == .note ? .ok : report.verdict)) \(result)\(list). \(devices)."
    }

    private func sign(_ severity: Severity) -> String {
        let (sign, colour) =
            switch severity {
            case .ok: ("\u{2713}", 32)
            case .note: ("\u{2139}", 36)
            case .warning: ("\u{26A0}", 33)
            case .problem: ("\u{2717}", 31)
            }
        return isColoured ? "\u{1B}[\(colour)m\(sign)\u{1B}[0m" : sign
    }
}

extension Report {
    /// The report as JSON, with its keys sorted.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

/// A device's verdict in a few words.
enum Headline {
    /// The text for a device.
    ///
    /// - Parameters:
    ///   - works: what to say when it works.
    ///   - findings: what was found.
    static func text(works: String, findings: [Finding]) -> String {
        let worst = findings.worst
        guard let finding = findings.first(where: { $0.severity == worst }), worst >= .warning else {
            return findings.contains { $0.code == .delivers || $0.code == .hears } ? works : other(findings)
        }
        return texts[finding.code] ?? (worst == .problem ? "does not work" : "works, but not as promised")
    }

    private static func other(_ findings: [Finding]) -> String {
        findings.first.flatMap { texts[$0.code] } ?? "was not tested"
    }

    private static let texts: [Finding.Code: String] = [
        .denied: "may not be used by you", .busy: "is in use by another program", .gone: "went away",
        .noAnswer: "does not answer", .failed: "fails", .multiplanarOnly: "is of a kind that is not supported",
        .cannotStream: "is of a kind that is not supported", .noUsableFormat: "has no picture format that can be shown",
        .formatRefused: "refuses its own format", .noBandwidth: "finds no room on the USB bus",
        .noFrames: "shows nothing", .stalled: "works with interruptions", .slowRate: "works, but slower than promised",
        .lostFrames: "loses pictures", .corruptFrames: "delivers damaged pictures",
        .wrongTimestamps: "works, but tells wrong times", .slowUSB: "is connected too slowly",
        .noAudio: "delivers nothing", .overruns: "works with interruptions", .wrongRate: "works at the wrong speed",
    ]
}
