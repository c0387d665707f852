internal import CLibYUV

extension ImageComposer {
    /// Draws one image.
    ///
    /// - Parameter hidden: the part of the canvas that is going to be drawn over.
    func draw(
        _ source: PixelView,
        _ mask: PlacementMask,
        _ treatment: Treatment,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        guard let visible = mask.place.visible(on: canvas) else { return }
        var region = mask.place.source(
            of: visible,
            in: PixelDimensions(width: source.width, height: source.height)
        )
        if treatment.isMirrored { region = region.mirrored(across: source.width) }
        let seen = source.cropped(to: region)
        guard !mask.isPlain else { return try place(seen, treatment, at: visible, on: target, hidden: hidden) }
        let edges = PlacementEdges(mask, visible, white: range.white)
        let saved = below.view(.biplanar420, width: canvas.width, height: canvas.height)
        edges.save(target, in: saved)
        try place(seen, treatment, at: visible, on: target, hidden: nil)
        edges.mix(saved, into: target)
    }

    /// Scales an image into a part of the canvas, or copies it.
    private func place(
        _ source: PixelView,
        _ treatment: Treatment,
        at region: PixelRegion,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        let isAligned = (region.x | region.y | region.width | region.height) & 1 == 0
        if isAligned, source.width == region.width, source.height == region.height {
            let colored = try treatment.change?.change(source) ?? source
            return copy(colored, to: region, on: target, hidden: hidden, isMirrored: treatment.isMirrored)
        }
        // Of two samples or more that become one, the colours are changed after that.
        let small = try halved(source, towards: region)
        let colored = try treatment.change?.change(small) ?? small
        try scale(colored, into: region, on: target, isMirrored: treatment.isMirrored)
    }

    /// An image that is more than twice as large as its place, halved until it is not: libyuv halves in a tenth of the time that
    /// it takes to average over other areas, and that over a quarter of the samples is all that is left to do.
    private func halved(_ source: PixelView, towards region: PixelRegion) throws(PixelTransformError) -> PixelView {
        var current = source
        var memory = halves.0
        while current.width >= 2 * region.width, current.height >= 2 * region.height,
            current.width > 2 * region.width || current.height > 2 * region.height,
            current.width % 4 == 0, current.height % 4 == 0
        {
            let half = memory.view(.biplanar420, width: current.width / 2, height: current.height / 2)
            let whole = PixelRegion(x: 0, y: 0, width: half.width, height: half.height)
            try scale(current, into: whole, on: half)
            current = half
            memory = memory === halves.0 ? halves.1 : halves.0
        }
        return current
    }

    /// Scales an image into a part of an image.
    private func scale(
        _ source: PixelView,
        into region: PixelRegion,
        on target: PixelView,
        isMirrored: Bool = false
    ) throws(PixelTransformError) {
        let part = region.chroma
        let luma = target.first.at(region.x, region.y, bytes: 1)
        let chroma = target.second.at(part.x, part.y, bytes: 2)
        guard isMirrored else { return try scale(source, luma, region, chroma, part) }
        // An odd place has a part in one more chroma sample than an even one.
        let straight = unmirrored.view(.biplanar420, width: region.width + 1, height: region.height + 1)
        try scale(source, straight.first, region, straight.second, part)
        mirror(straight.first, luma, region)
        mirrorChroma(straight.second, chroma, part)
    }

    private func mirror(_ source: PixelPlane, _ target: PixelPlane, _ size: PixelRegion) {
        MirrorPlane(source.base, source.stride, target.base, target.stride, Int32(size.width), Int32(size.height))
    }

    private func mirrorChroma(_ source: PixelPlane, _ target: PixelPlane, _ size: PixelRegion) {
        MirrorUVPlane(source.base, source.stride, target.base, target.stride, Int32(size.width), Int32(size.height))
    }

    /// Scales an image to the size of a region, and its chroma to that of the region's.
    private func scale(
        _ source: PixelView,
        _ luma: PixelPlane,
        _ region: PixelRegion,
        _ chroma: PixelPlane,
        _ part: PixelRegion
    ) throws(PixelTransformError) {
        let shrinks = region.width < source.width || region.height < source.height
        let filter = shrinks ? kFilterBox : kFilterBilinear
        ScalePlane(
            source.first.base,
            source.first.stride,
            source.columns,
            source.rows,
            luma.base,
            luma.stride,
            Int32(region.width),
            Int32(region.height),
            filter
        )
        try check(
            UVScale(
                source.second.base,
                source.second.stride,
                source.chromaColumns,
                source.chromaRows,
                chroma.base,
                chroma.stride,
                Int32(part.width),
                Int32(part.height),
                filter
            ),
            "UVScale"
        )
    }

    /// Copies all but what is hidden: the rows above and below of it, and what is left and right of it.
    private func copy(
        _ source: PixelView,
        to region: PixelRegion,
        on target: PixelView,
        hidden: PixelRegion?,
        isMirrored: Bool
    ) {
        let hole =
            hidden.flatMap { region.contains($0) ? $0 : nil }
            ?? PixelRegion(x: region.x, y: region.bottom, width: region.width, height: 0)
        let strips = (
            PixelRegion(x: region.x, y: region.y, width: region.width, height: hole.y - region.y),
            PixelRegion(x: region.x, y: hole.y, width: hole.x - region.x, height: hole.height),
            PixelRegion(x: hole.right, y: hole.y, width: region.right - hole.right, height: hole.height),
            PixelRegion(x: region.x, y: hole.bottom, width: region.width, height: region.bottom - hole.bottom)
        )
        copy(source, region, strips.0, target, isMirrored)
        copy(source, region, strips.1, target, isMirrored)
        copy(source, region, strips.2, target, isMirrored)
        copy(source, region, strips.3, target, isMirrored)
    }

    private func copy(
        _ source: PixelView,
        _ region: PixelRegion,
        _ strip: PixelRegion,
        _ target: PixelView,
        _ isMirrored: Bool
    ) {
        guard strip.width > 0, strip.height > 0 else { return }
        let column = isMirrored ? region.right - strip.right : strip.x - region.x
        let from = source.first.at(column, strip.y - region.y, bytes: 1)
        let to = target.first.at(strip.x, strip.y, bytes: 1)
        let part = strip.chroma
        let fromChroma = source.second.at(column / 2, (strip.y - region.y) / 2, bytes: 2)
        let toChroma = target.second.at(part.x, part.y, bytes: 2)
        guard !isMirrored else {
            mirror(from, to, strip)
            return mirrorChroma(fromChroma, toChroma, part)
        }
        CopyPlane(from.base, from.stride, to.base, to.stride, Int32(strip.width), Int32(strip.height))
        CopyPlane(
            fromChroma.base,
            fromChroma.stride,
            toChroma.base,
            toChroma.stride,
            Int32(part.width * 2),
            Int32(part.height)
        )
    }
}

extension PixelPlane {
    /// The plane from a sample on.
    ///
    /// - Parameter bytes: a sample's.
    func at(_ x: Int, _ y: Int, bytes: Int) -> PixelPlane { advanced(by: x * bytes + y * Int(stride)) }
}

extension PixelView {
    /// Fills an image of 4:2:0 with gray.
    func fill(luma: UInt8) {
        SetPlane(first.base, first.stride, columns, rows, UInt32(luma))
        SetPlane(second.base, second.stride, chromaColumns * 2, chromaRows, 128)
    }
}
