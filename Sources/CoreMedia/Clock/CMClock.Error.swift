import FoundationExtras

extension CMClock {
    /// The errors of clocks, as the Foundation errors that Swift code catches.
    public struct Error {
        /// A parameter that may not be nil was nil.
        public static let missingRequiredParameter = statusError(-12745)
        /// A parameter was out of range.
        public static let invalidParameter = statusError(-12746)
        /// Memory ran out.
        public static let allocationFailed = statusError(-12747)
        /// The clock cannot do what was asked.
        public static let unsupportedOperation = statusError(-12756)
    }
}
