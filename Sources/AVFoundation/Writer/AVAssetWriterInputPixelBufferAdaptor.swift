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
