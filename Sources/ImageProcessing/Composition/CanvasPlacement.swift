internal import CLibYUV

/// Where on a canvas an image stands, in whole pixels from the canvas' upper left. It may reach beyond the canvas.
public struct CanvasPlacement: Sendable, Hashable {
    /// The left border.
    public var x: Int
    /// The upper border.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// The radius of the rectangle's corners in pixels.
    public var cornerRadius: Double
    /// The width of the white line inside of the rectangle's border in pixels.
    public var border: Int

    /// A place.
    public init(x: Int, y: Int, width: Int, height: Int, cornerRadius: Double = 0, border: Int = 0) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.cornerRadius = cornerRadius
        self.border = border
    }

    /// An image that fills a canvas.
    init(whole canvas: PixelDimensions) {
        self.init(x: 0, y: 0, width: canvas.width, height: canvas.height)
    }

    /// The part that lies on a canvas; `nil` if there is none.
    func visible(on canvas: PixelDimensions) -> PixelRegion? {
        guard width > 0, height > 0 else { return nil }
        let (left, top) = (max(0, x), max(0, y))
        let (right, bottom) = (min(canvas.width, x + width), min(canvas.height, y + height))
        guard left < right, top < bottom else { return nil }
        return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The part of an image that is seen in a part of the place, so that the image fills the place without being stretched.
    /// Borders are moved to the nearest whole chroma samples; of two that are as near, to the right or lower one.
    func source(of visible: PixelRegion, in image: PixelDimensions) -> PixelRegion {
        // Samples of the image for pixels of the canvas. In whole numbers, as what lies in the middle of two is common.
        let isWider = image.width * height > image.height * width
        let (samples, pixels) = isWider ? (image.height, height) : (image.width, width)
        func span(_ extent: Int, _ length: Int, _ start: Int, _ from: Int, _ count: Int) -> (start: Int, length: Int) {
            let twiceOrigin = extent * pixels - length * samples + 2 * (from - start) * samples
            func nearest(_ twice: Int) -> Int { (twice + 2 * pixels) / (4 * pixels) * 2 }
            let first = min(max(0, nearest(twiceOrigin)), max(0, (extent - 1) / 2 * 2))
            let end = nearest(twiceOrigin + 2 * count * samples)
            return (first, min(max(end - first, 2), extent - first))
        }
        let across = span(image.width, width, x, visible.x, visible.width)
        let down = span(image.height, height, y, visible.y, visible.height)
        return PixelRegion(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    /// The part of the canvas on which nothing of what lies below is seen, on whole chroma samples; `nil` if there is none.
    func opaque(on canvas: PixelDimensions) -> PixelRegion? {
        let inset = cornerRadius > 0 ? Int(cornerRadius.rounded(.up)) + 1 : 0
        let inner = CanvasPlacement(x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset)
        guard let visible = inner.visible(on: canvas) else { return nil }
        let (left, top) = ((visible.x + 1) & ~1, (visible.y + 1) & ~1)
        let (right, bottom) = ((visible.x + visible.width) & ~1, (visible.y + visible.height) & ~1)
        guard left < right, top < bottom else { return nil }
        return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension PixelRegion {
    /// The pixel behind the last one of each row.
    var right: Int { x + width }
    /// The row behind the last one.
    var bottom: Int { y + height }
    /// How many pixels there are.
    var area: Int { width * height }

    /// Whether two regions have a pixel in common.
    func meets(_ other: PixelRegion) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    /// Whether all of another region lies in this one.
    func contains(_ other: PixelRegion) -> Bool {
        x <= other.x && y <= other.y && right >= other.right && bottom >= other.bottom
    }

    /// Where the region lies in an image of this width that is mirrored left to right; moved to whole chroma samples, should that
    /// be between two.
    func mirrored(across width: Int) -> PixelRegion {
        PixelRegion(x: (width - right) & ~1, y: y, width: self.width, height: height)
    }

    /// The chroma samples that have any part in the region, as a region of a chroma plane.
    var chroma: PixelRegion {
        PixelRegion(x: x / 2, y: y / 2, width: (right + 1) / 2 - x / 2, height: (bottom + 1) / 2 - y / 2)
    }
}

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

/// How much of each pixel of a place is the image, the line around it, and what lies below.
///
/// The four corners are alike, and along a border nothing changes, so a small table is enough: it is asked with the distances from
/// the nearest borders.
struct PlacementMask {
    /// Shares of a sample, of 256.
    struct Coverage: Equatable {
        /// What belongs to the place: the image and the line.
        var place: Int32
        /// What belongs to the image.
        var image: Int32

        /// Nothing but the image.
        static let full = Coverage(place: 256, image: 256)
        /// Nothing of the place.
        static let none = Coverage(place: 0, image: 0)

        /// A sample of a row of pixels.
        func mix(_ below: UInt8, _ line: UInt8, _ image: UInt8) -> UInt8 {
            let sum =
                Int32(below) * (256 - place) + Int32(line) * (place - self.image) + Int32(image) * self.image
            return UInt8(truncatingIfNeeded: (sum + 128) >> 8)
        }
    }

    /// What the mask is made for; position counts, because chroma samples belong to four pixels.
    let place: CanvasPlacement
    /// How far from the borders a pixel is the image's alone.
    let depth: Int
    private let table: [Coverage]

    init(_ place: CanvasPlacement) {
        let half = Double(min(place.width, place.height)) / 2
        let radius = min(max(place.cornerRadius, 0), half)
        let border = max(0, min(place.border, Int(half)))
        let depth = max(Int(radius.rounded(.up)), border) + 1
        var table: [Coverage] = []
        table.reserveCapacity((depth + 1) * (depth + 1))
        for y in 0...depth {
            for x in 0...depth {
                let outer = Self.share(Double(x), Double(y), radius)
                let inner = Self.share(Double(x - border), Double(y - border), max(0, radius - Double(border)))
                table.append(Coverage(place: outer, image: min(outer, inner)))
            }
        }
        self.place = place
        self.depth = depth
        self.table = table
    }

    /// The share of a pixel that lies within a corner, counted from the corner's borders: by the distance of its middle from the
    /// edge.
    private static func share(_ x: Double, _ y: Double, _ radius: Double) -> Int32 {
        let (across, down) = (radius - x - 0.5, radius - y - 0.5)
        let isRound = across > 0 && down > 0
        let distance = (isRound ? (across * across + down * down).squareRoot() : max(across, down)) - radius
        return Int32((min(1, max(0, 0.5 - distance)) * 256).rounded())
    }

    /// A pixel's shares.
    ///
    /// - Parameters:
    ///   - x: its column in the place.
    ///   - y: its row in the place.
    func luma(_ x: Int, _ y: Int) -> Coverage {
        let (across, down) = (min(x, place.width - 1 - x), min(y, place.height - 1 - y))
        guard across >= 0, down >= 0 else { return .none }
        return table[min(down, depth) * (depth + 1) + min(across, depth)]
    }

    /// The shares of a chroma sample: the mean of its four pixels'.
    ///
    /// - Parameters:
    ///   - x: the column in the place of its left pixels; may lie outside.
    ///   - y: the row of its upper pixels.
    func chroma(_ x: Int, _ y: Int) -> Coverage {
        let (first, second, third, fourth) = (luma(x, y), luma(x + 1, y), luma(x, y + 1), luma(x + 1, y + 1))
        return Coverage(
            place: (first.place + second.place + third.place + fourth.place + 2) >> 2,
            image: (first.image + second.image + third.image + fourth.image + 2) >> 2
        )
    }

    /// Whether every sample is the image's alone.
    var isPlain: Bool {
        let isEven = (place.x | place.y | place.width | place.height) & 1 == 0
        return isEven && place.border <= 0 && place.cornerRadius <= 0
    }
}
