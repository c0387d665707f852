@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import Synchronization

/// Brings pixel buffers into one format: crops, scales, rotates, mirrors and converts, in as few passes as the libraries
/// allow (libyuv, and libswscale between RGB and BT.709 or BT.2020).
///
/// **Order.** The picture is cropped, scaled, rotated clockwise, and then mirrored left to right. So a mirrored picture
/// of a turned camera is mirrored as the viewer sees it.
///
/// **Formats.** Any of these to any other: `420v`, `420f`, `y420`, `f420`, `yuvs`, `yuvf`, `2vuy`, `BGRA`, `RGBA`,
/// `ABGR`, 32-bit ARGB, 24-bit RGB and BGR, `L008`, `x420`, `xf20`. Ten-bit pictures go through eight bits when anything
/// but a copy is asked for. `L008` is full-range luma.
///
/// **Colour.** Video and full range are converted into each other. Y'CbCr pixels keep their matrix, which is the one that
/// `kCVImageBufferYCbCrMatrixKey` names; without it, ``YCbCrMatrix/assumed(width:height:)``. RGB pixels become BT.601 unless
/// the buffer's attachment says otherwise: libyuv has no faster and JPEG no other matrix. Results in Y'CbCr carry the key.
/// To RGB, results are within three levels of exact arithmetic.
///
/// **Filters.** Shrinking averages (box filter), growing interpolates (bilinear). Where an image is only mirrored, rotated
/// or rearranged no sample changes.
///
/// **Memory.** Results come from a pool that reuses a buffer as soon as nobody holds it, intermediate images are reused
/// too: from the second image of a kind on nothing is allocated for pixels. When nothing has to be done, the result is
/// the source buffer itself.
///
/// **Attachments.** Those that propagate go along with the picture; the clean aperture is dropped when the geometry
/// changes.
///
/// Thread-safe; calls that have something to do wait for one another. Use one transformer per consumer.
// @unchecked: all mutable state is touched only while `gate` is locked.
public final class PixelTransformer: @unchecked Sendable {
    /// The results' format.
    public let pixelFormat: OSType
    /// The results' size, counted after rotation; nil when results have the source's size.
    public let dimensions: PixelDimensions?

    private let gate = Mutex(())
    private let traits: PixelFormatTraits
    private let workspace = PixelWorkspace()
    private var outputs: PixelOutputPool
    private var planned: PlannedTransform?

    /// A plan is made once for a run of images of the same kind.
    private struct PlannedTransform {
        var request: TransformRequest
        var plan: TransformPlan
    }

    /// - Parameters:
    ///   - pixelFormat: the results' format.
    ///   - dimensions: the results' size, counted after rotation. Nil: the source's size, with width and height exchanged
    ///     by quarter turns; a crop then zooms. When the shape differs from the crop's, the picture is stretched:
    ///     see ``fillCrop(of:into:zoom:)``.
    /// - Throws: ``PixelTransformError/unsupportedPixelFormat(_:)``, ``PixelTransformError/invalidDimensions(_:)``.
    public init(pixelFormat: OSType, dimensions: PixelDimensions? = nil) throws(PixelTransformError) {
        guard let traits = PixelFormatTraits(pixelFormat) else { throw .unsupportedPixelFormat(pixelFormat) }
        if let dimensions { try dimensions.validate() }
        self.pixelFormat = pixelFormat
        self.dimensions = dimensions
        self.traits = traits
        outputs = PixelOutputPool(pixelFormat: pixelFormat)
    }

    /// Whether transformers read and write a format.
    ///
    /// - Parameter pixelFormat: a Core Video pixel format.
    public static func supports(_ pixelFormat: OSType) -> Bool {
        PixelFormatTraits(pixelFormat) != nil
    }

