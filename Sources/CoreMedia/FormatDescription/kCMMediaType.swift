import FoundationExtras

/// The kind of media, as four characters.
public typealias CMMediaType = FourCharCode

/// Media type: audio (`soun`).
public let kCMMediaType_Audio: CMMediaType = 0x736F756E
/// Media type: auxiliary picture (`auxv`).
public let kCMMediaType_AuxiliaryPicture: CMMediaType = 0x61757876
/// Media type: closed caption (`clcp`).
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C6370
/// Media type: metadata (`meta`).
public let kCMMediaType_Metadata: CMMediaType = 0x6D657461
/// Media type: muxed (`muxx`).
public let kCMMediaType_Muxed: CMMediaType = 0x6D757878
/// Media type: subtitle (`sbtl`).
public let kCMMediaType_Subtitle: CMMediaType = 0x7362746C
/// Media type: tagged buffer group (`tbgr`).
public let kCMMediaType_TaggedBufferGroup: CMMediaType = 0x74626772
/// Media type: text (`text`).
public let kCMMediaType_Text: CMMediaType = 0x74657874
/// Media type: time code (`tmcd`).
public let kCMMediaType_TimeCode: CMMediaType = 0x746D6364
/// Media type: video (`vide`).
public let kCMMediaType_Video: CMMediaType = 0x76696465
