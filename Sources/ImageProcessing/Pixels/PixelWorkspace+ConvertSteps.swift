internal import CLibYUV

// Conversions that are more than one call. Each answers with libyuv's code, zero for success.
extension PixelWorkspace {
    typealias BiplanarToRGB = (Input, Int32, Input, Int32, Output, Int32, UnsafePointer<YuvConstants>?, Int32, Int32) ->
        Int32
    typealias PlanarToRGB = (
        Input, Int32, Input, Int32, Input, Int32, Output, Int32, UnsafePointer<YuvConstants>?, Int32, Int32
    ) -> Int32

    /// Taking Cb for Cr, with constants to match, exchanges red and blue.
    func decode(
        _ s: PixelView,
        _ t: PixelView,
        _ encoding: ColorEncoding,
        _ function: BiplanarToRGB,
        exchanged: Bool = false
    ) -> Int32 {
        let constants = encoding.constants(exchanged: exchanged)
        return call({ function($0, $1, $2, $3, $4, $5, constants, $6, $7) }, s, t)
    }

    /// Exchanging the chroma planes, with constants to match, exchanges red and blue.
    func decode(
        _ s: PixelView,
        _ t: PixelView,
        _ encoding: ColorEncoding,
        _ function: PlanarToRGB,
        exchanged: Bool = false
    ) -> Int32 {
        if MatrixConverter.decodes(encoding) { return matrixConverter.convert(s, t, encoding) }
        var source = s
        if exchanged { swap(&source.second, &source.third) }
        let constants = encoding.constants(exchanged: exchanged)
        return call({ function($0, $1, $2, $3, $4, $5, $6, $7, constants, $8, $9) }, source, t)
    }

    func shuffle(_ s: PixelView, _ t: PixelView) -> Int32 {
        guard let table = ShuffleTables.table(from: s.arrangement, to: t.arrangement) else { return noSuchConversion }
        return call({ ARGBShuffle($0, $1, $2, $3, table, $4, $5) }, s, t)
    }

    /// YUYV and UYVY differ by the order within each pair of bytes; four bytes are one "pixel" to libyuv's shuffle.
    func exchangeBytePairs(_ s: PixelView, _ t: PixelView) -> Int32 {
        let pairs = PixelView(.bgra, width: (s.width + 1) / 2, height: s.height, s.first)
        return call({ ARGBShuffle($0, $1, $2, $3, ShuffleTables.bytePairs, $4, $5) }, pairs, t)
    }

    /// libyuv's `YUY2ToNV12` (version 1857, x86) averages the wrong pixels at the end of rows that are not whole vectors of
    /// 32 pixels; such images take the way over separate chroma planes, which is right.
    func yuyvToBiplanar(_ s: PixelView, _ t: PixelView) -> Int32 {
        if s.width % 32 == 0 { return call(YUY2ToNV12, s, t) }
        var planes = chroma.view(.planar420, width: s.width, height: s.height)
        planes.first = t.first
        let code = call(YUY2ToI420, s, planes)
        mergeChroma(of: planes, into: t)
        return code
    }

    /// Interleaves chroma that lies in planes of its own.
    func mergeChroma(of s: PixelView, into t: PixelView) {
        let (u, v, uv) = (s.second, s.third, t.second)
        MergeUVPlane(u.base, u.stride, v.base, v.stride, uv.base, uv.stride, t.chromaColumns, t.chromaRows)
    }

    /// libyuv would stretch an odd number of chroma rows over the result's; here pairs are averaged and a single last row
    /// is copied.
    func halveChromaRows(_ s: PixelView, _ t: PixelView) -> Int32 {
        let (pairs, columns) = (s.rows / 2, s.chromaColumns)
        CopyPlane(s.first.base, s.first.stride, t.first.base, t.first.stride, s.columns, s.rows)
        for index in 1...2 {
            let (input, out) = (s.plane(index), t.plane(index))
            if pairs > 0 {
                let (from, to) = (input.base, out.base)
                ScalePlane(from, input.stride, columns, pairs * 2, to, out.stride, columns, pairs, kFilterBox)
            }
            if s.height % 2 == 1 {
                let last = out.advanced(by: Int(pairs) * Int(out.stride))
                let lastInput = input.advanced(by: (s.height - 1) * Int(input.stride))
                CopyPlane(lastInput.base, input.stride, last.base, out.stride, columns, 1)
            }
        }
        return 0
    }

    /// Luma as it is, with chroma that is no colour.
    func addNeutralChroma(_ s: PixelView, _ t: PixelView) -> Int32 {
        CopyPlane(s.first.base, s.first.stride, t.first.base, t.first.stride, s.columns, s.rows)
        for index in 1..<t.arrangement.planeCount {
            let plane = t.plane(index)
            let bytes = t.arrangement.rowBytes(plane: index, width: t.width)
            SetPlane(plane.base, plane.stride, Int32(bytes), t.chromaRows, 128)
        }
        return 0
    }

    /// The upper byte of each word. The factor is a fraction of 65,536.
    func fromTenBit(_ s: PixelView, _ t: PixelView) -> Int32 {
        for index in 0..<2 {
            let (input, out) = (s.plane(index), t.plane(index))
            let bytes = Int32(t.arrangement.rowBytes(plane: index, width: t.width))
            let rows = Int32(t.arrangement.rows(plane: index, height: t.height))
            Convert16To8Plane(input.words, input.stride / 2, out.base, out.stride, 256, bytes, rows)
        }
        return 0
    }

    /// A byte as the upper byte of a word, the lower one zero: video-range black stays exactly 64 of 1,023. libyuv
    /// multiplies by 257 first, so that the factor is 65,536 * 256 / 257, rounded up.
    func toTenBit(_ s: PixelView, _ t: PixelView) -> Int32 {
        for index in 0..<2 {
            let (input, out) = (s.plane(index), t.plane(index))
            let bytes = Int32(s.arrangement.rowBytes(plane: index, width: s.width))
            let rows = Int32(s.arrangement.rows(plane: index, height: s.height))
            Convert8To16Plane(input.base, input.stride, out.words, out.stride / 2, 65281, bytes, rows)
        }
        return 0
    }
}

extension ColorEncoding {
    /// libyuv's factors; those for exchanged chroma give red and blue exchanged, too.
    fileprivate func constants(exchanged: Bool) -> UnsafePointer<YuvConstants>? {
        let full: Int32 = range == .full ? 1 : 0
        return exchanged
            ? pinhole_yvu_constants(matrix.libyuvMatrix, full) : pinhole_yuv_constants(matrix.libyuvMatrix, full)
    }
}
