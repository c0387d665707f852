import Foundation
import Synchronization
import TextRecognition

/// Called when a request is done: with what was asked for in the request's `results`, or with an error.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// What has `results`. In Objective-C a subclass declares them again with a type of its own, which Swift's classes cannot; but a
/// member of a subclass hides one of a protocol's extension.
public protocol VNObservationProviding: AnyObject {
    /// What was found; `nil` before the request was performed, and after it failed.
    var observations: [VNObservation]? { get }
}

extension VNObservationProviding {
    /// What was found; `nil` before the request was performed, and after it failed.
    public var results: [VNObservation]? { observations }
}

/// A question about an image. Subclasses ask something; this class only has what they share.
///
/// A handler (``VNImageRequestHandler``) performs it on the thread that it is called on, and calls the completion handler there.
/// A request is used by one handler at a time; `cancel()` may be called from any thread.
open class VNRequest: NSObject, VNObservationProviding {
    /// Called on the thread on which the request is performed, when it is done.
    public let completionHandler: VNRequestCompletionHandler?
    /// Whether it may take longer because something else is more important. It changes nothing here.
    open var preferBackgroundProcessing = false
    /// Whether only the processor is used. It always is here.
    open var usesCPUOnly = false
    /// Which algorithm answers; one of `supportedRevisions`.
    open var revision: Int {
        get { chosenRevision }
        set {
            precondition(
                type(of: self).supportedRevisions.contains(newValue),
                "\(type(of: self)) has no revision \(newValue)"
            )
            chosenRevision = newValue
        }
    }

    private lazy var chosenRevision = type(of: self).defaultRevision
    private let cancelled = Mutex(false)
    /// What `results` gives, under its type.
    public private(set) var observations: [VNObservation]?

    /// - Parameter completionHandler: called when the request is done.
    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
    }

    public override convenience init() {
        self.init(completionHandler: nil)
    }

    /// The revisions that can be chosen.
    open class var supportedRevisions: IndexSet { IndexSet(integer: 1) }
    /// The revision that a request has unless another one is chosen.
    open class var defaultRevision: Int { currentRevision }
    /// The newest revision.
    open class var currentRevision: Int { supportedRevisions.last ?? 1 }

    /// Has a request that is being performed end soon, with `VNErrorCode.requestCancelled`. Any thread.
    open func cancel() {
        cancelled.withLock { $0 = true }
    }

    var isCancelled: Bool { cancelled.withLock { $0 } }

    /// Answers for an image. Subclasses do.
    func observe(_ image: RequestImage) throws -> [VNObservation] {
        throw VNErrorCode.unsupportedRequest.error("\(type(of: self)) asks nothing.")
    }

    /// Performs it, and tells the completion handler.
    func perform(on image: RequestImage) throws {
        observations = nil
        do {
            if isCancelled { throw TextRecognitionError.cancelled }
            observations = try observe(image)
        } catch {
            cancelled.withLock { $0 = false }
            let failure = Self.visionError(error)
            completionHandler?(self, failure)
            throw failure
        }
        completionHandler?(self, nil)
    }

    /// Ends without an answer, as there is no image.
    func fail(_ error: NSError) {
        observations = nil
        completionHandler?(self, error)
    }

    static func visionError(_ error: any Error) -> NSError {
        if let error = error as? TextRecognitionError {
            return VNErrorCode(error).error(error.description, underlying: error)
        }
        return error as NSError
    }
}

/// A question about a part of an image.
open class VNImageBasedRequest: VNRequest {
    /// The part that is looked at, as shares of the image's width and height from its lower left corner; everything by
    /// default. What is found has its place told as shares of this part.
    open var regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// The part, checked.
    func region() throws -> CGRect {
        let region = regionOfInterest
        // Sums of shares may be a little more than 1.
        let whole = -1e-9...1 + 1e-9
        guard region.width > 0, region.height > 0,
            [region.minX, region.minY, region.maxX, region.maxY].allSatisfy(whole.contains)
        else {
            throw VNErrorCode.invalidArgument.error(
                "The region of interest \(regionOfInterest) is not within the picture, which is (0, 0, 1, 1)."
            )
        }
        return regionOfInterest
    }
}

/// Told how far a request is: the request, the share that is done from 0 to 1, and an error if it failed.
public typealias VNRequestProgressHandler = (VNRequest, Double, (any Error)?) -> Void

/// A request that tells how far it is.
public protocol VNRequestProgressProviding: AnyObject {
    /// Called now and then, on the thread on which the request is performed.
    var progressHandler: VNRequestProgressHandler { get set }
    /// Whether it cannot tell.
    var indeterminate: Bool { get }
}

/// The domain of Vision's errors.
public let VNErrorDomain = "com.apple.vis"

/// What went wrong. The values are Apple's.
public enum VNErrorCode: Int, Sendable {
    case turiCoreErrorCode = -1
    case ok = 0
    case requestCancelled = 1
    case invalidFormat = 2
    case operationFailed = 3
    case outOfBoundsError = 4
    case invalidOption = 5
    case ioError = 6
    case missingOption = 7
    case notImplemented = 8
    case internalError = 9
    case outOfMemory = 10
    case unknownError = 11
    case invalidOperation = 12
    case invalidImage = 13
    case invalidArgument = 14
    case invalidModel = 15
    case unsupportedRevision = 16
    case dataUnavailable = 17
    case timeStampNotFound = 18
    case unsupportedRequest = 19
    case timeout = 20
    case unsupportedComputeStage = 21
    case unsupportedComputeDevice = 22
}

extension VNErrorCode {
    /// An error of Vision's domain.
    func error(_ description: String, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let underlying { userInfo[NSUnderlyingErrorKey] = underlying }
        return NSError(domain: VNErrorDomain, code: rawValue, userInfo: userInfo)
    }

    init(_ error: TextRecognitionError) {
        self =
            switch error {
            case .missing, .unusableLibrary: .dataUnavailable
            case .damaged: .invalidModel
            case .failed: .operationFailed
            case .cancelled: .requestCancelled
            case .unsuitableImage: .invalidImage
            }
    }
}
