internal import CLibYUV
internal import CSwscale

/// RGB to Y'CbCr with the matrices that libyuv does not have, by libswscale.
///
/// Not thread-safe: its owner converts one image at a time.
final class RGBEncoder {
    /// libswscale reads some bytes beyond the last row, which in mapped memory may belong to nobody.
    private let padded = ScratchMemory()
    private var context: OpaquePointer?
    private var key: Key?
    private let sourcePointers = UnsafeMutablePointer<UnsafePointer<UInt8>?>.allocate(capacity: 4)
    private let targetPointers = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: 4)
    private let strides = UnsafeMutablePointer<Int32>.allocate(capacity: 8)

    /// What a context is made for.
    private struct Key: Equatable {
        var width: Int32
        var height: Int32
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

    /// Encodes a BGRA image.
    ///
    /// - Returns: zero, or a negative number when libswscale refuses.
    func encode(_ source: PixelView, _ target: PixelView, _ encoding: ColorEncoding) -> Int32 {
        let wanted = Key(
            width: source.columns,
            height: source.rows,
            target: target.arrangement,
            encoding: encoding
        )
        guard prepare(wanted) else { return -1 }
        let input = padded.view(.bgra, width: source.width, height: source.height).first
        CopyPlane(
            source.first.base,
            source.first.stride,
            input.base,
            input.stride,
            source.columns * 4,
            source.rows
        )
        sourcePointers[0] = UnsafePointer(input.base)
        strides[0] = input.stride
        for index in 0..<3 {
            let used = index < target.arrangement.planeCount
            targetPointers[index] = used ? target.plane(index).base : nil
            strides[4 + index] = used ? target.plane(index).stride : 0
        }
        let rows = sws_scale(context, sourcePointers, strides, 0, source.rows, targetPointers, strides + 4)
        return rows == source.rows ? 0 : -1
    }

    private func prepare(_ wanted: Key) -> Bool {
        if key == wanted { return true }
        key = nil
        guard let format = Self.format(wanted.target) else { return false }
        // Chroma is the plain average of the pixels that share it, as in libyuv.
        let flags = SWS_AREA | SWS_ACCURATE_RND
        context = sws_getCachedContext(
            context,
            wanted.width,
            wanted.height,
            AV_PIX_FMT_BGRA,
            wanted.width,
            wanted.height,
            format,
            flags,
            nil,
            nil,
            nil
        )
        let matrix = sws_getCoefficients(wanted.encoding.matrix.swscaleMatrix)
        let isFull: Int32 = wanted.encoding.range == .full ? 1 : 0
        guard
            let context,
            sws_setColorspaceDetails(context, matrix, 1, matrix, isFull, 0, 1 << 16, 1 << 16) >= 0
        else { return false }
        key = wanted
        return true
    }

    private static func format(_ arrangement: PixelArrangement) -> AVPixelFormat? {
        switch arrangement {
        case .biplanar420: AV_PIX_FMT_NV12
        case .planar420: AV_PIX_FMT_YUV420P
        case .yuyv: AV_PIX_FMT_YUYV422
        case .uyvy: AV_PIX_FMT_UYVY422
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
