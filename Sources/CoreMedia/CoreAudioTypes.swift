import FoundationExtras

/// The coding of audio, as four characters.
public typealias AudioFormatID = UInt32
/// Details of a coding; their meaning depends on the coding.
public typealias AudioFormatFlags = UInt32

/// The layout of a stream of audio data. A field that varies or is not known is 0.
public struct AudioStreamBasicDescription: Hashable, Sendable {
    /// Frames per second.
    public var mSampleRate: Float64
    /// The coding.
    public var mFormatID: AudioFormatID
    /// Details of the coding.
    public var mFormatFlags: AudioFormatFlags
    /// Bytes in a packet.
    public var mBytesPerPacket: UInt32
    /// Frames in a packet; 1 for uncompressed audio.
    public var mFramesPerPacket: UInt32
    /// Bytes from one frame to the next within a buffer.
    public var mBytesPerFrame: UInt32
    /// Channels in a frame.
    public var mChannelsPerFrame: UInt32
    /// Bits of one channel's sample.
    public var mBitsPerChannel: UInt32
    /// Padding; 0.
    public var mReserved: UInt32

    /// Makes a zeroed description.
    public init() {
        self.init(
            mSampleRate: 0,
            mFormatID: 0,
            mFormatFlags: 0,
            mBytesPerPacket: 0,
            mFramesPerPacket: 0,
            mBytesPerFrame: 0,
            mChannelsPerFrame: 0,
            mBitsPerChannel: 0,
            mReserved: 0
        )
    }

    /// Makes a description from its fields.
    public init(
        mSampleRate: Float64,
        mFormatID: AudioFormatID,
        mFormatFlags: AudioFormatFlags,
        mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32,
        mBytesPerFrame: UInt32,
        mChannelsPerFrame: UInt32,
        mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }
}

/// Where a packet of compressed audio lies in its buffer.
public struct AudioStreamPacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer.
    public var mStartOffset: Int64
    /// Frames in the packet where they vary, else 0.
    public var mVariableFramesInPacket: UInt32
    /// Bytes in the packet.
    public var mDataByteSize: UInt32

    /// Makes a zeroed description.
    public init() {
        self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0)
    }

    /// Makes a description from its fields.
    public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
        self.mStartOffset = mStartOffset
        self.mVariableFramesInPacket = mVariableFramesInPacket
        self.mDataByteSize = mDataByteSize
    }
}

/// One of several formats that a stream can be decoded as, the best first.
public struct AudioFormatListItem: Sendable {
    /// The format.
    public var mASBD: AudioStreamBasicDescription
    /// The tag of the format's channel layout.
    public var mChannelLayoutTag: AudioChannelLayoutTag

    /// Makes a zeroed item.
    public init() {
        self.init(mASBD: AudioStreamBasicDescription(), mChannelLayoutTag: 0)
    }

    /// Makes an item from its fields.
    public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
        self.mASBD = mASBD
        self.mChannelLayoutTag = mChannelLayoutTag
    }
}

/// Uncompressed audio (`lpcm`).
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AC-3 (`ac-3`).
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// IMA 4:1 (`ima4`).
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
/// MPEG-4 AAC, low complexity (`aac `).
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// μ-law 2:1 (`ulaw`).
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177
/// A-law 2:1 (`alaw`).
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177
/// MPEG-1 or 2 layer III (`.mp3`).
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// Apple Lossless (`alac`).
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// MPEG-4 high-efficiency AAC (`aach`).
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// MPEG-4 low-delay AAC (`aacl`).
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636C
/// MPEG-4 enhanced low-delay AAC (`aace`).
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// MPEG-4 enhanced low-delay AAC with spectral band replication (`aacf`).
public let kAudioFormatMPEG4AAC_ELD_SBR: AudioFormatID = 0x6161_6366
/// MPEG-4 high-efficiency AAC, version 2 (`aacp`).
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// AMR narrow band (`samr`).
public let kAudioFormatAMR: AudioFormatID = 0x7361_6D72
/// FLAC (`flac`).
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus (`opus`).
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// Samples have the most significant byte first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples fill all of their bytes' bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples lie in the high bits of their bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The samples cannot be mixed.
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
/// All flags are clear, where 0 stands for anything.
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
/// The byte order of this machine: least significant byte first.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Packed floating-point numbers in the byte order of this machine.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
    kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked
/// ``kAudioFormatFlagIsFloat`` for uncompressed audio.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
/// ``kAudioFormatFlagIsBigEndian`` for uncompressed audio.
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
/// ``kAudioFormatFlagIsSignedInteger`` for uncompressed audio.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
/// ``kAudioFormatFlagIsPacked`` for uncompressed audio.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
/// ``kAudioFormatFlagIsNonInterleaved`` for uncompressed audio.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved

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

/// Memory with audio data.
public struct AudioBuffer {
    /// Channels that lie interleaved in the data.
    public var mNumberChannels: UInt32
    /// Bytes of data.
    public var mDataByteSize: UInt32
    /// The data.
    public var mData: UnsafeMutableRawPointer?

    /// Makes a zeroed buffer.
    public init() {
        self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil)
    }

    /// Makes a buffer from its fields.
    public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
        self.mNumberChannels = mNumberChannels
        self.mDataByteSize = mDataByteSize
        self.mData = mData
    }
}

/// A list of audio buffers of variable length: more than one buffer follow ``mBuffers`` in memory.
///
/// Use ``UnsafeMutableAudioBufferListPointer`` for lists of more than one.
public struct AudioBufferList {
    /// The number of buffers.
    public var mNumberBuffers: UInt32
    /// The first buffer.
    public var mBuffers: (AudioBuffer)

    /// Makes a list of no buffers.
    public init() {
        self.init(mNumberBuffers: 0, mBuffers: AudioBuffer())
    }

    /// Makes a list from its fields.
    public init(mNumberBuffers: UInt32, mBuffers: (AudioBuffer)) {
        self.mNumberBuffers = mNumberBuffers
        self.mBuffers = mBuffers
    }

    /// The size in bytes of a list with room for a number of buffers.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "an AudioBufferList has room for at least one buffer")
        return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// Memory for a list of a number of zeroed buffers, to be freed with `free`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        guard let memory = calloc(1, sizeInBytes(maximumBuffers: maximumBuffers)) else {
            fatalError("out of memory for an AudioBufferList")
        }
        let pointer = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        pointer.pointee.mNumberBuffers = UInt32(maximumBuffers)
        return UnsafeMutableAudioBufferListPointer(pointer)
    }
}

/// The buffers of an ``AudioBufferList`` as a collection. Does not own the memory.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The list.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Makes a collection of a list's buffers.
    public init(_ pointer: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = pointer
    }

    /// Makes a collection of a list's buffers; nil for a nil pointer.
    public init?(_ pointer: UnsafeMutablePointer<AudioBufferList>?) {
        guard let pointer else { return nil }
        unsafeMutablePointer = pointer
    }

    /// The list, for reading.
    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// The number of buffers.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 0
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }

    /// The index of the first buffer: 0.
    public var startIndex: Int { 0 }
    /// The index behind the last buffer.
    public var endIndex: Int { count }

    /// The buffer at an index.
    public subscript(index: Int) -> AudioBuffer {
        get {
            precondition(index >= 0 && index < count, "subscript index out of range")
            return buffers[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "subscript index out of range")
            buffers[index] = newValue
        }
    }
}
