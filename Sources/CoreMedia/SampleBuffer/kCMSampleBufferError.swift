import FoundationExtras

/// Sample buffer error: allocation failed.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// Sample buffer error: already has data buffer.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// Sample buffer error: array too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// Sample buffer error: buffer has no sample sizes.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// Sample buffer error: buffer has no sample timing info.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// Sample buffer error: buffer not ready.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// Sample buffer error: cannot subdivide.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// Sample buffer error: data canceled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751
/// Sample buffer error: data failed.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// Sample buffer error: invalid entry count.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// Sample buffer error: invalid media format.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// Sample buffer error: invalid media type for operation.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// Sample buffer error: invalid sample data.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// Sample buffer error: invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// Sample buffer error: required parameter missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// Sample buffer error: sample index out of range.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// Sample buffer error: sample timing info invalid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
