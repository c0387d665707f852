import CaptureDriver

/// What a check found wrong with a driver.
public struct ConformanceFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// What was expected and what happened, as a sentence.
        public var message: String
        /// The format it happened with; `nil` when it has nothing to do with one.
        public var format: CaptureFormat?

        /// The sentence, with the format before it.
        public var description: String {
            format.map { "\($0.label): \(message)" } ?? message
        }
    }

    /// The check that failed.
    public var check: ConformanceCheck
    /// The subject's name.
    public var subject: String
    /// All that was found; at least one.
    public var findings: [Finding]

    /// A line that says which check failed on which subject, and a line for each finding.
    public var description: String {
        (["\(subject) fails the check \(check.rawValue):"] + findings.map { "- \($0)" }).joined(separator: "\n")
    }
}

extension CaptureFormat {
    /// `640x480 420v`, with the rates.
    var label: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mediaSubType >> $0) }
        let code = String(decoding: bytes.map { (32...126).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
        let rates = frameDurations.map { range in
            range.shortest == range.longest
                ? "\(range.shortest.rateLabel)" : "\(range.longest.rateLabel)-\(range.shortest.rateLabel)"
        }
        return "\(dimensions) \(code) at \(rates.joined(separator: ", ")) fps"
    }
}
