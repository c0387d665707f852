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

extension AVAssetImageGenerator {
    /// Which part of the stored picture is shown, and in which proportions.
    public struct ApertureMode: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The picture without its technical edges, in its proportions.
        public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
        /// The picture with its technical edges, in its proportions. Here the same: edges are not told apart.
        public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
        /// The pixels as they are stored, though they may not be square.
        public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
    }

    /// What became of an image that was asked for.
    public enum Result: Int, Sendable {
        /// It is there.
        case succeeded
        /// It could not be made.
        case failed
        /// Nobody wanted it any more.
        case cancelled
    }

    /// Images one after the other, in the order in which they were asked for.
    public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
        /// An image, or why there is none.
        @frozen public enum Element: Sendable {
            /// The image, and the moment that it is of.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// Why there is none.
            case failure(requestedTime: CMTime, error: any Error)

            /// The moment that was asked for.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            /// The image.
            ///
            /// - Throws: why there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The moment that the image is of.
            ///
            /// - Throws: why there is none.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        let maker: ImageMaker
        let options: ImageOptions
        let round: Int
        var waiting: ArraySlice<CMTime>

        /// The images themselves.
        public func makeAsyncIterator() -> Images { self }

        /// The next image; `nil` after the last.
        public mutating func next() async -> Element? {
            guard let time = waiting.popFirst() else { return nil }
            do {
                let made = try await maker.image(at: time, options, round: round)
                return .success(requestedTime: time, image: made.image, actualTime: made.actualTime)
            } catch {
                return .failure(requestedTime: time, error: error)
            }
        }
    }
}

extension NSValue {
    /// Wraps a time.
    public convenience init(time: CMTime) {
        self.init(wrapping: time)
    }

    /// Wraps a range of times.
    public convenience init(timeRange: CMTimeRange) {
        self.init(wrapping: timeRange)
    }

    /// Wraps a mapping of one range of times to another.
    public convenience init(timeMapping: CMTimeMapping) {
        self.init(wrapping: timeMapping)
    }

    /// The time; invalid if the value is none.
    public var timeValue: CMTime { wrapped(or: .invalid) }

    /// The range of times; invalid if the value is none.
    public var timeRangeValue: CMTimeRange { wrapped(or: .invalid) }

    /// The mapping of one range of times to another; of invalid ones if the value is none.
    public var timeMappingValue: CMTimeMapping { wrapped(or: CMTimeMapping(source: .invalid, target: .invalid)) }

    /// Foundation knows the layouts of no structures here: values of this many bytes.
    private static func type<Value>(of _: Value.Type) -> String { "[\(MemoryLayout<Value>.size)C]" }

    private convenience init<Value>(wrapping value: Value) {
        let bytes = withUnsafeBytes(of: value) { Array($0) }
        self.init(bytes: bytes, objCType: Self.type(of: Value.self))
    }

    private func wrapped<Value>(or otherwise: Value) -> Value {
        guard String(cString: objCType) == Self.type(of: Value.self) else { return otherwise }
        var value = otherwise
        withUnsafeMutableBytes(of: &value) { bytes in
            if let start = bytes.baseAddress { getValue(start) }
        }
        return value
    }
}
