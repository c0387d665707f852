internal import CLibYUV
internal import CSwscale

/// Between RGB and Y'CbCr with the matrices that libyuv does not have, or not exactly enough, by libswscale.
///
/// libyuv's factors are seven bits, so that blue's of BT.709 and BT.2020 in video range (2.11 and 2.15) stop at 2.
///
/// Not thread-safe: its owner converts one image at a time.
final class MatrixConverter {
    /// libswscale reads and writes some bytes beyond the last pixel, which in mapped memory may belong to nobody.
    private let paddedSource = ScratchMemory()
    private let paddedTarget = ScratchMemory()
    private var context: OpaquePointer?
    private var key: Key?
    private let sourcePointers = UnsafeMutablePointer<UnsafePointer<UInt8>?>.allocate(capacity: 4)
    private let targetPointers = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: 4)
    private let strides = UnsafeMutablePointer<Int32>.allocate(capacity: 8)

    /// What a context is made for.
    private struct Key: Equatable {
        var width: Int32
        var height: Int32
        var source: PixelArrangement
        var target: PixelArrangement
        var encoding: ColorEncoding
    }

    init() {
        sourcePointers.initialize(repeating: nil, count: 4)
        targetPointers.initialize(repeating: nil, count: 4)
        strides.initialize(repeating: 0, count: 8)
    }

    deinit {
        sws_freeContext(context)
        sourcePointers.deallocate()
        targetPointers.deallocate()
        strides.deallocate()
    }

    /// Whether libyuv turns Y'CbCr of this meaning into RGB with errors that can be seen.
    static func decodes(_ encoding: ColorEncoding) -> Bool {
        encoding.matrix != .bt601 && encoding.range == .video
    }

    /// Encodes a BGRA image, or decodes one with three planes.
    ///
    /// - Returns: zero, or a negative number when libswscale refuses.
    func convert(_ source: PixelView, _ target: PixelView, _ encoding: ColorEncoding) -> Int32 {
        let size = Self.paddedSize(source)
        let wanted = Key(
            width: Int32(size.width),
            height: Int32(size.height),
            source: source.arrangement,
            target: target.arrangement,
            encoding: encoding
        )
        guard prepare(wanted) else { return -1 }
        let input = paddedSource.view(source.arrangement, width: size.width, height: size.height)
        source.copyPlanes(to: input)
        if source.arrangement == .bgra { Self.repeatEdge(input, width: source.width, height: source.height) }
        let fits = source.width == size.width && source.height == size.height
        let output = fits ? target : paddedTarget.view(target.arrangement, width: size.width, height: size.height)
        for index in 0..<3 {
            let isInput = index < input.arrangement.planeCount
            let isOutput = index < output.arrangement.planeCount
            sourcePointers[index] = isInput ? UnsafePointer(input.plane(index).base) : nil
            strides[index] = isInput ? input.plane(index).stride : 0
            targetPointers[index] = isOutput ? output.plane(index).base : nil
            strides[4 + index] = isOutput ? output.plane(index).stride : 0
        }
        let rows = sws_scale(context, sourcePointers, strides, 0, wanted.height, targetPointers, strides + 4)
        if !fits { target.copyPlanes(from: output) }
        return rows == wanted.height ? 0 : -1
    }

    /// libswscale leaves out what is not a whole vector or a pair of rows, so it gets pictures of whole ones.
    private static func paddedSize(_ source: PixelView) -> PixelDimensions {
        PixelDimensions(width: (source.width + 15) / 16 * 16, height: (source.height + 1) / 2 * 2)
    }

    /// Repeats the last column and row of a BGRA picture's part, so that an odd pixel's colour is averaged with itself.
    private static func repeatEdge(_ view: PixelView, width: Int, height: Int) {
        let stride = view.first.stride
        if width < view.width {
            let last = view.first.advanced(by: (width - 1) * 4)
            CopyPlane(last.base, stride, last.base + 4, stride, 4, Int32(height))
        }
        if height < view.height {
            let last = view.first.advanced(by: (height - 1) * Int(stride))
            CopyPlane(last.base, stride, last.base + Int(stride), stride, Int32(min(width + 1, view.width) * 4), 1)
        }
    }

    private func prepare(_ wanted: Key) -> Bool {
        if key == wanted { return true }
        key = nil
        guard let source = Self.format(wanted.source), let target = Self.format(wanted.target) else { return false }
        let isEncoding = wanted.source.model == .rgb
        // As in libyuv, chroma is the plain average of the pixels that share it, and is given to each of them.
        let flags = isEncoding ? SWS_AREA | SWS_ACCURATE_RND : SWS_POINT
        context = sws_getCachedContext(
            context,
            wanted.width,
            wanted.height,
            source,
            wanted.width,
            wanted.height,
            target,
            flags,
            nil,
            nil,
            nil
        )
        let matrix = sws_getCoefficients(wanted.encoding.matrix.swscaleMatrix)
        let isFull: Int32 = wanted.encoding.range == .full ? 1 : 0
        guard
            let context,
            sws_setColorspaceDetails(
                context,
                matrix,
                isEncoding ? 1 : isFull,
                matrix,
                isEncoding ? isFull : 1,
                0,
                1 << 16,
                1 << 16
            ) >= 0
        else { return false }
        key = wanted
        return true
    }

    private static func format(_ arrangement: PixelArrangement) -> AVPixelFormat? {
        switch arrangement {
        case .biplanar420: AV_PIX_FMT_NV12
        case .planar420: AV_PIX_FMT_YUV420P
        case .planar422: AV_PIX_FMT_YUV422P
        case .yuyv: AV_PIX_FMT_YUYV422
        case .uyvy: AV_PIX_FMT_UYVY422
        case .bgra: AV_PIX_FMT_BGRA
        case .rgba: AV_PIX_FMT_RGBA
        case .rgb: AV_PIX_FMT_RGB24
        case .bgr: AV_PIX_FMT_BGR24
        default: nil
        }
    }
}

extension YCbCrMatrix {
    fileprivate var swscaleMatrix: Int32 {
        switch self {
        case .bt601: SWS_CS_ITU601
        case .bt709: SWS_CS_ITU709
        case .bt2020: SWS_CS_BT2020
        }
    }
}
