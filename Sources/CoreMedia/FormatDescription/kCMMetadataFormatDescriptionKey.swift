import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The coding of timed metadata, as four characters.
public typealias CMMetadataFormatType = FourCharCode

/// Timed metadata of ICY streams (`icy `).
public let kCMMetadataFormatType_ICY: CMMetadataFormatType = 0x6963_7920
/// Timed metadata as ID3 tags (`id3 `).
public let kCMMetadataFormatType_ID3: CMMetadataFormatType = 0x6964_3320
/// Timed metadata items of various keys in boxes (`mebx`).
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6D65_6278
/// Timed metadata as event messages (`emsg`).
public let kCMMetadataFormatType_EMSG: CMMetadataFormatType = 0x656D_7367

/// In a key: the key space, four characters as a number.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_Namespace: CFString = "MetadataKeyNamespace"
/// In a key: the key itself, bytes.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_Value: CFString = "MetadataKeyValue"
/// In a key: the number that stands for the key in samples.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_LocalID: CFString = "MetadataKeyLocalID"
/// In a key: the type of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_DataType: CFString = "MetadataKeyDataType"
/// In a key: the language of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "MetadataKeyLanguageTag"
/// In a specification: the identifier, such as `mdta/com.apple.quicktime.location.ISO6709`.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString =
    "MetadataIdentifier"
/// In a specification: the type of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString =
    "MetadataDataType"
/// In a specification: the language of the values.
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
    "MetadataExtendedLanguageTag"
