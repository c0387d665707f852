internal import CLibAV
import CoreMedia
import CoreVideo
import Foundation
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

/// Brings pictures into the encoder's size and layout. Those that have them pass untouched.
final class FramePreparation {
    private let dimensions: PixelDimensions
    private var transformers: [OSType: PixelTransformer] = [:]

    init(dimensions: PixelDimensions) {
        self.dimensions = dimensions
    }

    /// - Parameter layouts: the encoder's pixel formats, the best first; empty when it takes every one.
    func prepare(_ pixels: CVPixelBuffer, for layouts: [OSType]) throws(MediaEncodingError) -> CVPixelBuffer {
        let format = CVPixelBufferGetPixelFormatType(pixels)
        let hasSize =
            CVPixelBufferGetWidth(pixels) == dimensions.width && CVPixelBufferGetHeight(pixels) == dimensions.height
        let target = layouts.isEmpty || layouts.contains(format) ? format : nearest(to: format, of: layouts)
        if hasSize, target == format { return pixels }
        do {
            return try transformer(target).transform(pixels)
        } catch {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "converting a picture: \(error)",
                advice: "Append pictures in a format such as 420v, 420f, BGRA or 2vuy."
            )
        }
    }

    /// Pictures of full range stay so.
    private func nearest(to format: OSType, of layouts: [OSType]) -> OSType {
        let full = [
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            kCVPixelFormatType_422YpCbCr8FullRange,
        ]
        let wantsFull = full.contains(format)
        return layouts.first { full.contains($0) == wantsFull } ?? layouts[0]
    }

    private func transformer(_ format: OSType) throws(PixelTransformError) -> PixelTransformer {
        if let known = transformers[format] { return known }
        let made = try PixelTransformer(pixelFormat: format, dimensions: dimensions)
        transformers[format] = made
        return made
    }
}

/// Decides which pictures are key frames: by number, by time, and on demand.
struct KeyFramePace {
    private let frames: Int?
    private let interval: CMTime
    private var sinceKeyFrame = 0
    private var lastKeyFrame = CMTime.invalid

    /// - Parameters:
    ///   - frames: at most so many pictures from one key frame to the next; nil or 0 for no limit.
    ///   - seconds: at most so many seconds; nil takes 1, 0 for no limit, as Apple's encoders take it.
    init(frames: Int?, seconds: Double?) {
        self.frames = frames.flatMap { $0 > 0 ? $0 : nil }
        // A number of pictures alone is meant to count alone.
        let seconds = seconds ?? (self.frames == nil ? 1 : 0)
        interval = seconds > 0 ? CMTime(seconds: seconds, preferredTimescale: 90_000) : .positiveInfinity
    }

    mutating func isKeyFrame(at time: CMTime, forced: Bool) -> Bool {
        let isDue =
            forced || !lastKeyFrame.isNumeric || frames.map { sinceKeyFrame + 1 >= $0 } ?? false
            || (interval.isNumeric && time - lastKeyFrame >= interval)
        if isDue {
            sinceKeyFrame = 0
            lastKeyFrame = time
        } else {
            sinceKeyFrame += 1
        }
        return isDue
    }
}

/// Makes each picture a JPEG image, with TurboJPEG.
final class JPEGFrameEncoder: FrameEncoding {
    let name = "libjpeg-turbo"
    let layouts: [OSType] = []
    let formatDescription: CMFormatDescription?
    let pendingFrames = 0
    private let encoder: JPEGEncoder
    private var rate: JPEGRateControl

    init(_ settings: VideoEncoderSettings) throws(MediaEncodingError) {
        do {
            encoder = try JPEGEncoder()
            formatDescription = try CMFormatDescription(
                videoCodecType: .jpeg,
                width: settings.width,
                height: settings.height,
                extensions: VideoColor.bt601Matrix.fullRange.extensions
            )
        } catch {
            throw LibAV.outOfMemory("opening TurboJPEG")
        }
        rate = JPEGRateControl(
            quality: settings.quality,
            bytesPerFrame: settings.bitRate.map { Double($0) / 8 / settings.expectedFrameRate }
        )
    }

    func encode(
        _ pixels: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime,
        asKeyFrame: Bool
    ) throws(MediaEncodingError) -> [EncodedSample] {
        do {
            let options = JPEGEncodingOptions(quality: rate.quality)
            let sample = try encoder.withEncodedBytes(of: pixels, options: options) { bytes in
                EncodedSample(
                    data: Data(bytes),
                    presentationTime: time,
                    duration: duration,
                    isKeyFrame: true
                )
            }
            rate.add(bytes: sample.byteCount)
            return [sample]
        } catch {
            throw MediaEncodingError(
                kind: .encoderFailed,
                operation: "encoding a JPEG picture: \(error)",
                advice: "Append pictures in a format such as 420v, 420f, BGRA or 2vuy."
            )
        }
    }

    func finish() -> [EncodedSample] { [] }
}

/// Chooses JPEG's quality, fixed or such that pictures have a size on average.
struct JPEGRateControl {
    /// libjpeg's quality of the next picture, from 1 to 100.
    private(set) var quality: Int
    private let wanted: Double?
    private var average: Double?

    /// - Parameters:
    ///   - quality: 0 to 1; comes before a size. Without both 0.8 is taken.
    ///   - bytesPerFrame: the wanted average size.
    init(quality: Double?, bytesPerFrame: Double?) {
        self.quality = min(100, max(1, Int(((quality ?? 0.8) * 100).rounded())))
        wanted = quality == nil ? bytesPerFrame : nil
    }

    /// Learns a picture's size. The quality moves by small steps, so that pictures look alike.
    mutating func add(bytes: Int) {
        guard let wanted else { return }
        let mean = average.map { $0 * 0.8 + Double(bytes) * 0.2 } ?? Double(bytes)
        average = mean
        let step = mean > wanted * 1.5 ? -5 : mean > wanted * 1.05 ? -1 : mean < wanted * 0.9 ? 1 : 0
        quality = min(95, max(10, quality + step))
    }
}
