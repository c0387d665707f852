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
