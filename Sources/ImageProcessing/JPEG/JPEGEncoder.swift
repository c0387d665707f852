internal import CLibYUV
internal import CTurboJPEG
import CoreVideo
import Foundation
import FoundationExtras
import Synchronization

/// Writes pixel buffers as baseline JPEG with TurboJPEG.
///
/// 4:2:0 full-range BT.601 pictures are compressed from their own planes; only interleaved chroma is separated first.
/// `yuvs` and `2vuy` keep their 4:2:2 chroma. RGB goes in as it is. A JFIF image is full-range BT.601 by definition, so
/// video range is expanded, and BT.709 and BT.2020 pictures are converted: that costs a sixth and a quarter more.
/// Cameras that deliver BT.601 should say so with `kCVImageBufferYCbCrMatrixKey`, because HD pictures without the key are
/// taken for BT.709.
///
/// Memory for the result and for planes is kept between calls.
///
/// Thread-safe; calls wait for one another. Use one encoder per consumer.
// @unchecked: all mutable state is touched only while `gate` is locked.
public final class JPEGEncoder: @unchecked Sendable {
    private let gate = Mutex(())
    private let handle: tjhandle
    private let workspace = PixelWorkspace()
    private let chroma = ScratchMemory()
    private let padded = ScratchMemory()
    private var output = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// - Throws: ``JPEGError/outOfMemory``.
    public init() throws(JPEGError) {
        guard let handle = tjInitCompress() else { throw .outOfMemory }
        self.handle = handle
    }

    deinit {
        tjDestroy(handle)
        output.deallocate()
    }

    /// Encodes a picture and lends the bytes, without copying them. They hold no metadata but the JFIF header.
    ///
    /// - Parameters:
    ///   - buffer: the picture, in any format that ``PixelTransformer`` reads.
    ///   - options: quality and so on.
    ///   - body: receives the complete JPEG image; valid only until it returns. It must not use the encoder.
    /// - Returns: what `body` returns.
    /// - Throws: ``JPEGError``, or what `body` throws.
    public func withEncodedBytes<Result: Sendable>(
        of buffer: CVPixelBuffer,
        options: JPEGEncodingOptions = JPEGEncodingOptions(),
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try gate.withLock { _ in try body(UnsafeRawBufferPointer(try compress(buffer, options))) }
    }

    /// Encodes a picture into data of its own, with metadata.
    ///
    /// - Parameters:
    ///   - buffer: the picture, in any format that ``PixelTransformer`` reads.
    ///   - options: quality and so on.
    ///   - metadata: what to write as EXIF; nil for a plain JFIF image. Width and height are filled in.
    ///   - iccProfile: an ICC profile to embed.
    /// - Returns: the complete JPEG image.
    /// - Throws: ``JPEGError``.
    public func encode(
        _ buffer: CVPixelBuffer,
        options: JPEGEncodingOptions = JPEGEncodingOptions(),
        metadata: ExifMetadata? = nil,
        iccProfile: Data? = nil
    ) throws(JPEGError) -> Data {
        var exif: Data?
        if var metadata {
            metadata.pixelWidth = CVPixelBufferGetWidth(buffer)
            metadata.pixelHeight = CVPixelBufferGetHeight(buffer)
            exif = try ExifWriter.payload(metadata)
        }
        return try gate.withLock { _ throws(JPEGError) in
            let bytes = UnsafeRawBufferPointer(try compress(buffer, options))
            guard exif != nil || iccProfile != nil else { return Data(bytes) }
            return try JPEGSegments.assemble(bytes, exif: exif, iccProfile: iccProfile)
        }
    }

    private func compress(
        _ buffer: CVPixelBuffer,
        _ options: JPEGEncodingOptions
    ) throws(JPEGError) -> UnsafeMutableBufferPointer<UInt8> {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard let traits = PixelFormatTraits(format) else { throw .pixels(.unsupportedPixelFormat(format)) }
        let size = PixelDimensions(of: buffer)
        let subsampling = options.subsampling.turboJPEG(traits.arrangement)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let view = PixelView(buffer, arrangement: traits.arrangement) else { throw .pixels(.unreadableBuffer) }
        try reserve(size, subsampling)
        let source = JPEGSource(view: view, traits: traits, matrix: YCbCrMatrix(of: buffer, traits, size))
        let prepared = try prepare(source, subsampling)
        let flags = TJFLAG_NOREALLOC | (options.usesFastTransform ? TJFLAG_FASTDCT : TJFLAG_ACCURATEDCT)
        return try compress(prepared, subsampling, Int32(options.quality), flags)
    }

    private func reserve(_ size: PixelDimensions, _ subsampling: TJSAMP) throws(JPEGError) {
        try asJPEGError { () throws(PixelTransformError) in try size.validate() }
        let needed = Int(tjBufSize(Int32(size.width), Int32(size.height), Int32(subsampling.rawValue)))
        if output.count < needed {
            output.deallocate()
            output = .allocate(capacity: needed)
        }
    }

