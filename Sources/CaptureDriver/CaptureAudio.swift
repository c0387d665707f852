@preconcurrency import CoreMedia

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
