import CoreMedia

/// Encodes sound of any rate, layout and sample format, and keeps it in step with the clock that its times come from.
///
/// One thread at a time.
// Unchecked: documented to be used by one thread at a time.
public final class AudioEncoder: @unchecked Sendable {
    /// The settings that were asked for.
    public let settings: AudioEncoderSettings

    /// Whether this machine can encode a codec.
    public static func isAvailable(_ codec: AudioEncoderSettings.Codec) -> Bool { false }

    /// The name of the encoder in use.
    public var encoderName: String { "" }
    /// The format of the samples, with the decoder's parameters. Known from the start.
    public var formatDescription: CMFormatDescription?
    /// Frames that decoders give before the first frame of sound: the first sample starts this much earlier than the sound.
    public var primingFrames: Int { 0 }
    /// Frames of silence that were put in place of missing sound, so far.
    public var bridgedFrames: Int { 0 }
    /// Frames that were dropped because their time was covered already, so far.
    public var trimmedFrames: Int { 0 }

    /// Opens an encoder.
    public init(_ settings: AudioEncoderSettings) throws(MediaEncodingError) {
        self.settings = settings
    }

    /// Encodes sound.
    ///
    /// - Parameters:
    ///   - sound: uncompressed sound. It may lie in several pieces.
    ///   - format: how it lies in memory: integers of 16 or 32 bits or floating point of 32 or 64, in the machine's byte order,
    ///     interleaved or each channel for itself (then one after the other). It may change from call to call.
    ///   - frameCount: the number of frames.
    ///   - time: when the first frame was heard.
    /// - Returns: the samples that are ready.
    public func encode(
        _ sound: CMBlockBuffer,
        format: AudioStreamBasicDescription,
        frameCount: Int,
        at time: CMTime
    ) throws(MediaEncodingError) -> [EncodedSample] { [] }

    /// Encodes sound that lies in a list of buffers.
    public func encode(
        _ list: UnsafeMutableAudioBufferListPointer,
        format: AudioStreamBasicDescription,
        frameCount: Int,
        at time: CMTime
    ) throws(MediaEncodingError) -> [EncodedSample] { [] }

    /// Encodes what is inside. Nothing can be encoded afterwards.
    ///
    /// - Parameter end: when the sound ends: what comes later is cut off, what is missing is silence. Nil: where it ends.
    public func finish(at end: CMTime? = nil) throws(MediaEncodingError) -> [EncodedSample] { [] }
}
