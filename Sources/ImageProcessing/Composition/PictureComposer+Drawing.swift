internal import CLibYUV

extension PictureComposer {
    /// Draws one picture.
    ///
    /// - Parameter hidden: the part of the canvas that is going to be drawn over.
    func draw(
        _ source: PixelView,
        _ mask: PlaceMask,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        guard let visible = mask.place.visible(on: canvas) else { return }
        let region = mask.place.source(
            of: visible,
            in: PixelDimensions(width: source.width, height: source.height)
        )
        let seen = source.cropped(to: region)
        guard !mask.isPlain else { return try put(seen, at: visible, on: target, hidden: hidden) }
        let edges = PlaceEdges(mask, visible, white: range.white)
        let saved = below.view(.biplanar420, width: canvas.width, height: canvas.height)
        edges.save(target, in: saved)
        try put(seen, at: visible, on: target, hidden: nil)
        edges.mix(saved, into: target)
    }

    /// Scales a picture into a part of the canvas, or copies it.
    private func put(
        _ source: PixelView,
        at region: PixelRegion,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        let isAligned = (region.x | region.y | region.width | region.height) & 1 == 0
        if isAligned, source.width == region.width, source.height == region.height {
            return copy(source, to: region, on: target, hidden: hidden)
        }
        try scale(try halved(source, towards: region), into: region, on: target)
    }

    /// A picture that is more than twice as large as its place, halved until it is not: libyuv halves in a tenth of the time that
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

    /// Scales a picture into a part of an image.
    private func scale(_ source: PixelView, into region: PixelRegion, on target: PixelView) throws(PixelTransformError)
    {
        let shrinks = region.width < source.width || region.height < source.height
        let filter = shrinks ? kFilterBox : kFilterBilinear
        let luma = target.first.at(region.x, region.y, bytes: 1)
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
        let part = region.chroma
        let chroma = target.second.at(part.x, part.y, bytes: 2)
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
    private func copy(_ source: PixelView, to region: PixelRegion, on target: PixelView, hidden: PixelRegion?) {
        let hole =
            hidden.flatMap { region.contains($0) ? $0 : nil }
            ?? PixelRegion(x: region.x, y: region.bottom, width: region.width, height: 0)
        let strips = (
            PixelRegion(x: region.x, y: region.y, width: region.width, height: hole.y - region.y),
            PixelRegion(x: region.x, y: hole.y, width: hole.x - region.x, height: hole.height),
            PixelRegion(x: hole.right, y: hole.y, width: region.right - hole.right, height: hole.height),
            PixelRegion(x: region.x, y: hole.bottom, width: region.width, height: region.bottom - hole.bottom)
        )
        copy(source, region, strips.0, target)
        copy(source, region, strips.1, target)
        copy(source, region, strips.2, target)
        copy(source, region, strips.3, target)
    }

    private func copy(_ source: PixelView, _ region: PixelRegion, _ strip: PixelRegion, _ target: PixelView) {
        guard strip.width > 0, strip.height > 0 else { return }
        let from = source.first.at(strip.x - region.x, strip.y - region.y, bytes: 1)
        let to = target.first.at(strip.x, strip.y, bytes: 1)
        CopyPlane(from.base, from.stride, to.base, to.stride, Int32(strip.width), Int32(strip.height))
        let part = strip.chroma
        let fromChroma = source.second.at((strip.x - region.x) / 2, (strip.y - region.y) / 2, bytes: 2)
        let toChroma = target.second.at(part.x, part.y, bytes: 2)
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
