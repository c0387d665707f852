internal import CLibYUV

extension PixelWorkspace {
    /// Brings the source into the target's arrangement; ``ConversionRoute`` says which pairs there are.
    func convert(
        _ source: PixelView,
        _ target: PixelView,
        _ encoding: ColorEncoding
    ) throws(PixelTransformError) {
        if source.arrangement == target.arrangement { return try copy(source, target) }
        if target.arrangement == .gray, source.hasLumaPlane { return try copy(source.lumaOnly(), target) }
        let code =
            switch source.arrangement {
            case .biplanar420: fromBiplanar(source, target, encoding)
            case .planar420: fromPlanar420(source, target, encoding)
            case .planar422: fromPlanar422(source, target, encoding)
            case .yuyv: fromYUYV(source, target)
            case .uyvy: fromUYVY(source, target)
            case .bgra: fromBGRA(source, target, encoding)
            case .argb, .rgba, .abgr: shuffle(source, target)
            case .rgb:
                RAWToARGB(
                    source.first.base,
                    source.first.stride,
                    target.first.base,
                    target.first.stride,
                    source.columns,
                    source.rows
                )
            case .bgr:
                RGB24ToARGB(
                    source.first.base,
                    source.first.stride,
                    target.first.base,
                    target.first.stride,
                    source.columns,
                    source.rows
                )
            case .gray: fromGray(source, target)
            case .biplanar420TenBit: fromTenBit(source, target)
            }
        if code != 0 {
            throw .libraryFailure(operation: "\(source.arrangement) to \(target.arrangement)", code: code)
        }
    }

    private func fromBiplanar(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        let full: Int32 = encoding.range == .full ? 1 : 0
        let yuv = pinhole_yuv_constants(encoding.matrix.libyuvMatrix, full)
        let yvu = pinhole_yvu_constants(encoding.matrix.libyuvMatrix, full)
        let (y, uv, out) = (s.first, s.second, t.first)
        switch t.arrangement {
        case .planar420:
            return NV12ToI420(
                y.base,
                y.stride,
                uv.base,
                uv.stride,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                s.columns,
                s.rows
            )
        case .bgra:
            return NV12ToARGBMatrix(
                y.base,
                y.stride,
                uv.base,
                uv.stride,
                out.base,
                out.stride,
                yuv,
                s.columns,
                s.rows
            )
        case .rgba:
            return NV21ToARGBMatrix(
                y.base,
                y.stride,
                uv.base,
                uv.stride,
                out.base,
                out.stride,
                yvu,
                s.columns,
                s.rows
            )
        case .bgr:
            return NV12ToRGB24Matrix(
                y.base,
                y.stride,
                uv.base,
                uv.stride,
                out.base,
                out.stride,
                yuv,
                s.columns,
                s.rows
            )
        case .rgb:
            return NV21ToRGB24Matrix(
                y.base,
                y.stride,
                uv.base,
                uv.stride,
                out.base,
                out.stride,
                yvu,
                s.columns,
                s.rows
            )
        case .biplanar420TenBit: return toTenBit(s, t)
        default: return noSuchConversion
        }
    }

    private func fromPlanar420(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
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

    private func fromPlanar422(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
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

    private func fromYUYV(_ s: PixelView, _ t: PixelView) -> Int32 {
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

    private func fromUYVY(_ s: PixelView, _ t: PixelView) -> Int32 {
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

    private func shuffle(_ s: PixelView, _ t: PixelView) -> Int32 {
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

    private func fromBGRA(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
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

    private func fromGray(_ s: PixelView, _ t: PixelView) -> Int32 {
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
    private func fromTenBit(_ s: PixelView, _ t: PixelView) -> Int32 {
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
    private func toTenBit(_ s: PixelView, _ t: PixelView) -> Int32 {
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

/// What the conversion functions answer for a pair that ``ConversionRoute`` never asks for.
private let noSuchConversion: Int32 = -1

/// Byte orders for `ARGBShuffle`: for each of 16 bytes of the result, where it comes from.
private enum ShuffleTables {
    static let bytePairs = table([1, 0, 3, 2])
    private static let reversed = table([3, 2, 1, 0])
    private static let redBlueFirst = table([2, 1, 0, 3])
    private static let redBlueLast = table([0, 3, 2, 1])
    private static let alphaToFront = table([3, 0, 1, 2])
    private static let alphaToBack = table([1, 2, 3, 0])

    static func table(from source: PixelArrangement, to target: PixelArrangement) -> [UInt8]? {
        switch (source, target) {
        case (.bgra, .rgba), (.rgba, .bgra): redBlueFirst
        case (.argb, .abgr), (.abgr, .argb): redBlueLast
        case (.bgra, .argb), (.argb, .bgra), (.rgba, .abgr), (.abgr, .rgba): reversed
        case (.bgra, .abgr), (.rgba, .argb): alphaToFront
        case (.abgr, .bgra), (.argb, .rgba): alphaToBack
        default: nil
        }
    }

    private static func table(_ order: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { pixel in order.map { $0 + UInt8(pixel * 4) } }
    }
}
