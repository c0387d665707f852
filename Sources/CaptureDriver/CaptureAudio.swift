@_spi(Pinhole) @preconcurrency import CoreMedia
import Foundation

/// One format that a microphone delivers: linear PCM in the machine's byte order, channels interleaved.
public struct CaptureAudioFormat: Sendable, Hashable {
    /// How one channel's sample lies in memory.
    public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
        /// Signed 16-bit integers.
        case int16
        /// Signed 32-bit integers.
        case int32
        /// 32-bit floating point, full scale at 1.
        case float32

        /// Bytes of one channel's sample.
        public var size: Int {
            switch self {
            case .int16: 2
            case .int32, .float32: 4
            }
        }
    }

    /// Frames per second.
    public var sampleRate: Double
    /// Channels in a frame; at least one.
    public var channels: Int
    /// How samples lie in memory.
    public var sampleFormat: SampleFormat

    /// Makes a format.
    public init(sampleRate: Double, channels: Int, sampleFormat: SampleFormat) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.sampleFormat = sampleFormat
    }

    /// Bytes from one frame to the next.
    public var bytesPerFrame: Int { channels * sampleFormat.size }
}

/// What a microphone's stream is asked to deliver.
public struct CaptureAudioRequest: Sendable, Hashable {
    /// One of the device's formats.
    public var format: CaptureAudioFormat
    /// The wanted number of frames at a time; 0 leaves it to the device. What the hardware has nearest to it is taken.
    public var packetFrames: Int

    /// Makes a request.
    public init(format: CaptureAudioFormat, packetFrames: Int = 0) {
        self.format = format
        self.packetFrames = packetFrames
    }
}

/// What a microphone's stream really delivers.
public struct CaptureAudioConfiguration: Sendable, Hashable {
    /// The format that the hardware accepted: the one that was asked for.
    public var format: CaptureAudioFormat
    /// How many frames come at a time, usually.
    public var packetFrames: Int

    /// Makes a configuration.
    public init(format: CaptureAudioFormat, packetFrames: Int) {
        self.format = format
        self.packetFrames = packetFrames
    }
}

/// A packet of captured sound on its way up.
public struct CaptureAudioPacket: Sendable {
    /// A loss of at most so many seconds is bridged with silence. After a longer one, or after a time for which nobody can
    /// tell, sound goes on at the later time: the only gap there is between packets.
    public static let longestBridge = 10.0
    /// From one packet to the next the time grows by the first one's frames at the format's rate, give or take this share of
    /// them: no microphone's clock is farther off, and measured times are smoothed so far.
    public static let largestCorrection = 0.005

    /// The samples, in a buffer of the driver's that is recycled once nobody holds it. Receivers only read it.
    public var data: CMBlockBuffer
    /// Describes the samples; one object for all packets of one format from one start of a stream. A microphone whose format
    /// changes while it streams, as when a headset takes over, goes on with another description.
    public var formatDescription: CMFormatDescription
    /// How many frames there are.
    public var frameCount: Int
    /// When the first frame was heard, on the capture system's clock. It is measured, not counted: where the microphone's
    /// clock and the system's differ, it moves against the count of frames, smoothly (``largestCorrection``). Packets follow
    /// each other without a gap, see ``longestBridge``.
    public var presentationTime: CMTime
    /// How many of the frames, from the first on, are silence in place of sound that was lost.
    public var bridgedFrames: Int

    /// Makes a packet.
    public init(
        data: CMBlockBuffer,
        formatDescription: CMFormatDescription,
        frameCount: Int,
        presentationTime: CMTime,
        bridgedFrames: Int = 0
    ) {
        self.data = data
        self.formatDescription = formatDescription
        self.frameCount = frameCount
        self.presentationTime = presentationTime
        self.bridgedFrames = bridgedFrames
    }
}

/// Receives what a microphone's stream delivers, on the driver's thread, one call at a time.
///
/// Implementations return quickly and must not call back into the handle. A packet's memory is its receiver's as long as it
/// refers to the packet's buffer.
public protocol CaptureAudioSink: AnyObject, Sendable {
    /// Sound arrived. What was lost before it has been delivered as silence (``CaptureAudioPacket/bridgedFrames``), in this packet or
    /// in packets of their own.
    func capture(_ packet: CaptureAudioPacket)
    /// Something happened to the stream; of the same meaning as for pictures.
    func captureEvent(_ event: CaptureStreamEvent)
}

