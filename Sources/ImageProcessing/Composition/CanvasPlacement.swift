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
