internal import CLibYUV

// From pictures whose luma and chroma alternate in one plane. Each answers with libyuv's code, zero for success.
extension PixelWorkspace {
    func fromYUYV(_ s: PixelView, _ t: PixelView) -> Int32 {
        let (input, out) = (s.first, t.first)
        switch t.arrangement {
        case .planar422:
            return YUY2ToI422(
                input.base,
                input.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .biplanar420: return yuyvToBiplanar(s, t)
        case .planar420:
            return YUY2ToI420(
                input.base,
                input.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .gray: return YUY2ToY(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        case .uyvy: return exchangeBytePairs(s, t)
        default: return noSuchConversion
        }
    }

    /// libyuv's `YUY2ToNV12` (version 1857, x86) averages the wrong pixels at the end of rows that are not whole vectors of
    /// 32 pixels; such images take the way over separate chroma planes, which is right.
    private func yuyvToBiplanar(_ s: PixelView, _ t: PixelView) -> Int32 {
        if s.width % 32 == 0 {
            return YUY2ToNV12(
                s.first.base,
                s.first.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                s.columns,
                s.rows
            )
        }
        let planes = chroma.view(.planar420, width: s.width, height: s.height)
        let code = YUY2ToI420(
            s.first.base,
            s.first.stride,
            t.first.base,
            t.first.stride,
            planes.second.base,
            planes.second.stride,
            planes.third.base,
            planes.third.stride,
            s.columns,
            s.rows
        )
        MergeUVPlane(
            planes.second.base,
            planes.second.stride,
            planes.third.base,
            planes.third.stride,
            t.second.base,
            t.second.stride,
            t.chromaColumns,
            t.chromaRows
        )
        return code
    }

    func fromUYVY(_ s: PixelView, _ t: PixelView) -> Int32 {
        let (input, out) = (s.first, t.first)
        switch t.arrangement {
        case .planar422:
            return UYVYToI422(
                input.base,
                input.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .biplanar420:
            return UYVYToNV12(
                input.base,
                input.stride,
                out.base,
                out.stride,
                t.second.base,
                t.second.stride,
                s.columns,
                s.rows
            )
        case .planar420:
            return UYVYToI420(
                input.base,
                input.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .gray: return UYVYToY(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        case .yuyv: return exchangeBytePairs(s, t)
        default: return noSuchConversion
        }
    }

    /// YUYV and UYVY differ by the order within each pair of bytes; four bytes are one "pixel" to libyuv's shuffle.
    private func exchangeBytePairs(_ s: PixelView, _ t: PixelView) -> Int32 {
        ARGBShuffle(
            s.first.base,
            s.first.stride,
            t.first.base,
            t.first.stride,
            ShuffleTables.bytePairs,
            s.chromaColumns,
            s.rows
        )
    }
}
