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
