import FoundationExtras

// Keys of attachments that any buffer may carry.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// In a creation-attributes dictionary: attachments that the new buffer gets with the mode "should propagate".
nonisolated(unsafe) public let kCVBufferPropagatedAttachmentsKey: CFString = "CVPropagatedAttachments"
/// In a creation-attributes dictionary: attachments that the new buffer gets with the mode "should not propagate".
nonisolated(unsafe) public let kCVBufferNonPropagatedAttachmentsKey: CFString = "CVNonPropagatedAttachments"
/// The buffer's time in its movie: a dictionary of ``kCVBufferTimeValueKey`` and ``kCVBufferTimeScaleKey``.
nonisolated(unsafe) public let kCVBufferMovieTimeKey: CFString = "CVBufferMovieTime"
/// The numerator of a time, in units of ``kCVBufferTimeScaleKey``.
nonisolated(unsafe) public let kCVBufferTimeValueKey: CFString = "TimeValue"
/// The units per second of a time.
nonisolated(unsafe) public let kCVBufferTimeScaleKey: CFString = "TimeScale"
