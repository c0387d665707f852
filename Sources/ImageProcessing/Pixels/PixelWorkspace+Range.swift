internal import CLibYUV

extension PixelWorkspace {
    /// Converts luma and chroma between video and full range, with rounding and clamping. Source and target lie alike
    /// and may be the same.
    ///
    /// libyuv evaluates a polynomial on each of four interleaved channels. Any row of samples is such a row when all
    /// four polynomials are the same.
    func changeRange(
        _ source: PixelView,
        _ target: PixelView,
        from: SampleRange,
        to: SampleRange
    ) throws(PixelTransformError) {
        guard from != to else { return try copy(source, target) }
        let arrangement = source.arrangement
        for index in 0..<arrangement.planeCount {
            try changeRange(
                source.plane(index),
                target.plane(index),
                bytes: arrangement.rowBytes(plane: index, width: source.width),
                rows: Int32(arrangement.rows(plane: index, height: source.height)),
                RangePolynomials.coefficients(to: to, arrangement, plane: index)
            )
        }
    }

    private func changeRange(
        _ source: PixelPlane,
        _ target: PixelPlane,
        bytes: Int,
        rows: Int32,
        _ polynomials: [Float]
    ) throws(PixelTransformError) {
        var input = source
        // Groups of four must not reach beyond the source's last row; the target's padding has room for them.
        if bytes % 4 != 0, source.base != target.base {
            CopyPlane(source.base, source.stride, target.base, target.stride, Int32(bytes), rows)
            input = target
        }
        try check(
            ARGBPolynomial(
                input.base,
                input.stride,
                target.base,
                target.stride,
                polynomials,
                Int32((bytes + 3) / 4),
                rows
            ),
            "ARGBPolynomial"
        )
    }
}

/// Coefficients for four channels: four constants, four factors, and zeros for squares and cubes.
private enum RangePolynomials {
    private struct Line {
        var constant: Float
        var factor: Float
    }

    private static let lumaToFull = Line(constant: -16 * 255 / 219, factor: 255 / 219)
    private static let chromaToFull = Line(constant: 128 - 128 * 255 / 224, factor: 255 / 224)
    private static let lumaToVideo = Line(constant: 16, factor: 219 / 255)
    private static let chromaToVideo = Line(constant: 128 - 128 * 224 / 255, factor: 224 / 255)

    private static let lumaPlaneToFull = table(lumaToFull, lumaToFull)
    private static let chromaPlaneToFull = table(chromaToFull, chromaToFull)
    private static let lumaFirstToFull = table(lumaToFull, chromaToFull)
    private static let chromaFirstToFull = table(chromaToFull, lumaToFull)
    private static let lumaPlaneToVideo = table(lumaToVideo, lumaToVideo)
    private static let chromaPlaneToVideo = table(chromaToVideo, chromaToVideo)
    private static let lumaFirstToVideo = table(lumaToVideo, chromaToVideo)
    private static let chromaFirstToVideo = table(chromaToVideo, lumaToVideo)

    static func coefficients(to range: SampleRange, _ arrangement: PixelArrangement, plane: Int) -> [Float] {
        let full = range == .full
        switch arrangement {
        case .yuyv: return full ? lumaFirstToFull : lumaFirstToVideo
        case .uyvy: return full ? chromaFirstToFull : chromaFirstToVideo
        default:
            if plane == 0 { return full ? lumaPlaneToFull : lumaPlaneToVideo }
            return full ? chromaPlaneToFull : chromaPlaneToVideo
        }
    }

    /// `even` for the first and third channel, `odd` for the others. The half makes libyuv's truncation a rounding.
    private static func table(_ even: Line, _ odd: Line) -> [Float] {
        let e = even.constant + 0.5
        let o = odd.constant + 0.5
        return [e, o, e, o, even.factor, odd.factor, even.factor, odd.factor, 0, 0, 0, 0, 0, 0, 0, 0]
    }
}
