import CaptureDriver

extension TimestampTrust {
    /// Nanoseconds of a kernel `timeval`; saturates, since a wrong driver may deliver any number.
    static func nanoseconds(seconds: Int, microseconds: Int) -> Int64 {
        let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
        let (sum, carry) = product.addingReportingOverflow(Int64(clamping: microseconds) &* 1_000)
        return carry ? .max / 2 : min(max(sum, .min / 2), .max / 2)
    }
}
