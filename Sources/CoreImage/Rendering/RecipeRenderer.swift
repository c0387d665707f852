import CoreGraphics
import Foundation

/// Draws what recipes say. Cairo paints, by way of Core Graphics, whose coordinates are those of images: the origin is the lower left.
///
/// What can be painted onto the result is; steps that need all of what is below them at once are painted into a bitmap of their own, which
/// has the size of the part that can be seen.
struct RecipeRenderer {
    /// What has been painted, and where it belongs.
    private struct Layer {
        let image: CGImage
        /// Of whole pixels.
        let rect: CGRect
    }

    static let longestSide = 32767
    static let mostPixels = 128_000_000
    private static let native = CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)

    let loader: ImageLoader
    /// How images are interpolated in other sizes.
    let quality: CGInterpolationQuality

    /// A bitmap of blue, green and red, which are multiplied by alpha, and alpha.
    ///
    /// - Parameters:
    ///   - recipe: what is painted.
    ///   - rect: the part of it, of whole pixels.
    func bitmap(of recipe: ImageRecipe, in rect: CGRect) throws(RenderingError) -> CGContext {
        let canvas = try makeCanvas(rect)
        try draw(recipe, rect, on: canvas)
        return canvas
    }

    /// Paints.
    ///
    /// - Parameters:
    ///   - recipe: what is painted.
    ///   - region: the part of it that can be seen on the canvas, in the canvas's coordinates.
    ///   - canvas: where to.
    func draw(_ recipe: ImageRecipe, _ region: CGRect, on canvas: CGContext) throws(RenderingError) {
        guard region.isOfNumbers else { return }
        guard recipe.extent.isInfinite || !recipe.extent.intersection(region).isEmpty else { return }
        canvas.saveGState()
        defer { canvas.restoreGState() }
        switch recipe.step {
        case .nothing: break
        case .color(let color):
            canvas.setFillColor(color)
            canvas.fill(region.insetBy(dx: -1, dy: -1))
        case .contents(let contents):
            canvas.draw(try loader.image(of: contents), in: contents.extent)
        case .transformed(let base, let transform):
            canvas.concatenate(transform)
            try draw(base, region.applying(transform.inverted()), on: canvas)
        case .cropped(let base, let rect):
            // Cairo counts in 256ths of a pixel, in 32 bits: a rectangle must not be much larger than the bitmap.
            let part = rect.intersection(Self.withMargin(region))
            canvas.clip(to: part)
            try draw(base, part, on: canvas)
        case .sampled(let base, let quality):
            canvas.interpolationQuality = quality
            try draw(base, region, on: canvas)
        case .composited(let top, over: let bottom, .normal):
            try draw(bottom, region, on: canvas)
            try draw(top, region, on: canvas)
        case .composited, .clamped, .colored, .blurred, .masked, .averaged:
            guard let layer = try self.layer(of: recipe, Self.withMargin(region)) else { return }
            canvas.draw(layer.image, in: layer.rect)
        }
    }

    /// What interpolation looks at besides.
    private static func withMargin(_ region: CGRect) -> CGRect { region.insetBy(dx: -2, dy: -2) }

    private func makeCanvas(_ rect: CGRect) throws(RenderingError) -> CGContext {
        let longest = CGFloat(Self.longestSide)
        guard
            rect.width <= longest, rect.height <= longest, rect.width * rect.height <= CGFloat(Self.mostPixels)
        else { throw .tooLarge }
        let canvas = CGContext(
            data: nil,
            width: Int(rect.width),
            height: Int(rect.height),
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: Self.native.rawValue
        )
        guard let canvas else { throw .tooLarge }
        canvas.interpolationQuality = quality
        canvas.translateBy(x: -rect.minX, y: -rect.minY)
        return canvas
    }

    /// A part of a recipe in a bitmap of its own; nil if there is nothing.
    private func layer(of recipe: ImageRecipe, _ region: CGRect) throws(RenderingError) -> Layer? {
        let part = recipe.extent.isInfinite ? region : recipe.extent.intersection(region)
        guard part.isOfNumbers, !part.isEmpty else { return nil }
        let rect = part.integral
        let canvas = try makeCanvas(rect)
        switch recipe.step {
        case .composited(let top, over: let bottom, let mode):
            try draw(bottom, rect, on: canvas)
            if let layer = try self.layer(of: top, rect) {
                canvas.setBlendMode(mode)
                canvas.draw(layer.image, in: layer.rect)
            }
        case .clamped(let base, let border):
            try drawClamped(base, border, rect, on: canvas)
        case .colored(let base, let effect):
            try draw(base, rect, on: canvas)
            guard effect.apply(to: canvas) else { throw .unreadable }
        case .blurred(let base, let deviation):
            try drawBlurred(base, deviation, rect, on: canvas)
        case .masked(let base, let mask):
            try draw(base, rect, on: canvas)
            guard try bitmap(of: mask, in: rect).mask(canvas) else { throw .unreadable }
        case .averaged(let base, let whole):
            canvas.setFillColor(try bitmap(of: base, in: whole).averageColor)
            canvas.fill(rect)
        default:
            try draw(recipe, rect, on: canvas)
        }
        guard let image = canvas.makeImage() else { throw .tooLarge }
        return Layer(image: image, rect: rect)
    }

    /// Paints what is blurred, of a part as large as what can be seen of it there.
    private func drawBlurred(
        _ base: ImageRecipe,
        _ deviation: CGFloat,
        _ rect: CGRect,
        on canvas: CGContext
    ) throws(RenderingError) {
        let margin = -GaussianBlur.margin(deviation)
        let all = rect.insetBy(dx: margin, dy: margin)
        let source = try bitmap(of: base, in: all)
        guard GaussianBlur(deviation: deviation).apply(to: source), let image = source.makeImage() else {
            throw .unreadable
        }
        canvas.interpolationQuality = .none
        canvas.draw(image, in: all)
    }

    // MARK: Without end

    /// A part of a direction, and which pixels of a layer fill it.
    private struct Stretch {
        var start: CGFloat
        var end: CGFloat
        var firstPixel: CGFloat
        var lastPixel: CGFloat
    }

    /// Paints what is inside of a border, and beyond it the pixels at it.
    private func drawClamped(
        _ base: ImageRecipe,
        _ border: CGRect,
        _ rect: CGRect,
        on canvas: CGContext
    ) throws(RenderingError) {
        let columns = Self.clamped(rect.minX...rect.maxX, to: border.minX...border.maxX)
        let rows = Self.clamped(rect.minY...rect.maxY, to: border.minY...border.maxY)
        let inside = CGRect(
            x: columns.lowerBound,
            y: rows.lowerBound,
            width: columns.upperBound - columns.lowerBound,
            height: rows.upperBound - rows.lowerBound
        )
        guard let image = try bitmap(of: base, in: inside).makeImage() else { throw .tooLarge }
        canvas.interpolationQuality = .none
        for row in Self.stretches(rect.minY...rect.maxY, around: rows) {
            for column in Self.stretches(rect.minX...rect.maxX, around: columns) {
                // Core Graphics counts an image's rows from the top.
                let pixels = CGRect(
                    x: column.firstPixel,
                    y: inside.height - row.lastPixel,
                    width: column.lastPixel - column.firstPixel,
                    height: row.lastPixel - row.firstPixel
                )
                let place = CGRect(
                    x: column.start,
                    y: row.start,
                    width: column.end - column.start,
                    height: row.end - row.start
                )
                if let part = image.cropping(to: pixels) { canvas.draw(part, in: place) }
            }
        }
    }

    /// What is needed of the pixels between two borders for a range: at least the one at the border next to it.
    private static func clamped(
        _ range: ClosedRange<CGFloat>,
        to border: ClosedRange<CGFloat>
    ) -> ClosedRange<CGFloat> {
        let start = max(border.lowerBound, min(range.lowerBound, border.upperBound - 1))
        return start...min(border.upperBound, max(range.upperBound, start + 1))
    }

    /// A range's parts before, in, and after the pixels that there are.
    private static func stretches(
        _ range: ClosedRange<CGFloat>,
        around inside: ClosedRange<CGFloat>
    ) -> [Stretch] {
        let (start, end) = (range.lowerBound, range.upperBound)
        let (first, last) = (inside.lowerBound, inside.upperBound)
        let all = [
            Stretch(start: start, end: min(first, end), firstPixel: 0, lastPixel: 1),
            Stretch(
                start: max(start, first),
                end: min(end, last),
                firstPixel: max(start, first) - first,
                lastPixel: min(end, last) - first
            ),
            Stretch(start: max(start, last), end: end, firstPixel: last - first - 1, lastPixel: last - first),
        ]
        return all.filter { $0.start < $0.end }
    }
}
