import CoreMedia
import CoreVideo

/// Encodes pictures of any supported pixel format and size.
///
/// One thread at a time.
// Unchecked: documented to be used by one thread at a time.
public final class VideoEncoder: @unchecked Sendable {
    /// The settings that were asked for.
    public let settings: VideoEncoderSettings

    /// Whether this machine can encode a codec: an encoder of it exists and opens. The answer is found once.
    public static func isAvailable(_ codec: VideoCodec) -> Bool { false }

    /// The name of the encoder in use, as `libx264`.
    public var encoderName: String { "" }
    /// The format of the samples, with the decoder's parameters. Known from the start.
    public var formatDescription: CMFormatDescription?
    /// How many pictures are inside of the encoder.
    public var pendingPictures: Int { 0 }

    /// Opens an encoder.
    public init(_ settings: VideoEncoderSettings) throws(MediaEncodingError) {
        self.settings = settings
    }

    /// Encodes a picture. The buffer is retained, not copied, as long as the encoder looks at it.
    ///
    /// - Parameters:
    ///   - pixels: the picture; nobody may write to it until the encoder lets go of it.
    ///   - time: when it is to be shown; later than the picture before.
    ///   - duration: how long it is shown; invalid when that is not known.
    ///   - forceKeyFrame: whether decoding must be able to start here.
    /// - Returns: the samples that are ready, in decoding order; often those of earlier pictures.
    public func encode(
        _ pixels: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime = .invalid,
        forceKeyFrame: Bool = false
    ) throws(MediaEncodingError) -> [EncodedSample] { [] }

    /// Encodes what is inside. Nothing can be encoded afterwards.
    public func finish() throws(MediaEncodingError) -> [EncodedSample] { [] }
}
