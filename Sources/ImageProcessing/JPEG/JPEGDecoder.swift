internal import CLibYUV
internal import CTurboJPEG
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import Synchronization

/// Reads JPEG images, Motion-JPEG frames of cameras among them, into pixel buffers of one format with TurboJPEG.
///
/// For `420f` the luma goes straight into the result, for `f420` and `L008` everything, for RGB formats TurboJPEG
/// converts by itself; other formats take one more pass. Results in Y'CbCr carry BT.601 as their matrix.
///
/// An image about which TurboJPEG so much as warns counts as damaged: a torn frame is an error, never a grey lower half.
///
/// Results come from a pool, memory for planes is kept between calls.
///
/// Thread-safe; calls wait for one another. Use one decoder per consumer.
// @unchecked: all mutable state is touched only while `gate` is locked.
public final class JPEGDecoder: @unchecked Sendable {
    /// The results' format.
    public let pixelFormat: OSType
    /// Images with more pixels are refused with ``JPEGError/tooLarge(_:)`` before memory is asked for.
    public let maximumPixelCount: Int
    /// Whether superfluous bytes between the image and its end are accepted. Some cameras always add a few; for others
    /// they are the mark of a torn frame.
    public let acceptsExtraneousBytes: Bool

    private let gate = Mutex(())
    private var handle: tjhandle
    /// Whether the last image brought Huffman tables. TurboJPEG keeps them for images without any.
    private var holdsTables = false
    private let traits: PixelFormatTraits
    private let workspace = PixelWorkspace()
    private let planes = ScratchMemory()
    private let chroma = ScratchMemory()
    private var outputs: PixelOutputPool

    /// - Parameters:
    ///   - pixelFormat: the results' format, any that ``PixelTransformer`` writes.
    ///   - maximumPixelCount: the largest image accepted.
    ///   - acceptsExtraneousBytes: see ``acceptsExtraneousBytes``.
    /// - Throws: ``JPEGError/pixels(_:)`` for another format, ``JPEGError/outOfMemory``.
    public init(
        pixelFormat: OSType,
        maximumPixelCount: Int = 100_000_000,
        acceptsExtraneousBytes: Bool = false
    ) throws(JPEGError) {
        guard let traits = PixelFormatTraits(pixelFormat) else { throw .pixels(.unsupportedPixelFormat(pixelFormat)) }
        guard let handle = tjInitDecompress() else { throw .outOfMemory }
        self.pixelFormat = pixelFormat
        self.maximumPixelCount = maximumPixelCount
        self.acceptsExtraneousBytes = acceptsExtraneousBytes
        self.handle = handle
        self.traits = traits
        outputs = PixelOutputPool(pixelFormat: pixelFormat)
    }

    deinit {
        tjDestroy(handle)
    }

    /// Reads an image's head only.
    ///
    /// - Parameter bytes: a JPEG image, or at least everything up to its scan.
    /// - Throws: ``JPEGError/notJPEG(reason:)``.
    public func header(of bytes: UnsafeRawBufferPointer) throws(JPEGError) -> JPEGHeader {
        let segments = try JPEGSegments.header(bytes)
        let stored = try gate.withLock { _ throws(JPEGError) in try readHeader(bytes) }
        let exif = try JPEGSegments.exif(bytes).flatMap(ExifReader.metadata(payload:))
        return JPEGHeader(
            dimensions: stored.size,
            subsampling: stored.subsampling.name,
            orientation: exif?.orientation ?? 1,
            hasHuffmanTables: segments.contains { $0.marker == JPEGSegments.huffmanTables }
        )
    }

    /// As ``header(of:)-(UnsafeRawBufferPointer)``.
    ///
    /// - Parameter data: a JPEG image.
    /// - Throws: ``JPEGError/notJPEG(reason:)``.
    public func header(of data: Data) throws(JPEGError) -> JPEGHeader {
        try withBytes(data) { bytes throws(JPEGError) in try header(of: bytes) }
    }

