import FoundationExtras

extension CMSampleBuffer {
    /// The errors of sample buffers, as the Foundation errors that Swift code catches.
    public struct Error {
        /// Allocation failed: `kCMSampleBufferError_AllocationFailed`.
        public static let allocationFailed = statusError(kCMSampleBufferError_AllocationFailed)
        /// Already has data buffer: `kCMSampleBufferError_AlreadyHasDataBuffer`.
        public static let alreadyHasDataBuffer = statusError(kCMSampleBufferError_AlreadyHasDataBuffer)
        /// Array too small: `kCMSampleBufferError_ArrayTooSmall`.
        public static let arrayTooSmall = statusError(kCMSampleBufferError_ArrayTooSmall)
        /// Buffer has no sample sizes: `kCMSampleBufferError_BufferHasNoSampleSizes`.
        public static let bufferHasNoSampleSizes = statusError(kCMSampleBufferError_BufferHasNoSampleSizes)
        /// Buffer has no sample timing info: `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
        public static let bufferHasNoSampleTimingInfo = statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        /// Buffer not ready: `kCMSampleBufferError_BufferNotReady`.
        public static let bufferNotReady = statusError(kCMSampleBufferError_BufferNotReady)
        /// Cannot subdivide: `kCMSampleBufferError_CannotSubdivide`.
        public static let cannotSubdivide = statusError(kCMSampleBufferError_CannotSubdivide)
        /// Data canceled: `kCMSampleBufferError_DataCanceled`.
        public static let dataCanceled = statusError(kCMSampleBufferError_DataCanceled)
        /// Data failed: `kCMSampleBufferError_DataFailed`.
        public static let dataFailed = statusError(kCMSampleBufferError_DataFailed)
        /// Invalid entry count: `kCMSampleBufferError_InvalidEntryCount`.
        public static let invalidEntryCount = statusError(kCMSampleBufferError_InvalidEntryCount)
        /// Invalid media format: `kCMSampleBufferError_InvalidMediaFormat`.
        public static let invalidMediaFormat = statusError(kCMSampleBufferError_InvalidMediaFormat)
        /// Invalid media type for operation: `kCMSampleBufferError_InvalidMediaTypeForOperation`.
        public static let invalidMediaTypeForOperation = statusError(kCMSampleBufferError_InvalidMediaTypeForOperation)
        /// Invalid sample data: `kCMSampleBufferError_InvalidSampleData`.
        public static let invalidSampleData = statusError(kCMSampleBufferError_InvalidSampleData)
        /// Invalidated: `kCMSampleBufferError_Invalidated`.
        public static let invalidated = statusError(kCMSampleBufferError_Invalidated)
        /// Required parameter missing: `kCMSampleBufferError_RequiredParameterMissing`.
        public static let requiredParameterMissing = statusError(kCMSampleBufferError_RequiredParameterMissing)
        /// Sample index out of range: `kCMSampleBufferError_SampleIndexOutOfRange`.
        public static let sampleIndexOutOfRange = statusError(kCMSampleBufferError_SampleIndexOutOfRange)
        /// Sample timing info invalid: `kCMSampleBufferError_SampleTimingInfoInvalid`.
        public static let sampleTimingInfoInvalid = statusError(kCMSampleBufferError_SampleTimingInfoInvalid)
    }
}
