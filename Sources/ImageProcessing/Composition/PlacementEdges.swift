internal import CLibYUV

/// The samples along a place's borders, which are not the picture's alone.
struct PlacementEdges {
    private let mask: PlacementMask
    /// The part of the place that lies on the canvas.
    private let visible: PixelRegion
    private let white: UInt8

    init(_ mask: PlacementMask, _ visible: PixelRegion, white: UInt8) {
        self.mask = mask
        self.visible = visible
        self.white = white
    }

    // MARK: Saving

    /// Keeps what lies there, at the same place of another image of the canvas' size.
    func save(_ target: PixelView, in saved: PixelView) {
        let depth = mask.depth + 2
        let inner = PixelRegion(
            x: mask.place.x + depth,
            y: mask.place.y + depth,
            width: max(0, mask.place.width - 2 * depth),
            height: max(0, mask.place.height - 2 * depth)
        )
        let upper = min(max(inner.y, visible.y), visible.bottom)
        let lower = max(upper, min(inner.bottom, visible.bottom))
        let left = min(max(inner.x, visible.x), visible.right)
        let right = max(left, min(inner.right, visible.right))
        save(target, saved, visible.x..<visible.right, visible.y..<upper)
        save(target, saved, visible.x..<left, upper..<lower)
        save(target, saved, right..<visible.right, upper..<lower)
        save(target, saved, visible.x..<visible.right, lower..<visible.bottom)
    }

    private func save(_ target: PixelView, _ saved: PixelView, _ columns: Range<Int>, _ rows: Range<Int>) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let region = PixelRegion(
            x: columns.lowerBound,
            y: rows.lowerBound,
            width: columns.count,
            height: rows.count
        )
        copy(target.first, saved.first, region, bytes: 1)
        copy(target.second, saved.second, region.chroma, bytes: 2)
    }

    private func copy(_ source: PixelPlane, _ target: PixelPlane, _ region: PixelRegion, bytes: Int) {
        let from = source.at(region.x, region.y, bytes: bytes)
        let to = target.at(region.x, region.y, bytes: bytes)
        CopyPlane(from.base, from.stride, to.base, to.stride, Int32(region.width * bytes), Int32(region.height))
    }

    // MARK: Mixing

    /// Mixes what was there, the line and the picture, which has been drawn over everything.
    func mix(_ saved: PixelView, into target: PixelView) {
        for y in visible.y..<visible.bottom {
            mixRow(
                visible.x..<visible.right,
                below: saved.first.at(0, y, bytes: 1).base,
                into: target.first.at(0, y, bytes: 1).base,
                bytes: 1,
                colors: (white, white)
            ) { mask.luma($0 - mask.place.x, y - mask.place.y) }
        }
        let chroma = visible.chroma
        for y in chroma.y..<chroma.bottom {
            mixRow(
                chroma.x..<chroma.right,
                below: saved.second.at(0, y, bytes: 2).base,
                into: target.second.at(0, y, bytes: 2).base,
                bytes: 2,
                colors: (128, 128)
            ) { mask.chroma(2 * $0 - mask.place.x, 2 * y - mask.place.y) }
        }
    }

    /// Mixes a row of samples from both ends towards its middle, where nothing changes any more.
    @inline(__always)
    private func mixRow(
        _ columns: Range<Int>,
        below: UnsafeMutablePointer<UInt8>,
        into row: UnsafeMutablePointer<UInt8>,
        bytes: Int,
        colors: (UInt8, UInt8),
        _ coverage: (Int) -> PlacementMask.Coverage
    ) {
        // The columns of the place between which its coverage is that of its middle.
        let start = (mask.place.x + mask.depth + bytes - 1) / bytes
        let end = (mask.place.x + mask.place.width - mask.depth) / bytes
        let left = columns.lowerBound..<min(max(start, columns.lowerBound), columns.upperBound)
        let right = max(left.upperBound, min(end, columns.upperBound))..<columns.upperBound
        for x in left { mix(x, below, row, bytes, colors, coverage(x)) }
        for x in right { mix(x, below, row, bytes, colors, coverage(x)) }
        let middle = left.upperBound..<right.lowerBound
        guard let first = middle.first else { return }
        let shares = coverage(first)
        guard shares != .full else { return }
        for x in middle { mix(x, below, row, bytes, colors, shares) }
    }

    @inline(__always)
    private func mix(
        _ x: Int,
        _ below: UnsafeMutablePointer<UInt8>,
        _ row: UnsafeMutablePointer<UInt8>,
        _ bytes: Int,
        _ colors: (UInt8, UInt8),
        _ shares: PlacementMask.Coverage
    ) {
        guard shares != .full else { return }
        let first = x * bytes
        row[first] = shares.mix(below[first], colors.0, row[first])
        guard bytes == 2 else { return }
        row[first + 1] = shares.mix(below[first + 1], colors.1, row[first + 1])
    }
}