    /// Transforms one picture.
    ///
    /// - Parameters:
    ///   - source: the picture. It is only read, and not kept.
    ///   - crop: the part of it to use, as a part of the unit square with its origin at the upper left of the unrotated
    ///     picture; nil for everything. Edges are moved to the nearest chroma sample.
    ///   - rotation: the clockwise turn.
    ///   - mirrored: whether the turned picture is mirrored left to right.
    /// - Returns: the result; the source itself when nothing was to be done.
    /// - Throws: ``PixelTransformError``. The transformer stays usable.
    public func transform(
        _ source: CVPixelBuffer,
        crop: CGRect? = nil,
        rotation: PixelRotation = .none,
        mirrored: Bool = false
    ) throws(PixelTransformError) -> CVPixelBuffer {
        if crop == nil, rotation == .none, !mirrored, try hasWantedShape(source) { return source }
        let request = try TransformRequest(source, crop: crop, rotation: rotation, mirrored: mirrored)
        return try gate.withLock { _ throws(PixelTransformError) in try transform(source, request) }
    }

    /// Whether a picture is as results are. Nothing else is asked of a frame whose client wants it as it comes.
    private func hasWantedShape(_ source: CVPixelBuffer) throws(PixelTransformError) -> Bool {
        guard CVPixelBufferGetPixelFormatType(source) == pixelFormat else { return false }
        let size = PixelDimensions(of: source)
        try size.validate()
        return (dimensions ?? size) == size
    }

    /// The centred crop that shows a picture zoomed and fills a target of another shape without stretching.
    ///
    /// - Parameters:
    ///   - source: the picture's size.
    ///   - target: the result's size before rotation; only its shape counts.
    ///   - zoom: the magnification, at least 1.
    /// - Returns: a part of the unit square.
    public static func fillCrop(
        of source: PixelDimensions,
        into target: PixelDimensions,
        zoom: Double = 1
    ) -> CGRect {
        let sourceShape = Double(source.width) / Double(source.height)
        let targetShape = Double(target.width) / Double(target.height)
        let factor = max(1, zoom)
        let width = min(1, targetShape / sourceShape) / factor
        let height = min(1, sourceShape / targetShape) / factor
        return CGRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }

    private func transform(
        _ source: CVPixelBuffer,
        _ request: TransformRequest
    ) throws(PixelTransformError) -> CVPixelBuffer {
        let plan = try plan(request)
        if plan.steps.isEmpty, request.pixelFormat == pixelFormat, plan.region == request.wholeRegion {
            return source
        }
        CVPixelBufferLockBaseAddress(source, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(source, .readOnly) }
        guard let input = PixelView(source, arrangement: request.traits.arrangement) else { throw .unreadableBuffer }
        let result = try outputs.makeBuffer(plan.size)
        CVPixelBufferLockBaseAddress(result, [])
        defer { CVPixelBufferUnlockBaseAddress(result, []) }
        guard let output = PixelView(result, arrangement: traits.arrangement) else { throw .unreadableBuffer }
        try workspace.run(plan, input, into: output)
        attach(source, result, request, plan)
        return result
    }

    private func plan(_ request: TransformRequest) throws(PixelTransformError) -> TransformPlan {
        if let planned, planned.request == request { return planned.plan }
        let region = try PixelRegion(crop: request.crop, of: request.size, request.traits.arrangement)
        let plan = TransformPlan(
            source: request.traits,
            region: region,
            matrix: request.matrix,
            size: dimensions ?? request.size.exchanged(request.rotation.exchangesAxes),
            rotation: request.rotation,
            mirrored: request.mirrored,
            destination: traits
        )
        planned = PlannedTransform(request: request, plan: plan)
        return plan
    }

    private func attach(
        _ source: CVPixelBuffer,
        _ result: CVPixelBuffer,
        _ request: TransformRequest,
        _ plan: TransformPlan
    ) {
        CVBufferPropagateAttachments(source, result)
        if traits.arrangement.model == .yCbCr, YCbCrMatrix(attachmentOf: result) != request.matrix {
            CVBufferSetAttachment(result, kCVImageBufferYCbCrMatrixKey, request.matrix.attachment, .shouldPropagate)
        }
        let keepsGeometry =
            plan.region == request.wholeRegion && plan.size == request.size && request.rotation == .none
            && !request.mirrored
        if !keepsGeometry {
            CVBufferRemoveAttachment(result, kCVImageBufferCleanApertureKey)
        }
    }
}

