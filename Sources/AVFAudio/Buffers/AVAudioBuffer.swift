import CoreMedia
import Foundation
import FoundationExtras

/// Sound in memory, exactly as Apple's class of the same name. Its subclasses have the memory. One thread at a time.
open class AVAudioBuffer: NSObject {
    /// How the sound looks.
    public let format: AVAudioFormat
    let list: UnsafeMutableAudioBufferListPointer

    init(format: AVAudioFormat, buffers: Int) {
        self.format = format
        list = AudioBufferList.allocate(maximumBuffers: buffers)
        super.init()
    }

    deinit {
        free(list.unsafeMutablePointer)
    }

    /// Where the sound lies; valid as long as the buffer.
    open var audioBufferList: UnsafePointer<AudioBufferList> { list.unsafePointer }

    /// Where the sound lies; valid as long as the buffer.
    open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { list.unsafeMutablePointer }
}

/// Uncompressed sound in memory, exactly as Apple's class of the same name. One thread at a time.
open class AVAudioPCMBuffer: AVAudioBuffer {
    /// How many frames there is room for.
    public let frameCapacity: AVAudioFrameCount
    /// Bytes of one buffer of the list: for each channel's, or for all channels in turns.
    private let bytesPerFrame: Int
    private let memory: Memory
    /// The addresses of the channels' first samples.
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>

    private enum Memory {
        case own(UnsafeMutableRawPointer)
        case lent(((UnsafePointer<AudioBufferList>) -> Void)?, UnsafePointer<AudioBufferList>)
    }

    /// Makes a buffer of silence without frames.
    ///
    /// - Parameters:
    ///   - format: of linear PCM; `nil` is returned for any other.
    ///   - frameCapacity: how many frames there is to be room for.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        let stream = format.streamDescription.pointee
        guard stream.mFormatID == kAudioFormatLinearPCM, stream.mBytesPerFrame > 0 else { return nil }
        let buffers = format.isInterleaved ? 1 : Int(format.channelCount)
        bytesPerFrame = Int(stream.mBytesPerFrame)
        // Core Audio counts a buffer's bytes in 32 bits.
        let bytesPerBuffer = bytesPerFrame * Int(frameCapacity)
        guard bytesPerBuffer <= Int(UInt32.max), let bytes = calloc(max(bytesPerBuffer, 1), buffers) else { return nil }
        self.frameCapacity = frameCapacity
        memory = .own(bytes)
        channels = .allocate(capacity: Int(format.channelCount))
        super.init(format: format, buffers: buffers)
        for index in 0..<buffers {
            let start = bytes + index * bytesPerBuffer
            list[index] = AudioBuffer(
                mNumberChannels: format.isInterleaved ? format.channelCount : 1,
                mDataByteSize: 0,
                mData: start
            )
        }
        locateChannels()
    }

    /// Makes a buffer of memory that somebody else has.
    ///
    /// - Parameters:
    ///   - format: of linear PCM; `nil` is returned for any other, and for a list that does not fit.
    ///   - bufferList: where the sound lies; all of it is taken for frames.
    ///   - deallocator: called when the memory is not needed any more.
    public init?(
        pcmFormat format: AVAudioFormat,
        bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let stream = format.streamDescription.pointee
        let buffers = format.isInterleaved ? 1 : Int(format.channelCount)
        let lent = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        guard stream.mFormatID == kAudioFormatLinearPCM, stream.mBytesPerFrame > 0, lent.count == buffers,
            lent.allSatisfy({ $0.mData != nil }), Set(lent.map(\.mDataByteSize)).count == 1
        else { return nil }
        bytesPerFrame = Int(stream.mBytesPerFrame)
        frameCapacity = lent[0].mDataByteSize / stream.mBytesPerFrame
        memory = .lent(deallocator, bufferList)
        channels = .allocate(capacity: Int(format.channelCount))
        super.init(format: format, buffers: buffers)
        for index in 0..<buffers { list[index] = lent[index] }
        locateChannels()
        frameLength = frameCapacity
    }

    deinit {
        channels.deallocate()
        switch memory {
        case .own(let bytes): free(bytes)
        case .lent(let deallocator, let bufferList): deallocator?(bufferList)
        }
    }

    private func locateChannels() {
        let bytesPerSample = Int(format.streamDescription.pointee.mBitsPerChannel / 8)
        for channel in 0..<Int(format.channelCount) {
            // Every buffer of the list has memory.
            let start = format.isInterleaved ? list[0].mData! + channel * bytesPerSample : list[channel].mData!
            (channels + channel).initialize(to: start)
        }
    }

    // MARK: Frames

    /// How many frames are valid; 0 at first. More than there is room for stops the program.
    open var frameLength: AVAudioFrameCount = 0 {
        didSet {
            guard frameLength <= frameCapacity else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVAudioPCMBuffer setFrameLength:] frameLength (\(frameLength)) must not be greater than "
                        + "frameCapacity (\(frameCapacity))"
                )
            }
            for index in list.indices { list[index].mDataByteSize = frameLength * UInt32(bytesPerFrame) }
        }
    }

    /// How far one frame of a channel is from the next, in samples.
    open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    // MARK: Samples

    /// The channels' samples; `nil` unless they are 32-bit floating point. Frame n of channel c is `floatChannelData[c][n * stride]`.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { samples(.pcmFormatFloat32) }

    /// The channels' samples; `nil` unless they are 16-bit integers.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { samples(.pcmFormatInt16) }

    /// The channels' samples; `nil` unless they are 32-bit integers.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { samples(.pcmFormatInt32) }

    private func samples<Sample>(_ wanted: AVAudioCommonFormat) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == wanted else { return nil }
        // A typed pointer and a raw one are the same address.
        return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }
}
