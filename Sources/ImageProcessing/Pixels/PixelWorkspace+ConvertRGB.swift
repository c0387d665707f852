internal import CLibYUV

// From RGB. Each answers with libyuv's code, zero for success.
extension PixelWorkspace {
    func shuffle(_ s: PixelView, _ t: PixelView) -> Int32 {
        guard let table = ShuffleTables.table(from: s.arrangement, to: t.arrangement) else { return noSuchConversion }
        return ARGBShuffle(
            s.first.base,
            s.first.stride,
            t.first.base,
            t.first.stride,
            table,
            s.columns,
            s.rows
        )
    }

    func fromBGRA(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        let (input, out) = (s.first, t.first)
        switch t.arrangement {
        case .argb, .rgba, .abgr: return shuffle(s, t)
        case .rgb: return ARGBToRAW(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        case .bgr: return ARGBToRGB24(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        case .gray: return ARGBToJ400(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        default: break
        }
        switch (encoding.matrix, encoding.range) {
        case (.bt601, .full): return fromBGRAToFullRange601(s, t)
        case (.bt601, .video): return fromBGRAToVideoRange601(s, t)
        default: return matrixConverter.convert(s, t, encoding)
        }
    }

    private func fromBGRAToFullRange601(_ s: PixelView, _ t: PixelView) -> Int32 {
        guard t.arrangement == .planar420 || t.arrangement == .planar422 else { return noSuchConversion }
        let function = t.arrangement == .planar420 ? ARGBToJ420 : ARGBToJ422
        return function(
            s.first.base,
            s.first.stride,
            t.first.base,
            t.first.stride,
            t.second.base,
            t.second.stride,
            t.third.base,
            t.third.stride,
            s.columns,
            s.rows
        )
    }

    private func fromBGRAToVideoRange601(_ s: PixelView, _ t: PixelView) -> Int32 {
        let (input, out) = (s.first, t.first)
        switch t.arrangement {
        case .biplanar420:
            return ARGBToNV12(
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
            return ARGBToI420(
                input.base,
                input.stride,
                out.base,
                out.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .yuyv: return ARGBToYUY2(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        case .uyvy: return ARGBToUYVY(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        default: return noSuchConversion
        }
    }
}
