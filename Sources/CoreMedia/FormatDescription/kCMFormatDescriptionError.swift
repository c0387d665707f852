import FoundationExtras

/// Format description error: allocation failed.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// Format description error: invalid parameter.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// Format description error: value not available.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718