    /// Decodes an image. Its EXIF orientation is not applied.
    ///
    /// - Parameters:
    ///   - bytes: a complete JPEG image; zeros may follow.
    ///   - scale: the size wanted.
    /// - Returns: the image, in a buffer that returns to the pool by itself.
    /// - Throws: ``JPEGError``. The decoder stays usable.
    public func decode(
        _ bytes: UnsafeRawBufferPointer,
        scale: JPEGScale = .full
    ) throws(JPEGError) -> CVPixelBuffer {
        try gate.withLock { _ throws(JPEGError) in
            let stored = try readHeader(bytes)
            let (count, overflow) = stored.size.width.multipliedReportingOverflow(by: stored.size.height)
            guard !overflow, count <= maximumPixelCount else { throw .tooLarge(stored.size) }
            let size = scale.size(of: stored.size)
            let result = try asJPEGError { () throws(PixelTransformError) in
                try size.validate()
                return try outputs.makeBuffer(size)
            }
            try decode(JPEGInput(bytes: bytes, stored: stored, size: size), into: result)
            return result
        }
    }

    /// As ``decode(_:scale:)-(UnsafeRawBufferPointer,_)``.
    ///
    /// - Parameters:
    ///   - data: a complete JPEG image; zeros may follow.
    ///   - scale: the size wanted.
    /// - Throws: ``JPEGError``.
    public func decode(_ data: Data, scale: JPEGScale = .full) throws(JPEGError) -> CVPixelBuffer {
        try withBytes(data) { bytes throws(JPEGError) in try decode(bytes, scale: scale) }
    }

    /// After an error TurboJPEG would read the next image as the rest of this one, and an image without Huffman tables
    /// would be read with those of the image before it instead of the standard's.
    private func renewHandle() throws(JPEGError) {
        guard let fresh = tjInitDecompress() else { throw .outOfMemory }
        tjDestroy(handle)
        handle = fresh
        holdsTables = false
    }

