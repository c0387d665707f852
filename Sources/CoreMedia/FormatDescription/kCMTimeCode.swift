import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The coding of time code samples, as four characters.
public typealias CMTimeCodeFormatType = FourCharCode

/// Time code flag: 24 hour max.
public let kCMTimeCodeFlag_24HourMax: UInt32 = 2
/// Time code flag: drop frame.
public let kCMTimeCodeFlag_DropFrame: UInt32 = 1
/// Time code flag: neg times OK.
public let kCMTimeCodeFlag_NegTimesOK: UInt32 = 4
/// Time code format description extension: source reference name.
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionExtension_SourceReferenceName: CFString =
    "SourceReferenceName"
/// Time code format description key: lang code.
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionKey_LangCode: CFString = "LangCode"
/// Time code format description key: value.
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionKey_Value: CFString = "Value"
/// Time code format: Counter32 (`cn32`).
public let kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType = 0x636E3332
/// Time code format: Counter64 (`cn64`).
public let kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType = 0x636E3634
/// Time code format: time Code32 (`tmcd`).
public let kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType = 0x746D6364
/// Time code format: time Code64 (`tc64`).
public let kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType = 0x74633634
