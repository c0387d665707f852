internal import CLibYUV

// From pictures whose luma and chroma lie in planes of their own. Each answers with libyuv's code, zero for success.
extension PixelWorkspace {
    func fromBiplanar(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        switch t.arrangement {
        case .planar420:
            NV12ToI420(
                s.first.base,
                s.first.stride,
                s.second.base,
                s.second.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .bgra: biplanarToRGB(NV12ToARGBMatrix, s, t, encoding, exchanged: false)
        case .rgba: biplanarToRGB(NV21ToARGBMatrix, s, t, encoding, exchanged: true)
        case .bgr: biplanarToRGB(NV12ToRGB24Matrix, s, t, encoding, exchanged: false)
        case .rgb: biplanarToRGB(NV21ToRGB24Matrix, s, t, encoding, exchanged: true)
        case .biplanar420TenBit: toTenBit(s, t)
        default: noSuchConversion
        }
    }

    private typealias BiplanarToRGB = (
        UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32,
        UnsafePointer<YuvConstants>?, Int32, Int32
    ) -> Int32

    /// Taking Cb for Cr, with constants to match, exchanges red and blue.
    private func biplanarToRGB(
        _ function: BiplanarToRGB,
        _ s: PixelView,
        _ t: PixelView,
        _ encoding: ColorEncoding,
        exchanged: Bool
    ) -> Int32 {
        let full: Int32 = encoding.range == .full ? 1 : 0
        let matrix = encoding.matrix.libyuvMatrix
        let constants = exchanged ? pinhole_yvu_constants(matrix, full) : pinhole_yuv_constants(matrix, full)
        return function(
            s.first.base,
            s.first.stride,
            s.second.base,
            s.second.stride,
            t.first.base,
            t.first.stride,
            constants,
            s.columns,
            s.rows
        )
    }

    func fromPlanar420(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        let (y, u, v, out) = (s.first, s.second, s.third, t.first)
        switch t.arrangement {
        case .biplanar420:
            return I420ToNV12(
                y.base,
                y.stride,
                u.base,
                u.stride,
                v.base,
                v.stride,
                out.base,
                out.stride,
                t.second.base,
                t.second.stride,
                s.columns,
                s.rows
            )
        case .yuyv:
            return I420ToYUY2(
                y.base,
                y.stride,
                u.base,
                u.stride,
                v.base,
                v.stride,
                out.base,
                out.stride,
                s.columns,
                s.rows
            )
        case .uyvy:
            return I420ToUYVY(
                y.base,
                y.stride,
                u.base,
                u.stride,
                v.base,
                v.stride,
                out.base,
                out.stride,
                s.columns,
                s.rows
            )
        case .bgra: return planarToRGB(I420ToARGBMatrix, s, t, encoding, exchanged: false)
        case .rgba: return planarToRGB(I420ToARGBMatrix, s, t, encoding, exchanged: true)
        case .bgr: return planarToRGB(I420ToRGB24Matrix, s, t, encoding, exchanged: false)
        case .rgb: return planarToRGB(I420ToRGB24Matrix, s, t, encoding, exchanged: true)
        default: return noSuchConversion
        }
    }

    func fromPlanar422(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        let (y, u, v, out) = (s.first, s.second, s.third, t.first)
        switch t.arrangement {
        case .planar420: return halveChromaRows(s, t)
        case .yuyv:
            return I422ToYUY2(
                y.base,
                y.stride,
                u.base,
                u.stride,
                v.base,
                v.stride,
                out.base,
                out.stride,
                s.columns,
                s.rows
            )
        case .uyvy:
            return I422ToUYVY(
                y.base,
                y.stride,
                u.base,
                u.stride,
                v.base,
                v.stride,
                out.base,
                out.stride,
                s.columns,
                s.rows
            )
        case .bgra: return planarToRGB(I422ToARGBMatrix, s, t, encoding, exchanged: false)
        case .rgba: return planarToRGB(I422ToARGBMatrix, s, t, encoding, exchanged: true)
        default: return noSuchConversion
        }
    }

    /// libyuv would stretch an odd number of chroma rows over the result's; here pairs are averaged and a single last row
    /// is copied.
    private func halveChromaRows(_ s: PixelView, _ t: PixelView) -> Int32 {
        let pairs = s.rows / 2
        CopyPlane(s.first.base, s.first.stride, t.first.base, t.first.stride, s.columns, s.rows)
        for index in 1...2 {
            let (input, out) = (s.plane(index), t.plane(index))
            if pairs > 0 {
                ScalePlane(
                    input.base,
                    input.stride,
                    s.chromaColumns,
                    pairs * 2,
                    out.base,
                    out.stride,
                    s.chromaColumns,
                    pairs,
                    kFilterBox
                )
            }
            if s.height % 2 == 1 {
                let last = out.advanced(by: Int(pairs) * Int(out.stride))
                let lastInput = input.advanced(by: (s.height - 1) * Int(input.stride))
                CopyPlane(lastInput.base, input.stride, last.base, out.stride, s.chromaColumns, 1)
            }
        }
        return 0
    }

    private typealias Bytes = UnsafePointer<UInt8>
    private typealias PlanarToRGB = (
        Bytes?, Int32, Bytes?, Int32, Bytes?, Int32, UnsafeMutablePointer<UInt8>?, Int32,
        UnsafePointer<YuvConstants>?, Int32, Int32
    ) -> Int32

    /// Exchanging the chroma planes, with constants to match, exchanges red and blue.
    private func planarToRGB(
        _ function: PlanarToRGB,
        _ s: PixelView,
        _ t: PixelView,
        _ encoding: ColorEncoding,
        exchanged: Bool
    ) -> Int32 {
        if MatrixConverter.decodes(encoding) { return matrixConverter.convert(s, t, encoding) }
        let full: Int32 = encoding.range == .full ? 1 : 0
        let matrix = encoding.matrix.libyuvMatrix
        let (u, v) = exchanged ? (s.third, s.second) : (s.second, s.third)
        let constants = exchanged ? pinhole_yvu_constants(matrix, full) : pinhole_yuv_constants(matrix, full)
        return function(
            s.first.base,
            s.first.stride,
            u.base,
            u.stride,
            v.base,
            v.stride,
            t.first.base,
            t.first.stride,
            constants,
            s.columns,
            s.rows
        )
    }

    func fromGray(_ s: PixelView, _ t: PixelView) -> Int32 {
        let (input, out) = (s.first, t.first)
        switch t.arrangement {
        case .bgra, .rgba: return J400ToARGB(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
        case .biplanar420, .planar420:
            CopyPlane(input.base, input.stride, out.base, out.stride, s.columns, s.rows)
            for index in 1..<t.arrangement.planeCount {
                let plane = t.plane(index)
                let bytes = t.arrangement.rowBytes(plane: index, width: t.width)
                SetPlane(plane.base, plane.stride, Int32(bytes), t.chromaRows, 128)
            }
            return 0
        default: return noSuchConversion
        }
    }

    /// The upper byte of each word. The factor is a fraction of 65,536.
    func fromTenBit(_ s: PixelView, _ t: PixelView) -> Int32 {
        guard t.arrangement == .biplanar420 else { return noSuchConversion }
        for index in 0..<2 {
            let (input, out) = (s.plane(index), t.plane(index))
            Convert16To8Plane(
                input.words,
                input.stride / 2,
                out.base,
                out.stride,
                256,
                Int32(t.arrangement.rowBytes(plane: index, width: t.width)),
                Int32(t.arrangement.rows(plane: index, height: t.height))
            )
        }
        return 0
    }

    /// A byte as the upper byte of a word, the lower one zero: video-range black stays exactly 64 of 1,023. libyuv
    /// multiplies by 257 first, so that the factor is 65,536 * 256 / 257, rounded up.
    func toTenBit(_ s: PixelView, _ t: PixelView) -> Int32 {
        for index in 0..<2 {
            let (input, out) = (s.plane(index), t.plane(index))
            Convert8To16Plane(
                input.base,
                input.stride,
                out.words,
                out.stride / 2,
                65281,
                Int32(s.arrangement.rowBytes(plane: index, width: s.width)),
                Int32(s.arrangement.rows(plane: index, height: s.height))
            )
        }
        return 0
    }
}