    private func readHeader(_ bytes: UnsafeRawBufferPointer) throws(JPEGError) -> StoredImage {
        guard let start = bytes.baseAddress, bytes.count > 0 else { throw .notJPEG(reason: "no bytes") }
        let hasTables = try JPEGSegments.header(bytes).contains { $0.marker == JPEGSegments.huffmanTables }
        if holdsTables, !hasTables { try renewHandle() }
        holdsTables = hasTables
        var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(-1), Int32(-1))
        let code = tjDecompressHeader3(
            handle,
            start.assumingMemoryBound(to: UInt8.self),
            UInt(bytes.count),
            &width,
            &height,
            &subsampling,
            &colorspace
        )
        guard code == 0 || isOnlyWarning, width > 0, height > 0 else {
            let reason = turboJPEGMessage(handle)
            try renewHandle()
            throw .notJPEG(reason: reason)
        }
        return StoredImage(
            size: PixelDimensions(width: Int(width), height: Int(height)),
            subsampling: TJSAMP(rawValue: UInt32(bitPattern: subsampling)),
            colorspace: TJCS(rawValue: UInt32(bitPattern: colorspace))
        )
    }

    private var isOnlyWarning: Bool {
        tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    }

    private func decode(_ input: JPEGInput, into result: CVPixelBuffer) throws(JPEGError) {
        CVPixelBufferLockBaseAddress(result, [])
        defer { CVPixelBufferUnlockBaseAddress(result, []) }
        guard let output = PixelView(result, arrangement: traits.arrangement) else {
            throw .pixels(.unreadableBuffer)
        }
        if traits.arrangement.model == .yCbCr {
            let matrix = YCbCrMatrix.bt601.attachment
            CVBufferSetAttachment(result, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        }
        if let format = traits.arrangement.decodedRGB {
            try decompress(input, into: output, format)
        } else if let arrangement = input.stored.planes {
            try decodePlanes(input, arrangement, into: output)
        } else {
            let image = planes.view(.bgra, width: input.size.width, height: input.size.height)
            try decompress(input, into: image, Int32(TJPF_BGRA.rawValue))
            try convert(image, into: output)
        }
    }

    /// Decodes to planes as they are stored; luma, where possible, straight into the result.
    private func decodePlanes(
        _ input: JPEGInput,
        _ arrangement: PixelArrangement,
        into output: PixelView
    ) throws(JPEGError) {
        var image = planes.view(arrangement, width: input.size.width, height: input.size.height)
        let isEven = input.size.width % 2 == 0 && input.size.height % 2 == 0
        guard isEven, traits.range == .full, output.hasLumaPlane else {
            try decompress(input, into: image)
            return try convert(image, into: output)
        }
        image.first = output.first
        if output.arrangement == arrangement {
            try decompress(input, into: output)
        } else {
            try decompress(input, into: image)
            fillChroma(of: output, from: image)
        }
    }

    /// Brings chroma planes into a result that already has its luma.
    private func fillChroma(of output: PixelView, from image: PixelView) {
        guard output.arrangement.planeCount > 1 else { return }
        if image.arrangement == .gray {
            for index in 1..<output.arrangement.planeCount {
                let bytes = Int32(output.arrangement.rowBytes(plane: index, width: output.width))
                SetPlane(output.plane(index).base, output.plane(index).stride, bytes, output.chromaRows, 128)
            }
            return
        }
        let isBiplanar = output.arrangement == .biplanar420
        var source = image
        if image.arrangement == .planar422 {
            let halved =
                isBiplanar ? chroma.view(.planar420, width: output.width, height: output.height) : output
            for index in 1...2 {
                ScalePlane(
                    image.plane(index).base,
                    image.plane(index).stride,
                    image.chromaColumns,
                    image.chromaRows,
                    halved.plane(index).base,
                    halved.plane(index).stride,
                    output.chromaColumns,
                    output.chromaRows,
                    kFilterBox
                )
            }
            source = halved
        }
        if isBiplanar {
            MergeUVPlane(
                source.second.base,
                source.second.stride,
                source.third.base,
                source.third.stride,
                output.second.base,
                output.second.stride,
                output.chromaColumns,
                output.chromaRows
            )
        }
    }

    private func convert(_ image: PixelView, into output: PixelView) throws(JPEGError) {
        let size = PixelDimensions(width: image.width, height: image.height)
        let plan = TransformPlan(
            source: PixelFormatTraits(arrangement: image.arrangement, range: .full),
            region: PixelRegion(x: 0, y: 0, width: size.width, height: size.height),
            matrix: .bt601,
            size: size,
            rotation: .none,
            mirrored: false,
            destination: traits
        )
        _ = try asJPEGError { () throws(PixelTransformError) in try workspace.run(plan, image, into: output) }
    }

    private func decompress(_ input: JPEGInput, into target: PixelView) throws(JPEGError) {
        try checked { flags in
            withPlaneArrays(target) { bases, strides in
                tjDecompressToYUVPlanes(
                    handle,
                    input.start,
                    UInt(input.bytes.count),
                    bases,
                    target.columns,
                    strides,
                    target.rows,
                    flags
                )
            }
        }
    }

    private func decompress(
        _ input: JPEGInput,
        into target: PixelView,
        _ format: Int32
    ) throws(JPEGError) {
        if input.stored.colorspace == TJCS_CMYK || input.stored.colorspace == TJCS_YCCK {
            throw .notJPEG(reason: "four-colour images for printing are not supported")
        }
        try checked { flags in
            tjDecompress2(
                handle,
                input.start,
                UInt(input.bytes.count),
                target.first.base,
                target.columns,
                target.first.stride,
                target.rows,
                format,
                flags
            )
        }
    }

    /// Runs one of TurboJPEG's functions with strict flags. A bounded number of scans keeps hostile progressive images
    /// from taking minutes.
    private func checked(_ operation: (Int32) -> Int32) throws(JPEGError) {
        if operation(TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS) == 0 { return }
        let reason = turboJPEGMessage(handle)
        let isTolerated = acceptsExtraneousBytes && isOnlyWarning && reason.contains("extraneous bytes before marker")
        guard isTolerated, operation(TJFLAG_LIMITSCANS) == 0 || isOnlyWarning else {
            try renewHandle()
            throw .corrupt(reason: reason)
        }
    }
}

