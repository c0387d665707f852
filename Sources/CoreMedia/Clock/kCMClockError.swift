import FoundationExtras

/// Clock error: a parameter that may not be nil was nil.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12745
/// Clock error: a parameter was out of range.
public let kCMClockError_InvalidParameter: OSStatus = -12746
/// Clock error: memory ran out.
public let kCMClockError_AllocationFailed: OSStatus = -12747
/// Clock error: the clock cannot do what was asked.
public let kCMClockError_UnsupportedOperation: OSStatus = -12756

/// Error of the relation between clocks: a parameter that may not be nil was nil.
public let kCMSyncError_MissingRequiredParameter: OSStatus = -12752
/// Error of the relation between clocks: a parameter was out of range.
public let kCMSyncError_InvalidParameter: OSStatus = -12753
/// Error of the relation between clocks: memory ran out.
public let kCMSyncError_AllocationFailed: OSStatus = -12754
/// Error of the relation between clocks: a rate of zero has no inverse.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12755
