import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Type of metadata values: bytes.
nonisolated(unsafe) public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// Type of metadata values: text in UTF-8.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// Type of metadata values: text in UTF-16, the most significant byte first.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
/// Type of metadata values: a JPEG picture.
nonisolated(unsafe) public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// Type of metadata values: a PNG picture.
nonisolated(unsafe) public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
/// Type of metadata values: a signed number of 8 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
/// Type of metadata values: a signed number of 16 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
/// Type of metadata values: a signed number of 32 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
/// Type of metadata values: a signed number of 64 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// Type of metadata values: a number of 8 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
/// Type of metadata values: a number of 16 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
/// Type of metadata values: a number of 32 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
/// Type of metadata values: a number of 64 bits without a sign.
nonisolated(unsafe) public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// Type of metadata values: a floating-point number of 32 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
/// Type of metadata values: a floating-point number of 64 bits.
nonisolated(unsafe) public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
/// Identifier of metadata: the place, as a string of ISO 6709.
nonisolated(unsafe) public let kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709: CFString =
    "mdta/com.apple.quicktime.location.ISO6709"
