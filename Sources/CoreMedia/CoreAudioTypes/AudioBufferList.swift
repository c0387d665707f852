import FoundationExtras

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
