import FoundationExtras

/// What a channel is for.
public typealias AudioChannelLabel = UInt32
/// A known layout of channels; the number of channels is in the low 16 bits.
public typealias AudioChannelLayoutTag = UInt32

/// The channels are given by their descriptions.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
/// The channels are given by the bitmap.
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left and right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Nothing is known.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000

/// Known speakers as bits.
public struct AudioChannelBitmap: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set from raw bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The left speaker.
    public static let bit_Left = AudioChannelBitmap(rawValue: 1 << 0)
    /// The right speaker.
    public static let bit_Right = AudioChannelBitmap(rawValue: 1 << 1)
    /// The centre speaker.
    public static let bit_Center = AudioChannelBitmap(rawValue: 1 << 2)
}

/// How a channel's position is given.
public struct AudioChannelFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set from raw bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The coordinates are x, y, z.
    public static let rectangularCoordinates = AudioChannelFlags(rawValue: 1 << 0)
    /// The coordinates are angles and a distance.
    public static let sphericalCoordinates = AudioChannelFlags(rawValue: 1 << 1)
    /// Distances are in metres.
    public static let meters = AudioChannelFlags(rawValue: 1 << 2)
}

/// One channel of a layout.
public struct AudioChannelDescription {
    /// What the channel is for.
    public var mChannelLabel: AudioChannelLabel
    /// How the position is given.
    public var mChannelFlags: AudioChannelFlags
    /// The position.
    public var mCoordinates: (Float32, Float32, Float32)

    /// Makes a zeroed description.
    public init() {
        self.init(mChannelLabel: 0, mChannelFlags: [], mCoordinates: (0, 0, 0))
    }

    /// Makes a description from its fields.
    public init(
        mChannelLabel: AudioChannelLabel,
        mChannelFlags: AudioChannelFlags,
        mCoordinates: (Float32, Float32, Float32)
    ) {
        self.mChannelLabel = mChannelLabel
        self.mChannelFlags = mChannelFlags
        self.mCoordinates = mCoordinates
    }
}

/// A layout of channels, of variable length: further descriptions follow the first in memory.
public struct AudioChannelLayout {
    /// A known layout.
    public var mChannelLayoutTag: AudioChannelLayoutTag
    /// Known speakers, if the tag says so.
    public var mChannelBitmap: AudioChannelBitmap
    /// The number of descriptions.
    public var mNumberChannelDescriptions: UInt32
    /// The first description.
    public var mChannelDescriptions: (AudioChannelDescription)

    /// Makes a zeroed layout.
    public init() {
        self.init(
            mChannelLayoutTag: 0,
            mChannelBitmap: [],
            mNumberChannelDescriptions: 0,
            mChannelDescriptions: AudioChannelDescription()
        )
    }

    /// Makes a layout from its fields.
    public init(
        mChannelLayoutTag: AudioChannelLayoutTag,
        mChannelBitmap: AudioChannelBitmap,
        mNumberChannelDescriptions: UInt32,
        mChannelDescriptions: (AudioChannelDescription)
    ) {
        self.mChannelLayoutTag = mChannelLayoutTag
        self.mChannelBitmap = mChannelBitmap
        self.mNumberChannelDescriptions = mNumberChannelDescriptions
        self.mChannelDescriptions = mChannelDescriptions
    }
}
