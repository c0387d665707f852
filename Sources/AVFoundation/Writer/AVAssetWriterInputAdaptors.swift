import CaptureCore
@preconcurrency import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import Synchronization

/// Appends pixel buffers to a video input, and has a pool to take them from, exactly as Apple's class of the same name.
///
/// Documented: S-190, S-194.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, KeyValueObservable {
    // Safe on any thread: what changes lies in the mutex.

    /// The input that is appended to.
    public let assetWriterInput: AVAssetWriterInput
    /// What buffers of the pool are like.
    public let sourcePixelBufferAttributes: [String: Any]?

    private let pool = Mutex<CVPixelBufferPool?>(nil)

    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVAssetWriterInputPixelBufferAdaptor>(_: Root.Type) -> [AnyKeyPath] { [\Root.pixelBufferPool] }
        guard let root = root as? any (AVAssetWriterInputPixelBufferAdaptor & KeyValueObservable).Type else {
            return []
        }
        return list(root)
    }

    /// Makes an adaptor.
    ///
    /// An input can have only one, must be a video input that encodes, and must not be writing yet; anything else stops the
    /// program.
    ///
    /// - Parameters:
    ///   - input: the input.
    ///   - sourcePixelBufferAttributes: what the pool's buffers are like; width and height are those of the input's settings
    ///     unless given. Without attributes there is no pool.
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        let method = "AVAssetWriterInputPixelBufferAdaptor initWithAssetWriterInput:sourcePixelBufferAttributes:"
        guard input.mediaType == .video else {
            WriterRefusal.argument("invalid parameter not satisfying: [input mediaType] == AVMediaTypeVideo").raise(
                method
            )
        }
        input.attachAdaptor(method)
        assetWriterInput = input
        self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
        super.init()
    }

    /// A pool of buffers with the attributes; `nil` before writing started, and without attributes; observable.
    ///
    /// Attributes that no pool can have stop the program (S-194).
    open var pixelBufferPool: CVPixelBufferPool? {
        guard let attributes = sourcePixelBufferAttributes, assetWriterInput.status == .writing else { return nil }
        return pool.withLock { pool in
            if let pool { return pool }
            pool = makePool(attributes)
            return pool
        }
    }

    private func makePool(_ given: [String: Any]) -> CVPixelBufferPool {
        var attributes = given
        if case .video(let settings) = assetWriterInput.plan.encoding {
            let width = kCVPixelBufferWidthKey as String
            let height = kCVPixelBufferHeightKey as String
            attributes[width] = attributes[width] ?? NSNumber(value: settings.width)
            attributes[height] = attributes[height] ?? NSNumber(value: settings.height)
        }
        var made: CVPixelBufferPool?
        let status = CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes as NSDictionary, &made)
        guard let made else {
            WriterRefusal.argument("The source pixel buffer attributes do not allow to make a pool (\(status))")
                .raise("AVAssetWriterInputPixelBufferAdaptor pixelBufferPool")
        }
        return made
    }

    /// Appends a picture. Documented: S-189, S-190.
    ///
    /// A time that is no number, an input that is not ready, or a writer without a session, stop the program.
    ///
    /// - Returns: false when the writer has failed, was cancelled, or is finishing.
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        assetWriterInput.append(
            WriterItem(.pixels(pixelBuffer), presentationTime: presentationTime),
            method: "AVAssetWriterInputPixelBufferAdaptor appendPixelBuffer:withPresentationTime:",
            notReady: "A pixel buffer cannot be appended when readyForMoreMediaData is NO."
        )
    }
}

/// Appends timed metadata to an input, exactly as Apple's class of the same name.
///
/// QuickTime movies hold it, as a track of samples in QuickTime's boxes (`mebx`). What was appended holds until the next group,
/// the last for as long as its range says; a group without items ends what came before.
open class AVAssetWriterInputMetadataAdaptor: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The input that is appended to.
    public let assetWriterInput: AVAssetWriterInput
    private let format: CMFormatDescription
    private let coding: TimedMetadataCoding

    /// Makes an adaptor.
    ///
    /// An input can have only one, must be of media type metadata, have a format hint with keys, and must not be writing yet;
    /// anything else stops the program.
    ///
    /// - Parameter input: an input whose format hint is as ``AVTimedMetadataGroup/copyFormatDescription()`` makes it: all
    ///   combinations of identifier, type and language of the items to come must be in it.
    public init(assetWriterInput input: AVAssetWriterInput) {
        let method = "AVAssetWriterInputMetadataAdaptor initWithAssetWriterInput:"
        guard input.mediaType == .metadata, let format = input.sourceFormatHint,
            let coding = TimedMetadataCoding(format)
        else {
            WriterRefusal.argument("The input must be of media type metadata, and have a format hint with keys")
                .raise(method)
        }
        input.attachAdaptor(method)
        assetWriterInput = input
        self.format = format
        self.coding = coding
        super.init()
    }

    /// Appends a group; its range's start is when the items begin to hold. Documented: S-189.
    ///
    /// A start that is no number, items that the input's format hint does not have or whose values are not of the type that they
    /// say, an input that is not ready, or a writer without a session, stop the program.
    ///
    /// - Returns: false when the writer has failed, was cancelled, or is finishing.
    open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
        let method = "AVAssetWriterInputMetadataAdaptor appendTimedMetadataGroup:"
        guard let data = coding.sample(timedMetadataGroup.items),
            let sample = sample(data, timedMetadataGroup.timeRange)
        else {
            WriterRefusal.argument("The group has items that the input's format hint does not describe").raise(method)
        }
        return assetWriterInput.append(
            WriterItem(sample),
            method: method,
            notReady: "A metadata group cannot be appended when readyForMoreMediaData is NO."
        )
    }

    private func sample(_ data: Data, _ time: CMTimeRange) -> CMSampleBuffer? {
        guard let block = try? CMBlockBuffer(length: data.count, flags: .assureMemoryNow),
            (try? data.withUnsafeBytes { try block.replaceDataBytes(with: $0) }) != nil
        else { return nil }
        let timing = CMSampleTimingInfo(
            duration: time.duration,
            presentationTimeStamp: time.start,
            decodeTimeStamp: .invalid
        )
        return try? CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [data.count]
        )
    }
}

/// Would append pictures for several eyes at once.
@available(*, unavailable, message: "Multi-view video is not written.")
open class AVAssetWriterInputTaggedPixelBufferGroupAdaptor: NSObject {}

extension AVAssetWriterInput {
    /// Gives the input to an adaptor. One that has started writing, or has an adaptor already, stops the program.
    ///
    /// - Parameter method: what was called, for whoever reads why the program has stopped.
    func attachAdaptor(_ method: String) {
        guard status == .unknown else {
            WriterRefusal.argument("Cannot attach to an input that has started writing").raise(method)
        }
        let hadAdaptor = attachment.withLock { attachment in
            defer { attachment.hasAdaptor = true }
            return attachment.hasAdaptor
        }
        guard !hadAdaptor else { WriterRefusal.argument("An input can have only one adaptor").raise(method) }
    }
}
