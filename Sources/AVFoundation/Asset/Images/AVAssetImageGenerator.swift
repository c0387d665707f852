import CoreGraphics
import CoreMedia
import Foundation

/// Is told of each image that was asked for: the moment asked for, the image, the moment that it is of, what became of it, and why
/// there is none.
public typealias AVAssetImageGeneratorCompletionHandler =
    @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

/// Makes images of moments of a movie.
///
/// Images are made one after the other on a queue of the generator's. With the tolerances that hold at first, any moment is answered
/// with the nearest key frame before it, which is quick; with none, pictures are decoded up to the moment.
open class AVAssetImageGenerator: NSObject {
    /// What images are made of.
    public let asset: AVAsset
    private let maker: ImageMaker
    private var options = ImageOptions()

    /// Makes a generator of images of an asset's first track of pictures.
    public init(asset: AVAsset) {
        self.asset = asset
        maker = ImageMaker(asset)
        super.init()
    }

    /// Whether images are turned as players turn the movie; false at first.
    open var appliesPreferredTrackTransform: Bool {
        get { options.isTurned }
        set { options.isTurned = newValue }
    }

    /// The greatest width and height of images, which keep their proportions and are never enlarged; a zero leaves one open.
    open var maximumSize: CGSize {
        get { options.maximumSize }
        set { options.maximumSize = newValue }
    }

    /// Which part of the stored picture is shown; `nil` at first, as ``ApertureMode/cleanAperture``.
    open var apertureMode: ApertureMode? {
        get { options.aperture }
        set { options.aperture = newValue }
    }

    /// How much earlier than asked an image may be; positive infinity at first.
    open var requestedTimeToleranceBefore: CMTime {
        get { options.toleranceBefore }
        set { options.toleranceBefore = newValue }
    }

    /// How much later than asked an image may be; positive infinity at first.
    open var requestedTimeToleranceAfter: CMTime {
        get { options.toleranceAfter }
        set { options.toleranceAfter = newValue }
    }

    // MARK: Images

    /// The image of a moment, and the moment that it is really of.
    ///
    /// - Throws: `AVError.noImageAtTime` where there is none within the tolerances, and why the asset cannot be read.
    nonisolated(nonsending) open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let made = try await maker.image(at: time, options, round: maker.round)
        return (made.image, made.actualTime)
    }

    /// The images of moments.
    open func images(for times: [CMTime]) -> Images {
        Images(maker: maker, options: options, round: maker.round, waiting: times[...])
    }

    /// The image of a moment; waits for it on the caller's thread.
    ///
    /// - Parameter actualTime: gets the moment that it is really of.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let made = try maker.imageNow(at: requestedTime, options)
        actualTime?.pointee = made.actualTime
        return made.image
    }

    /// Makes the image of a moment.
    @preconcurrency
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        maker.request([requestedTime], options) { _, image, time, _, error in handler(image, time, error) }
    }

    /// Makes the images of moments.
    ///
    /// - Parameters:
    ///   - requestedTimes: `NSValue`s of times.
    ///   - handler: called once for each, in their order, on a queue of the generator's.
    @preconcurrency
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
        maker.request(requestedTimes.map(\.timeValue), options, handler)
    }

    /// Makes no more of the images that were asked for so far; handlers are told ``Result/cancelled``.
    open func cancelAllCGImageGeneration() {
        maker.cancel()
    }
}
