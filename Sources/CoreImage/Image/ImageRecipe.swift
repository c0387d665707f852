import CoreGraphics
import CoreVideo
import Foundation

/// How an image comes about. Nothing is computed before a context renders it.
final class ImageRecipe: Sendable {
    /// One step.
    enum Step: Sendable {
        case nothing
        case color(CGColor)
        case contents(ImageContents)
        case transformed(ImageRecipe, CGAffineTransform)
        case cropped(ImageRecipe, CGRect)
        /// Endless, by the pixels at the border of a rectangle, which is of whole pixels.
        case clamped(ImageRecipe, CGRect)
        case composited(ImageRecipe, over: ImageRecipe, CGBlendMode)
        case colored(ImageRecipe, ColorEffect)
        /// Blurred by a bell curve with a deviation in pixels.
        case blurred(ImageRecipe, CGFloat)
        /// Seen as far as another image is white.
        case masked(ImageRecipe, ImageRecipe)
        /// One pixel: the average of a rectangle of whole pixels.
        case averaged(ImageRecipe, CGRect)
        /// Interpolated in a certain way in other sizes.
        case sampled(ImageRecipe, CGInterpolationQuality)
    }

    let step: Step
    /// Where there is something; null for nothing, and infinite for what has no end.
    let extent: CGRect

    private init(_ step: Step, extent: CGRect) {
        self.step = step
        self.extent = extent
    }

    static let nothing = ImageRecipe(.nothing, extent: .null)

    static func color(_ color: CGColor) -> ImageRecipe { ImageRecipe(.color(color), extent: .infinite) }

    static func contents(_ contents: ImageContents) -> ImageRecipe {
        ImageRecipe(.contents(contents), extent: contents.extent)
    }

    /// Moved, turned, or in another size. Nothing if a transform leaves nothing, or is none of numbers.
    func transformed(_ transform: CGAffineTransform) -> ImageRecipe {
        if transform.isIdentity || extent.isNull { return self }
        // One transform after another is one.
        if case .transformed(let base, let first) = step {
            return base.transformed(first.concatenating(transform))
        }
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard determinant != 0, transform.isOfNumbers, transform.inverted().isOfNumbers else { return .nothing }
        let moved = extent.isInfinite ? extent : extent.applying(transform)
        guard moved.isInfinite || moved.isOfNumbers else { return .nothing }
        return ImageRecipe(.transformed(self, transform), extent: moved)
    }

    func cropped(_ rect: CGRect) -> ImageRecipe {
        if rect.isInfinite { return self }
        guard rect.isOfNumbers, !extent.isNull else { return .nothing }
        let part = extent.isInfinite ? rect.standardized : extent.intersection(rect)
        guard !part.isNull, !part.isEmpty else { return .nothing }
        return part == extent ? self : ImageRecipe(.cropped(self, part), extent: part)
    }

    func clamped(_ rect: CGRect) -> ImageRecipe {
        if rect.isInfinite { return self }
        guard rect.isOfNumbers, !rect.isEmpty, !extent.isNull else { return .nothing }
        return ImageRecipe(.clamped(self, rect.integral), extent: .infinite)
    }

    func composited(over background: ImageRecipe, _ mode: CGBlendMode = .normal) -> ImageRecipe {
        if background.extent.isNull { return mode == .sourceAtop ? .nothing : self }
        if extent.isNull { return background }
        let isEndless = extent.isInfinite || background.extent.isInfinite
        let both = isEndless ? CGRect.infinite : extent.union(background.extent)
        return ImageRecipe(
            .composited(self, over: background, mode),
            extent: mode == .sourceAtop ? background.extent : both
        )
    }

    func colored(_ effect: ColorEffect) -> ImageRecipe {
        extent.isNull ? self : ImageRecipe(.colored(self, effect), extent: extent)
    }

    /// Blurred, and larger by what is blurred beyond the border.
    func blurred(_ deviation: CGFloat) -> ImageRecipe {
        guard deviation.isFinite, deviation > 0, !extent.isNull else { return self }
        let margin = -GaussianBlur.margin(deviation)
        let larger = extent.isInfinite ? extent : extent.insetBy(dx: margin, dy: margin)
        return ImageRecipe(.blurred(self, deviation), extent: larger)
    }

    func masked(_ mask: ImageRecipe) -> ImageRecipe {
        guard !extent.isNull, !mask.extent.isNull else { return .nothing }
        let both = extent.isInfinite ? mask.extent : mask.extent.isInfinite ? extent : extent.intersection(mask.extent)
        return both.isNull ? .nothing : ImageRecipe(.masked(self, mask), extent: both)
    }

    /// Nothing if the rectangle has no end, or nothing is in it.
    func averaged(_ rect: CGRect) -> ImageRecipe {
        let part = cropped(rect).extent
        guard part.isOfNumbers, !part.isInfinite, !part.isEmpty else { return .nothing }
        return ImageRecipe(.averaged(self, part.integral), extent: CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    func sampled(_ quality: CGInterpolationQuality) -> ImageRecipe {
        extent.isNull ? self : ImageRecipe(.sampled(self, quality), extent: extent)
    }

    /// Whether the pixels of a buffer are needed.
    func reads(_ buffer: CVPixelBuffer) -> Bool {
        switch step {
        case .nothing, .color: false
        case .contents(.pixelBuffer(let own)): own === buffer
        case .contents: false
        case .transformed(let base, _), .cropped(let base, _), .clamped(let base, _), .colored(let base, _),
            .blurred(let base, _), .averaged(let base, _), .sampled(let base, _):
            base.reads(buffer)
        case .masked(let base, let mask): base.reads(buffer) || mask.reads(buffer)
        case .composited(let top, let bottom, _): top.reads(buffer) || bottom.reads(buffer)
        }
    }
}

extension CGRect {
    /// Whether the rectangle is somewhere and has an end.
    var isOfNumbers: Bool {
        !isNull && [origin.x, origin.y, size.width, size.height].allSatisfy { $0.isFinite }
    }
}

extension CGAffineTransform {
    /// Whether the transform takes points to points.
    fileprivate var isOfNumbers: Bool { [a, b, c, d, tx, ty].allSatisfy { $0.isFinite } }
}
