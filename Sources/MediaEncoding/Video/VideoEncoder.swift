internal import CLibAV
import CoreMedia
import CoreVideo
import FoundationExtras
internal import ImageProcessing

/// Encodes pictures of any supported pixel format and size.
///
/// Pictures that have the encoder's size and layout (`420v` and `420f` with libx264) are read where they lie; others are
/// scaled and converted into buffers that are used again and again.
///
/// One thread at a time.
// Unchecked: documented to be used by one thread at a time.
public final class VideoEncoder: @unchecked Sendable {
    /// The settings that were asked for.
    public let settings: VideoEncoderSettings
    private let core: any FrameEncoding
    private let preparation: FramePreparation
    private var pace: KeyFramePace
    private var lastTime = CMTime.invalid
    private var isFinished = false

    /// Whether this machine can encode a codec: an encoder of it exists and opens. The answer is found once.
    public static func isAvailable(_ codec: VideoCodec) -> Bool {
        codec == .jpeg || VideoEncoderSelection.encoder(for: codec) != nil
    }

    /// The name of the encoder in use, as `libx264`.
    public var encoderName: String { core.name }
    /// The format of the samples, with the decoder's parameters. Known from the start, but with some hardware: there from
    /// the first sample on.
    public var formatDescription: CMFormatDescription? { core.formatDescription }
    /// How many pictures are inside of the encoder.
    public var pendingFrames: Int { core.pendingFrames }

    /// Opens an encoder.
    ///
    /// - Throws: `encoderMissing`, `unsupportedSettings`.
    public init(_ settings: VideoEncoderSettings) throws(MediaEncodingError) {
        try settings.validate()
        self.settings = settings
        pace = KeyFramePace(frames: settings.keyFrameInterval, seconds: settings.keyFrameIntervalSeconds)
        if settings.codec == .jpeg {
            core = try JPEGFrameEncoder(settings)
        } else {
            guard let selection = VideoEncoderSelection.encoder(for: settings.codec) else {
                throw VideoEncoderSelection.missing(settings.codec)
            }
            core = try LibAVFrameEncoder(settings, selection)
        }
        preparation = FramePreparation(
            dimensions: PixelDimensions(width: settings.width, height: settings.height)
        )
    }

    /// Encodes a picture. The buffer is retained, not copied, as long as the encoder looks at it.
    ///
    /// - Parameters:
    ///   - pixels: the picture; nobody may write to it until the encoder lets go of it.
    ///   - time: when it is to be shown; later than the picture before.
    ///   - duration: how long it is shown; invalid when that is not known.
    ///   - forceKeyFrame: whether decoding must be able to start here.
    /// - Returns: the samples that are ready, in decoding order; often those of earlier pictures.
    /// - Throws: `invalidSample` for a time that is not numeric or not later, `encoderFailed`.
    public func encode(
        _ pixels: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime = .invalid,
        forceKeyFrame: Bool = false
    ) throws(MediaEncodingError) -> [EncodedSample] {
        guard !isFinished, time.isNumeric, !lastTime.isNumeric || time > lastTime else {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "encoding a picture",
                advice: isFinished
                    ? "Use another encoder: this one is finished." : "Append pictures with increasing times."
            )
        }
        let picture = try preparation.prepare(pixels, for: core.layouts)
        let isKeyFrame = pace.isKeyFrame(at: time, forced: forceKeyFrame)
        let shown = duration.isNumeric && duration > .zero ? duration : expectedDuration
        let samples = try core.encode(picture, at: time, duration: shown, asKeyFrame: isKeyFrame)
        lastTime = time
        return samples
    }

    /// Encodes what is inside. Nothing can be encoded afterwards.
    public func finish() throws(MediaEncodingError) -> [EncodedSample] {
        guard !isFinished else { return [] }
        isFinished = true
        return try core.finish()
    }

    private var expectedDuration: CMTime {
        CMTime(seconds: 1 / settings.expectedFrameRate, preferredTimescale: 90_000)
    }
}

/// What makes samples of pictures that have the right size and layout.
protocol FrameEncoding: AnyObject {
    var name: String { get }
    /// The pixel formats that it takes, the best first.
    var layouts: [OSType] { get }
    var formatDescription: CMFormatDescription? { get }
    var pendingFrames: Int { get }
    func encode(
        _ pixels: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime,
        asKeyFrame: Bool
    ) throws(MediaEncodingError) -> [EncodedSample]
    func finish() throws(MediaEncodingError) -> [EncodedSample]
}

extension VideoEncoderSettings {
    /// The largest width and height that the codecs' levels know.
    private static let largest = 8192

    func validate() throws(MediaEncodingError) {
        func refuse(_ what: String, _ advice: String) -> MediaEncodingError {
            MediaEncodingError(kind: .unsupportedSettings, operation: what, advice: advice)
        }
        guard (2...Self.largest).contains(width), (2...Self.largest).contains(height),
            codec == .jpeg || (width % 2 == 0 && height % 2 == 0)
        else {
            throw refuse(
                "video of \(width) by \(height) pixels",
                "Choose an even width and height of 2 to \(Self.largest) pixels."
            )
        }
        guard expectedFrameRate.isFinite, (0.01...1000).contains(expectedFrameRate) else {
            throw refuse("\(expectedFrameRate) pictures per second", "Expect 0.01 to 1000 pictures per second.")
        }
        guard bitRate.map({ (1000...1_000_000_000).contains($0) }) ?? true else {
            throw refuse("bit rate \(bitRate ?? 0)", "Choose 1000 to 1,000,000,000 bits per second.")
        }
        guard quality.map({ (0...1).contains($0) }) ?? true else {
            throw refuse("quality \(quality ?? 0)", "Choose a quality from 0 to 1.")
        }
        guard codec != .hevc || (profile ?? .main) == .main else {
            throw refuse("HEVC profile \(profile?.rawValue ?? "")", "HEVC is encoded with profile Main.")
        }
        guard !(profile == .baseline && (allowsFrameReordering || entropyMode == .cabac)) else {
            throw refuse(
                "H.264 Baseline with reordering or CABAC",
                "Choose Main or High, or neither reordering nor CABAC."
            )
        }
    }
}