    private func compress(
        _ image: PixelView,
        _ subsampling: TJSAMP,
        _ quality: Int32,
        _ flags: Int32
    ) throws(JPEGError) -> UnsafeMutableBufferPointer<UInt8> {
        var size = UInt(output.count)
        var start = output.baseAddress
        let samples = Int32(subsampling.rawValue)
        let code: Int32
        if let format = image.arrangement.turboJPEGFormat {
            code = tjCompress2(
                handle,
                image.first.base,
                image.columns,
                image.first.stride,
                image.rows,
                format,
                &start,
                &size,
                samples,
                quality,
                flags
            )
        } else {
            code = withPlaneArrays(image) { bases, strides in
                bases.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 3) { bases in
                    tjCompressFromYUVPlanes(
                        handle,
                        bases,
                        image.columns,
                        strides,
                        image.rows,
                        samples,
                        &start,
                        &size,
                        quality,
                        flags
                    )
                }
            }
        }
        guard code == 0 else { throw .libraryFailure(operation: "tjCompress", reason: turboJPEGMessage(handle)) }
        return UnsafeMutableBufferPointer(rebasing: output[..<Int(size)])
    }

    /// The picture in a form that TurboJPEG takes: RGB, or planes of what JPEG stores.
    private func prepare(_ source: JPEGSource, _ subsampling: TJSAMP) throws(JPEGError) -> PixelView {
        guard let target = source.planes(for: subsampling) else { return try run(source, to: source.rgbTarget) }
        if source.isBiplanarJFIF, target == .planar420 { return padToEven(separateChroma(source.view)) }
        return padToEven(try run(source, to: target))
    }

    private func run(
        _ source: JPEGSource,
        to target: PixelArrangement
    ) throws(JPEGError) -> PixelView {
        let view = source.view
        let size = PixelDimensions(width: view.width, height: view.height)
        let plan = TransformPlan(
            source: source.traits,
            region: PixelRegion(x: 0, y: 0, width: size.width, height: size.height),
            matrix: source.matrix,
            size: size,
            rotation: .none,
            mirrored: false,
            destination: PixelFormatTraits(arrangement: target, range: .full)
        )
        return try asJPEGError { () throws(PixelTransformError) in try workspace.run(plan, view, into: nil) }
    }

    private func separateChroma(_ view: PixelView) -> PixelView {
        let planes = chroma.view(.planar420, width: view.width, height: view.height)
        SplitUVPlane(
            view.second.base,
            view.second.stride,
            planes.second.base,
            planes.second.stride,
            planes.third.base,
            planes.third.stride,
            view.chromaColumns,
            view.chromaRows
        )
        return PixelView(
            .planar420,
            width: view.width,
            height: view.height,
            view.first,
            planes.second,
            planes.third
        )
    }

    /// TurboJPEG reads a luma plane that is rounded up to whole chroma samples. For odd sizes the last column and row
    /// are doubled in a copy.
    private func padToEven(_ view: PixelView) -> PixelView {
        let arrangement = view.arrangement
        let oddColumns = view.width % arrangement.horizontalStep != 0
        let oddRows = view.height % arrangement.verticalStep != 0
        guard oddColumns || oddRows else { return view }
        let luma = padded.view(.gray, width: view.width + 1, height: view.height + 1).first
        CopyPlane(view.first.base, view.first.stride, luma.base, luma.stride, view.columns, view.rows)
        let stride = Int(luma.stride)
        if oddColumns {
            for row in 0..<view.height {
                luma.base[row * stride + view.width] = luma.base[row * stride + view.width - 1]
            }
        }
        if oddRows {
            (luma.base + view.height * stride).update(from: luma.base + (view.height - 1) * stride, count: stride)
        }
        var result = view
        result.first = luma
        return result
    }
}

/// A picture to be encoded.
private struct JPEGSource {
    var view: PixelView
    var traits: PixelFormatTraits
    var matrix: YCbCrMatrix

    /// Whether the samples are what a JPEG image stores, but for the interleaved chroma.
    var isBiplanarJFIF: Bool {
        traits.arrangement == .biplanar420 && traits.range == .full && matrix == .bt601
    }

    /// The planes to compress from, or nil when TurboJPEG shall do the colour conversion from RGB: for RGB sources, for
    /// other matrices, and for more chroma than the source has.
    func planes(for subsampling: TJSAMP) -> PixelArrangement? {
        if traits.arrangement.model == .rgb { return nil }
        if subsampling == TJSAMP_GRAY { return .gray }
        if traits.arrangement.model == .luma { return .gray }
        guard matrix == .bt601 else { return nil }
        switch (subsampling, traits.arrangement) {
        case (TJSAMP_420, _): return .planar420
        case (TJSAMP_422, .yuyv), (TJSAMP_422, .uyvy): return .planar422
        default: return nil
        }
    }

    /// The RGB format to convert to: the source's own one if it is RGB.
    var rgbTarget: PixelArrangement {
        traits.arrangement.model == .rgb ? traits.arrangement : .bgra
    }
}

