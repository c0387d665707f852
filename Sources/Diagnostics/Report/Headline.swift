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
