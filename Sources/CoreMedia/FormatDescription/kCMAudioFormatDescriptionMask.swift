import FoundationExtras

/// Which parts of audio formats to compare.
public typealias CMAudioFormatDescriptionMask = UInt32

/// Part of an audio format to compare: stream basic description.
public let kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask = 1
/// Part of an audio format to compare: channel layout.
public let kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask = 4
/// Part of an audio format to compare: extensions.
public let kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask = 8
/// Part of an audio format to compare: magic cookie.
public let kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask = 2

/// All parts of an audio format.
public let kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask = 0xf