/// What TurboJPEG read from an image's head.
private struct StoredImage {
    var size: PixelDimensions
    var subsampling: TJSAMP
    var colorspace: TJCS

    /// The arrangement of the planes as they are stored; nil when they are not ones that libyuv takes.
    var planes: PixelArrangement? {
        guard colorspace == TJCS_YCbCr || colorspace == TJCS_GRAY else { return nil }
        switch subsampling {
        case TJSAMP_420: return .planar420
        case TJSAMP_422: return .planar422
        case TJSAMP_GRAY: return .gray
        default: return nil
        }
    }
}

/// An image on its way through the decoder.
private struct JPEGInput {
    var bytes: UnsafeRawBufferPointer
    var stored: StoredImage
    /// The decoded size.
    var size: PixelDimensions

    var start: UnsafePointer<UInt8>? {
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}

extension TJSAMP {
    fileprivate var name: JPEGSubsampling? {
        switch self {
        case TJSAMP_444: JPEGSubsampling.none
        case TJSAMP_422: .halfAcross
        case TJSAMP_420: .half
        case TJSAMP_GRAY: .gray
        default: nil
        }
    }
}

extension PixelArrangement {
    /// TurboJPEG's number of an RGB format that it writes.
    fileprivate var decodedRGB: Int32? {
        switch self {
        case .bgra: Int32(TJPF_BGRA.rawValue)
        case .rgba: Int32(TJPF_RGBA.rawValue)
        case .argb: Int32(TJPF_ARGB.rawValue)
        case .abgr: Int32(TJPF_ABGR.rawValue)
        case .rgb: Int32(TJPF_RGB.rawValue)
        case .bgr: Int32(TJPF_BGR.rawValue)
        default: nil
        }
    }
}

/// Lends a data's bytes, passing typed errors through.
func withBytes<Result>(
    _ data: Data,
    _ body: (UnsafeRawBufferPointer) throws(JPEGError) -> Result
) throws(JPEGError) -> Result {
    let outcome: Swift.Result<Result, JPEGError> = data.withUnsafeBytes { bytes in
        do throws(JPEGError) {
            return .success(try body(bytes))
        } catch {
            return .failure(error)
        }
    }
    return try outcome.get()
}

/// What the head of a JPEG image tells.
public struct JPEGHeader: Sendable, Equatable {
    /// The size of the stored picture, before its orientation is applied.
    public var dimensions: PixelDimensions
    /// How much chroma is stored; nil for arrangements with no name here, such as 4:4:0 and 4:1:1.
    public var subsampling: JPEGSubsampling?
    /// The EXIF orientation, 1...8; 1 without one.
    public var orientation: Int
    /// Whether the image brings its Huffman tables. Motion-JPEG frames of cameras may leave them out, meaning the
    /// standard's example tables; not every viewer knows that.
    public var hasHuffmanTables: Bool
}

/// The sizes in which a JPEG image can be decoded with less work, by leaving out fine detail.
public enum JPEGScale: Int32, Sendable, CaseIterable {
    /// Every pixel.
    case full = 1
    /// Half the width and height.
    case half = 2
    /// A quarter of the width and height.
    case quarter = 4
    /// An eighth of the width and height.
    case eighth = 8

    /// The decoded size of an image, rounded up.
    ///
    /// - Parameter dimensions: the stored size.
    public func size(of dimensions: PixelDimensions) -> PixelDimensions {
        let divisor = Int(rawValue)
        return PixelDimensions(
            width: (dimensions.width + divisor - 1) / divisor,
            height: (dimensions.height + divisor - 1) / divisor
        )
    }

    /// The smallest decoded size that still covers a wanted one.
    ///
    /// - Parameters:
    ///   - dimensions: the stored size.
    ///   - wanted: the size needed, for example of a thumbnail.
    public static func covering(_ wanted: PixelDimensions, of dimensions: PixelDimensions) -> JPEGScale {
        let candidates: [JPEGScale] = [.eighth, .quarter, .half]
        return candidates.first {
            let size = $0.size(of: dimensions)
            return size.width >= wanted.width && size.height >= wanted.height
        } ?? .full
    }
}