extension PixelArrangement {
    /// TurboJPEG's number of an RGB format; nil for planes.
    fileprivate var turboJPEGFormat: Int32? {
        switch self {
        case .bgra: Int32(TJPF_BGRX.rawValue)
        case .rgba: Int32(TJPF_RGBX.rawValue)
        case .argb: Int32(TJPF_XRGB.rawValue)
        case .abgr: Int32(TJPF_XBGR.rawValue)
        case .rgb: Int32(TJPF_RGB.rawValue)
        case .bgr: Int32(TJPF_BGR.rawValue)
        default: nil
        }
    }
}

/// TurboJPEG's message for the last failure of a handle.
func turboJPEGMessage(_ handle: tjhandle) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason given"
}

/// How a picture is written as JPEG.
public struct JPEGEncodingOptions: Sendable, Equatable {
    /// 1 (smallest) to 100 (best), on libjpeg's scale; other numbers are taken as the nearest of these.
    public var quality: Int
    /// How much chroma is kept.
    public var subsampling: JPEGSubsampling
    /// Whether the cosine transform may be the shorter, slightly less exact one. It pays on processors without vector
    /// instructions; on x86 with AVX2 the exact one was measured to be 5 % faster.
    public var usesFastTransform: Bool

    /// - Parameters:
    ///   - quality: 1...100.
    ///   - subsampling: how much chroma is kept.
    ///   - usesFastTransform: whether a less exact cosine transform may be used.
    public init(quality: Int = 85, subsampling: JPEGSubsampling = .source, usesFastTransform: Bool = false) {
        self.quality = min(max(quality, 1), 100)
        self.subsampling = subsampling
        self.usesFastTransform = usesFastTransform
    }
}

/// How much of the chroma a JPEG image keeps.
public enum JPEGSubsampling: Sendable, CaseIterable {
    /// As much as the source has: 4:2:2 for `yuvs`, `yuvf` and `2vuy`, luma alone for `L008`, 4:2:0 for everything else.
    case source
    /// A sample for two by two pixels.
    case half
    /// A sample for two pixels side by side.
    case halfAcross
    /// A sample for every pixel.
    case none
    /// No chroma.
    case gray

    /// TurboJPEG's number, with ``source`` resolved for an arrangement.
    func turboJPEG(_ arrangement: PixelArrangement) -> TJSAMP {
        switch self {
        case .source:
            switch arrangement {
            case .gray: TJSAMP_GRAY
            case .yuyv, .uyvy: TJSAMP_422
            default: TJSAMP_420
            }
        case .half: arrangement == .gray ? TJSAMP_GRAY : TJSAMP_420
        case .halfAcross: arrangement == .gray ? TJSAMP_GRAY : TJSAMP_422
        case .none: arrangement == .gray ? TJSAMP_GRAY : TJSAMP_444
        case .gray: TJSAMP_GRAY
        }
    }
}

/// Why a JPEG image could not be written or read.
public enum JPEGError: Error, Equatable, CustomStringConvertible {
    /// TurboJPEG could not be set up: memory is exhausted.
    case outOfMemory
    /// The buffer cannot be brought into a form that JPEG stores.
    case pixels(PixelTransformError)
    /// The bytes are not a JPEG image, or a kind that is not supported. `reason` is the parser's or TurboJPEG's.
    case notJPEG(reason: String)
    /// The image is damaged or incomplete: TurboJPEG could only guess at a part of it. `reason` is TurboJPEG's.
    case corrupt(reason: String)
    /// The image has more pixels than the caller allows.
    case tooLarge(PixelDimensions)
    /// Metadata does not fit: EXIF has 64 KiB at most. `bytes` is what it needs.
    case metadataTooLarge(bytes: Int)
    /// TurboJPEG failed; `operation` is its function, `reason` its message.
    case libraryFailure(operation: String, reason: String)

    /// The error in words, with what can be done.
    public var description: String {
        switch self {
        case .outOfMemory: "TurboJPEG found no memory."
        case .pixels(let error): "The pixels cannot be used for JPEG: \(error)"
        case .notJPEG(let reason): "Not a JPEG image that can be read: \(reason)"
        case .corrupt(let reason): "The JPEG image is damaged: \(reason)"
        case .tooLarge(let size): "The JPEG image is too large: \(size.width) by \(size.height) pixels."
        case .metadataTooLarge(let bytes):
            "The metadata needs \(bytes) bytes, more than fit; make the embedded thumbnail smaller."
        case .libraryFailure(let operation, let reason): "\(operation) failed: \(reason)"
        }
    }
}

/// Runs pixel work on behalf of JPEG.
func asJPEGError<Result>(
    _ body: () throws(PixelTransformError) -> Result
) throws(JPEGError) -> Result {
    do {
        return try body()
    } catch {
        throw .pixels(error)
    }
}

/// Lends an image's planes as the two arrays that TurboJPEG takes.
///
/// A pointer to a tuple's first element would not do: the optimiser need not keep the others beside it.
func withPlaneArrays<Result>(
    _ image: PixelView,
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>) -> Result
) -> Result {
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { bases in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3) { strides in
            for index in 0..<3 {
                bases.initializeElement(at: index, to: image.plane(index).base)
                strides.initializeElement(at: index, to: image.plane(index).stride)
            }
            return body(bases.baseAddress!, strides.baseAddress!)
        }
    }
}
