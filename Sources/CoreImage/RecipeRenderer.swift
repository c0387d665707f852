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

/// Why an image cannot be rendered.
enum RenderingError: Error {
    /// A file is damaged, or a buffer has no memory.
    case unreadable
    /// Pixel buffers of this format cannot be read or written.
    case unsupportedPixelFormat(UInt32)
    /// There are more pixels than are computed at a time: 32767 in a direction, 128 million altogether.
    case tooLarge
}

extension CGContext {
    /// Calls for each pixel of a bitmap of blue, green and red, which are multiplied by alpha, and alpha.
    ///
    /// - Returns: false if the bitmap has no memory.
    @inline(__always)
    func forEachPixel(_ body: (UnsafeMutablePointer<UInt8>) -> Void) -> Bool {
        guard let data else { return false }
        let start = data.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height {
            var pixel = start + row * bytesPerRow
            for _ in 0..<width {
                body(pixel)
                pixel += 4
            }
        }
        return true
    }

    /// Changes each pixel's colour: red, green, blue, not multiplied by alpha, and alpha, from 0 to 1. What leaves that range is cut.
    ///
    /// - Returns: false if the bitmap has no memory.
    @inline(__always)
    func changeColors(_ change: (SIMD4<Float>) -> SIMD4<Float>) -> Bool {
        forEachPixel { pixel in
            let alpha = Float(pixel[3]) / 255
            let scale = alpha > 0 ? 1 / (255 * alpha) : 0
            let color = SIMD4(Float(pixel[2]) * scale, Float(pixel[1]) * scale, Float(pixel[0]) * scale, alpha)
            var result = change(color).clamped(lowerBound: .zero, upperBound: .one)
            result *= SIMD4(result.w, result.w, result.w, 1)
            let bytes = SIMD4<UInt8>((result * 255).rounded(.toNearestOrAwayFromZero))
            pixel[0] = bytes.z
            pixel[1] = bytes.y
            pixel[2] = bytes.x
            pixel[3] = bytes.w
        }
    }

    /// Multiplies a bitmap of the same size by how bright this one is.
    ///
    /// - Returns: false if one has no memory, or another size.
    func mask(_ other: CGContext) -> Bool {
        guard let data, other.width == width, other.height == height, other.bytesPerRow == bytesPerRow else {
            return false
        }
        guard let start = other.data?.assumingMemoryBound(to: UInt8.self) else { return false }
        let own = data.assumingMemoryBound(to: UInt8.self)
        return forEachPixel { pixel in
            let light = ColorMatrix.luminance * SIMD4(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), 0)
            let share = light.sum() / 255
            let target = start + (pixel - own)
            for component in 0..<4 { target[component] = UInt8((Float(target[component]) * share).rounded()) }
        }
    }

    /// The average of all pixels.
    var averageColor: CGColor {
        var sum = SIMD4<UInt64>.zero
        _ = forEachPixel { sum &+= SIMD4(UInt64($0[2]), UInt64($0[1]), UInt64($0[0]), UInt64($0[3])) }
        let count = Double(width * height * 255)
        let alpha = CGFloat(Double(sum.w) / count)
        guard alpha > 0 else { return CGColor(red: 0, green: 0, blue: 0, alpha: 0) }
        func component(_ sum: UInt64) -> CGFloat { CGFloat(Double(sum) / count) / alpha }
        return CGColor(red: component(sum.x), green: component(sum.y), blue: component(sum.z), alpha: alpha)
    }
}
