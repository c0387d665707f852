import FoundationExtras

extension CMBlockBuffer {
    /// The errors of block buffers, as the Foundation errors that Swift code catches.
    public struct Error {
        /// The buffer object could not be allocated.
        public static let structureAllocationFailed = statusError(kCMBlockBufferStructureAllocationFailedErr)
        /// A memory block could not be allocated.
        public static let blockAllocationFailed = statusError(kCMBlockBufferBlockAllocationFailedErr)
        /// The custom block source has an unknown version or lacks a function.
        public static let badCustomBlockSource = statusError(kCMBlockBufferBadCustomBlockSourceErr)
        /// An offset lies outside of the data.
        public static let badOffsetParameter = statusError(kCMBlockBufferBadOffsetParameterErr)
        /// A length is zero, negative, or reaches beyond the data.
        public static let badLengthParameter = statusError(kCMBlockBufferBadLengthParameterErr)
        /// A pointer that may not be nil was nil.
        public static let badPointerParameter = statusError(kCMBlockBufferBadPointerParameterErr)
        /// The buffer is empty.
        public static let emptyBlockBuffer = statusError(kCMBlockBufferEmptyBBufErr)
        /// The memory has not been allocated yet.
        public static let unallocatedBlock = statusError(kCMBlockBufferUnallocatedBlockErr)
        /// The memory given is too small.
        public static let insufficientSpace = statusError(kCMBlockBufferInsufficientSpaceErr)
    }

    /// Options of block-buffer functions.
    public struct Flags: OptionSet, Sendable {
        /// The bits as the C-style functions take them.
        public let rawValue: CMBlockBufferFlags

        /// Makes flags from raw bits.
        public init(rawValue: CMBlockBufferFlags) {
            self.rawValue = rawValue
        }

        /// Allocate memory at once.
        public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
        /// Copy even bytes that lie in one piece.
        public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
        /// Do not flatten references to references.
        public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
        /// Allow references to empty buffers.
        public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
    }
}
