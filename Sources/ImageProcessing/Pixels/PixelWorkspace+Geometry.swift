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
        let s = source
        let t = target
        switch s.arrangement {
        case .biplanar420:
            try check(
                NV12Scale(
                    s.first.base,
                    s.first.stride,
                    s.second.base,
                    s.second.stride,
                    s.columns,
                    s.rows,
                    t.first.base,
                    t.first.stride,
                    t.second.base,
                    t.second.stride,
                    t.columns,
                    t.rows,
                    filter
                ),
                "NV12Scale"
            )
        case .planar420, .planar422:
            try scalePlanar(s, t, filter)
        case .gray:
            ScalePlane(
                s.first.base,
                s.first.stride,
                s.columns,
                s.rows,
                t.first.base,
                t.first.stride,
                t.columns,
                t.rows,
                filter
            )
        default:
            try check(
                ARGBScale(
                    s.first.base,
                    s.first.stride,
                    s.columns,
                    s.rows,
                    t.first.base,
                    t.first.stride,
                    t.columns,
                    t.rows,
                    filter
                ),
                "ARGBScale"
            )
        }
    }

    private func scalePlanar(_ s: PixelView, _ t: PixelView, _ filter: FilterMode) throws(PixelTransformError) {
        let function = s.arrangement == .planar420 ? I420Scale : I422Scale
        try check(
            function(
                s.first.base,
                s.first.stride,
                s.second.base,
                s.second.stride,
                s.third.base,
                s.third.stride,
                s.columns,
                s.rows,
                t.first.base,
                t.first.stride,
                t.second.base,
                t.second.stride,
                t.third.base,
                t.third.stride,
                t.columns,
                t.rows,
                filter
            ),
            "I420Scale"
        )
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
            try check(
                NV12Mirror(
                    s.first.base,
                    s.first.stride,
                    s.second.base,
                    s.second.stride,
                    t.first.base,
                    t.first.stride,
                    t.second.base,
                    t.second.stride,
                    s.columns,
                    s.rows
                ),
                "NV12Mirror"
            )
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
            try check(
                ARGBMirror(s.first.base, s.first.stride, t.first.base, t.first.stride, s.columns, s.rows),
                "ARGBMirror"
            )
        }
    }

    /// Half turns of 4:2:0 that go on with separate chroma planes: chroma is separated first, then mirrored.
    private func mirrorSeparatingChroma(
        _ s: PixelView,
        _ t: PixelView,
        mirrors: Bool
    ) throws(PixelTransformError) {
        let planes = chroma.view(.planar420, width: s.width, height: s.height)
        SplitUVPlane(
            s.second.base,
            s.second.stride,
            planes.second.base,
            planes.second.stride,
            planes.third.base,
            planes.third.stride,
            s.chromaColumns,
            s.chromaRows
        )
        let separate = PixelView(
            .planar420,
            width: s.width,
            height: s.height,
            s.first,
            planes.second,
            planes.third
        )
        if mirrors { try mirror(separate, t) } else { try copy(separate, t) }
    }

    private func turn(_ s: PixelView, _ t: PixelView, _ mode: RotationMode) throws(PixelTransformError) {
        switch s.arrangement {
        case .biplanar420:
            try turnBiplanar(s, t, mode)
        case .planar420, .planar422:
            let function = s.arrangement == .planar420 ? I420Rotate : I422Rotate
            try check(
                function(
                    s.first.base,
                    s.first.stride,
                    s.second.base,
                    s.second.stride,
                    s.third.base,
                    s.third.stride,
                    t.first.base,
                    t.first.stride,
                    t.second.base,
                    t.second.stride,
                    t.third.base,
                    t.third.stride,
                    s.columns,
                    s.rows,
                    mode
                ),
                "I420Rotate"
            )
        case .gray:
            try check(
                RotatePlane(
                    s.first.base,
                    s.first.stride,
                    t.first.base,
                    t.first.stride,
                    s.columns,
                    s.rows,
                    mode
                ),
                "RotatePlane"
            )
        default:
            try check(
                ARGBRotate(
                    s.first.base,
                    s.first.stride,
                    t.first.base,
                    t.first.stride,
                    s.columns,
                    s.rows,
                    mode
                ),
                "ARGBRotate"
            )
        }
    }

    /// libyuv turns interleaved chroma into separate planes; they are interleaved again if the target wants that.
    private func turnBiplanar(_ s: PixelView, _ t: PixelView, _ mode: RotationMode) throws(PixelTransformError) {
        let merges = t.arrangement == .biplanar420
        let planes = merges ? chroma.view(.planar420, width: t.width, height: t.height) : t
        try check(
            NV12ToI420Rotate(
                s.first.base,
                s.first.stride,
                s.second.base,
                s.second.stride,
                t.first.base,
                t.first.stride,
                planes.second.base,
                planes.second.stride,
                planes.third.base,
                planes.third.stride,
                s.columns,
                s.rows,
                mode
            ),
            "NV12ToI420Rotate"
        )
        guard merges else { return }
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
    }
}