/// Everything about a picture and a call that decides what is to be done.
private struct TransformRequest: Equatable {
    var pixelFormat: OSType
    var traits: PixelFormatTraits
    var matrix: YCbCrMatrix
    var size: PixelDimensions
    var crop: CGRect?
    var rotation: PixelRotation
    var mirrored: Bool

    init(
        _ source: CVPixelBuffer,
        crop: CGRect?,
        rotation: PixelRotation,
        mirrored: Bool
    ) throws(PixelTransformError) {
        pixelFormat = CVPixelBufferGetPixelFormatType(source)
        guard let traits = PixelFormatTraits(pixelFormat) else { throw .unsupportedPixelFormat(pixelFormat) }
        size = PixelDimensions(of: source)
        try size.validate()
        self.traits = traits
        matrix = YCbCrMatrix(of: source, traits, size)
        self.crop = crop
        self.rotation = rotation
        self.mirrored = mirrored
    }

    var wholeRegion: PixelRegion {
        PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
    }
}

extension PixelDimensions {
    /// What libyuv's 16.16 fixed-point scaling can address.
    static let largest = 32767

    func validate() throws(PixelTransformError) {
        let allowed = 1...Self.largest
        guard allowed.contains(width), allowed.contains(height) else { throw .invalidDimensions(self) }
    }
}

/// Why an image could not be transformed.
public enum PixelTransformError: Error, Equatable, CustomStringConvertible {
    /// The format is not one that image processing reads or writes. Ask the camera or output for another one.
    case unsupportedPixelFormat(OSType)
    /// The crop is empty, not finite, or reaches outside of the unit square.
    case invalidCrop(CGRect)
    /// A width or height is less than one or more than 32,767.
    case invalidDimensions(PixelDimensions)
    /// The buffer has no pixels in memory, or other planes than its format says.
    case unreadableBuffer
    /// No output buffer: memory is exhausted. `code` is Core Video's.
    case outputUnavailable(code: CVReturn)
    /// A library refused; `operation` is its function, `code` its answer.
    case libraryFailure(operation: String, code: Int32)

    /// The error in words, with what can be done.
    public var description: String {
        switch self {
        case .unsupportedPixelFormat(let type):
            "The pixel format \(type) cannot be converted; choose another one."
        case .invalidCrop(let crop):
            "The crop \(crop) is not a part of the unit square."
        case .invalidDimensions(let size):
            "An image of \(size.width) by \(size.height) pixels cannot be made."
        case .unreadableBuffer:
            "The buffer's pixels cannot be read."
        case .outputUnavailable(let code):
            "No memory for the result (Core Video says \(code)); release buffers you no longer need."
        case .libraryFailure(let operation, let code):
            "\(operation) failed with \(code)."
        }
    }
}

/// Buffers of one format, whose size may change from image to image. A change drops the old pool; its buffers live on
/// with whoever holds them.
///
/// Not thread-safe: its owner makes one buffer at a time.
struct PixelOutputPool {
    let pixelFormat: OSType
    private var size: PixelDimensions?
    private var pool: CVPixelBufferPool?

    init(pixelFormat: OSType) {
        self.pixelFormat = pixelFormat
    }

    /// A buffer that nobody else uses, with undefined pixels.
    mutating func makeBuffer(_ wanted: PixelDimensions) throws(PixelTransformError) -> CVPixelBuffer {
        let pool = try currentPool(wanted)
        var buffer: CVPixelBuffer?
        let code = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer)
        guard let buffer else { throw .outputUnavailable(code: code) }
        return buffer
    }

    private mutating func currentPool(_ wanted: PixelDimensions) throws(PixelTransformError) -> CVPixelBufferPool {
        if let pool, size == wanted { return pool }
        let attributes: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: pixelFormat),
            kCVPixelBufferWidthKey: NSNumber(value: wanted.width),
            kCVPixelBufferHeightKey: NSNumber(value: wanted.height),
        ]
        var made: CVPixelBufferPool?
        let code = CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, NSDictionary(dictionary: attributes), &made)
        guard let made else { throw .outputUnavailable(code: code) }
        pool = made
        size = wanted
        return made
    }
}
