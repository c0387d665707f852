internal import CLibYUV

extension PixelWorkspace {
    /// Copies an image's rows, each with its own padding.
    func copy(_ source: PixelView, _ target: PixelView) throws(PixelTransformError) {
        source.copyPlanes(to: target)
    }

    /// Fits the source into the target's size. Shrinking averages all pixels that fall together (box filter), growing
    /// interpolates between neighbours (bilinear).
    func scale(_ source: PixelView, _ target: PixelView) throws(PixelTransformError) {
        let shrinks = target.width < source.width || target.height < source.height
        let filter = shrinks ? kFilterBox : kFilterBilinear
        let (s, t, width, height) = (source, target, target.columns, target.rows)
        switch s.arrangement {
        case .biplanar420:
            let code = call({ NV12Scale($0, $1, $2, $3, $8, $9, $4, $5, $6, $7, width, height, filter) }, s, t)
            try check(code, "NV12Scale")
        case .planar420, .planar422:
            let function = s.arrangement == .planar420 ? I420Scale : I422Scale
            let code = call(
                { function($0, $1, $2, $3, $4, $5, $12, $13, $6, $7, $8, $9, $10, $11, width, height, filter) },
                s,
                t
            )
            try check(code, "I420Scale")
        case .gray:
            let (from, to) = (s.first, t.first)
            ScalePlane(from.base, from.stride, s.columns, s.rows, to.base, to.stride, width, height, filter)
        default:
            try check(call({ ARGBScale($0, $1, $4, $5, $2, $3, width, height, filter) }, s, t), "ARGBScale")
        }
    }

    /// Turns or mirrors the source into the target, which has the size of the result.
    func orient(
        _ source: PixelView,
        _ target: PixelView,
        _ orientation: PixelOrientation
    ) throws(PixelTransformError) {
        let source = orientation.readsUpwards ? source.upsideDown() : source
        switch orientation.motion {
        case .turn90: try turn(source, target, kRotate90)
        case .turn270: try turn(source, target, kRotate270)
        case .copy, .mirror:
            let mirrors = orientation.motion == .mirror
            if source.arrangement == .biplanar420, target.arrangement == .planar420 {
                try mirrorSeparatingChroma(source, target, mirrors: mirrors)
            } else if mirrors {
                try mirror(source, target)
            } else {
                try copy(source, target)
            }
        }
    }

    private func mirror(_ s: PixelView, _ t: PixelView) throws(PixelTransformError) {
        switch s.arrangement {
        case .biplanar420:
            try check(call(NV12Mirror, s, t), "NV12Mirror")
        case .planar420, .planar422, .gray:
            for index in 0..<s.arrangement.planeCount {
                MirrorPlane(
                    s.plane(index).base,
                    s.plane(index).stride,
                    t.plane(index).base,
                    t.plane(index).stride,
                    Int32(s.arrangement.rowBytes(plane: index, width: s.width)),
                    Int32(s.arrangement.rows(plane: index, height: s.height))
                )
            }
        default:
            try check(call(ARGBMirror, s, t), "ARGBMirror")
        }
    }

    /// Half turns of 4:2:0 that go on with separate chroma planes: chroma is separated first, then mirrored.
    private func mirrorSeparatingChroma(
        _ s: PixelView,
        _ t: PixelView,
        mirrors: Bool
    ) throws(PixelTransformError) {
        var separate = chroma.view(.planar420, width: s.width, height: s.height)
        separate.first = s.first
        let (uv, u, v) = (s.second, separate.second, separate.third)
        SplitUVPlane(uv.base, uv.stride, u.base, u.stride, v.base, v.stride, s.chromaColumns, s.chromaRows)
        if mirrors { try mirror(separate, t) } else { try copy(separate, t) }
    }

    private func turn(_ s: PixelView, _ t: PixelView, _ mode: RotationMode) throws(PixelTransformError) {
        switch s.arrangement {
        case .biplanar420:
            try turnBiplanar(s, t, mode)
        case .planar420, .planar422:
            let function = s.arrangement == .planar420 ? I420Rotate : I422Rotate
            let code = call(
                { function($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, mode) },
                s,
                t
            )
            try check(code, "I420Rotate")
        case .gray:
            try check(call({ RotatePlane($0, $1, $2, $3, $4, $5, mode) }, s, t), "RotatePlane")
        default:
            try check(call({ ARGBRotate($0, $1, $2, $3, $4, $5, mode) }, s, t), "ARGBRotate")
        }
    }

    /// libyuv turns interleaved chroma into separate planes; they are interleaved again if the target wants that.
    private func turnBiplanar(_ s: PixelView, _ t: PixelView, _ mode: RotationMode) throws(PixelTransformError) {
        let merges = t.arrangement == .biplanar420
        var planes = t
        if merges {
            planes = chroma.view(.planar420, width: t.width, height: t.height)
            planes.first = t.first
        }
        let code = call(
            { NV12ToI420Rotate($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, mode) },
            s,
            planes
        )
        try check(code, "NV12ToI420Rotate")
        if merges { mergeChroma(of: planes, into: t) }
    }
}