extension CaptureAudioFormat {
    /// The format in Core Media's words: packed linear PCM in the machine's byte order, channels interleaved.
    public var streamDescription: AudioStreamBasicDescription {
        let kind = sampleFormat == .float32 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kind | kAudioFormatFlagIsPacked,
            mBytesPerPacket: UInt32(bytesPerFrame),
            mFramesPerPacket: 1,
            mBytesPerFrame: UInt32(bytesPerFrame),
            mChannelsPerFrame: UInt32(channels),
            mBitsPerChannel: UInt32(sampleFormat.size * 8),
            mReserved: 0
        )
    }

    /// Reads Core Media's words for it; `nil` for anything that no microphone delivers.
    public init?(_ description: AudioStreamBasicDescription) {
        let candidates = SampleFormat.allCases.map {
            CaptureAudioFormat(
                sampleRate: description.mSampleRate,
                channels: Int(description.mChannelsPerFrame),
                sampleFormat: $0
            )
        }
        let found = candidates.first { candidate in
            let made = candidate.streamDescription
            return made.mFormatID == description.mFormatID && made.mFormatFlags == description.mFormatFlags
                && made.mBytesPerFrame == description.mBytesPerFrame
                && made.mBitsPerChannel == description.mBitsPerChannel
        }
        guard let found else { return nil }
        self = found
    }

    /// A description of packets in this format.
    public func makeDescription() -> CMFormatDescription {
        var stream = streamDescription
        var made: CMFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault,
            asbd: &stream,
            layoutSize: 0,
            layout: nil,
            magicCookieSize: 0,
            magicCookie: nil,
            extensions: nil,
            formatDescriptionOut: &made
        )
        // Only a channel layout or cookie of a wrong size is refused.
        return made.unsafelyUnwrapped
    }

    /// How long so many frames last, in nanoseconds, rounded to the nearest.
    public func nanoseconds(ofFrames frames: Int) -> Int64 {
        Int64((Double(frames) / sampleRate * 1e9).rounded())
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes silence, which is zero in all formats of sound.
    package func silence() {
        guard let baseAddress else { return }
        memset(baseAddress, 0, count)
    }
}

/// The slots that a microphone's packets lie in. A slot is used again, without allocation, as soon as nobody holds its
/// buffer; when all are held, slots are added up to a limit.
package struct AudioPool {
    /// So many packets are kept for consumers at most, some five seconds of sound; who holds more loses sound.
    package static let limit = 256

    /// A packet's bytes; block buffers refer to them and keep them alive.
    private final class Memory {
        let bytes: UnsafeMutableRawBufferPointer

        init(count: Int) {
            bytes = .allocate(byteCount: count, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit {
            bytes.deallocate()
        }
    }

    private struct Slot {
        var memory: Memory
        var buffer: CMBlockBuffer
    }

    /// Bytes of the largest packet.
    package let capacity: Int
    private var slots: [Slot] = []
    private var next = 0

    /// - Parameter capacity: bytes of the largest packet.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// A free slot; `nil` when consumers hold all.
    ///
    /// - Returns: the packet's buffer, and its bytes to write to, whose content is an earlier packet's, or zero.
    package mutating func dequeue(bytes count: Int) -> (buffer: CMBlockBuffer, bytes: UnsafeMutableRawBufferPointer)? {
        guard let index = freeIndex() else { return nil }
        let memory = slots[index].memory
        guard let base = memory.bytes.baseAddress else { return nil }
        let count = min(count, capacity)
        slots[index].buffer.replace(memory: base, length: count, owner: memory)
        return (slots[index].buffer, UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Consumers give packets back in the order in which they got them, so that the search begins where the last one ended.
    private mutating func freeIndex() -> Int? {
        for step in slots.indices {
            let index = (next + step) % slots.count
            guard isKnownUniquelyReferenced(&slots[index].buffer) else { continue }
            next = index + 1
            return index
        }
        guard slots.count < Self.limit else { return nil }
        let memory = Memory(count: capacity)
        guard let base = memory.bytes.baseAddress else { return nil }
        slots.append(Slot(memory: memory, buffer: CMBlockBuffer(memory: base, length: 0, owner: memory)))
        next = slots.count
        return slots.count - 1
    }
}
