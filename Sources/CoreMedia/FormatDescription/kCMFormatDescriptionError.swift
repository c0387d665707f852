import FoundationExtras

/// Format description error: allocation failed.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// Format description error: invalid parameter.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// Format description error: value not available.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

// The errors of turning format descriptions into sample descriptions of files and back.

/// Bridge error: invalid parameter.
public let kCMFormatDescriptionBridgeError_InvalidParameter: OSStatus = -12712
/// Bridge error: allocation failed.
public let kCMFormatDescriptionBridgeError_AllocationFailed: OSStatus = -12713
/// Bridge error: invalid serialized sample description.
public let kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription: OSStatus = -12714
/// Bridge error: invalid format description.
public let kCMFormatDescriptionBridgeError_InvalidFormatDescription: OSStatus = -12715
/// Bridge error: incompatible format description.
public let kCMFormatDescriptionBridgeError_IncompatibleFormatDescription: OSStatus = -12716
/// Bridge error: unsupported sample description flavor.
public let kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor: OSStatus = -12717
/// Bridge error: invalid slice.
public let kCMFormatDescriptionBridgeError_InvalidSlice: OSStatus = -12719
