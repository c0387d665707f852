import FoundationExtras

extension CMFormatDescription {
    /// The errors of format descriptions, as the Foundation errors that Swift code catches.
    public struct Error {
        /// Allocation failed: `kCMFormatDescriptionError_AllocationFailed`.
        public static let allocationFailed = statusError(kCMFormatDescriptionError_AllocationFailed)
        /// Invalid parameter: `kCMFormatDescriptionError_InvalidParameter`.
        public static let invalidParameter = statusError(kCMFormatDescriptionError_InvalidParameter)
        /// Value not available: `kCMFormatDescriptionError_ValueNotAvailable`.
        public static let valueNotAvailable = statusError(kCMFormatDescriptionError_ValueNotAvailable)
    }
}
