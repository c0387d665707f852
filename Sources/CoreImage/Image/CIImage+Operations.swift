import CoreGraphics
import Foundation
import FoundationExtras
import ImageIO

extension CIImage {
    /// The image after a step. Its properties stay.
    func with(_ recipe: ImageRecipe) -> CIImage {
        recipe === self.recipe ? self : CIImage(recipe, properties: properties)
    }

    // MARK: Geometry

    /// The image moved, turned, or in another size.
    ///
    /// A transform that cannot be undone leaves nothing (UNKNOWN).
    public func transformed(by matrix: CGAffineTransform) -> CIImage { with(recipe.transformed(matrix)) }

    /// The image moved, turned, or in another size.
    ///
    /// - Parameters:
    ///   - matrix: where points go.
    ///   - highQualityDownsample: whether it is interpolated as well as possible, in place of what the context says.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        with(recipe.sampled(highQualityDownsample ? .high : .default).transformed(matrix))
    }

    /// The part of the image in a rectangle. It stays where it is.
    public func cropped(to rect: CGRect) -> CIImage { with(recipe.cropped(rect)) }

    /// The image without end, by its pixels at the border.
    public func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// The image without end, by the pixels at the border of a rectangle.
    public func clamped(to rect: CGRect) -> CIImage { with(recipe.clamped(rect)) }

    /// The image turned upright.
    ///
    /// - Parameter orientation: how it is stored. The lower left corner of the extent stays where it is (UNKNOWN for extents that do not
    ///   begin at the origin).
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        transformed(by: orientationTransform(for: orientation))
    }

    /// The image turned upright; the image itself for numbers other than 1 to 8.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        transformed(by: orientationTransform(forExifOrientation: orientation))
    }

    /// What turns the image upright: identity for what has no end.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        extent.orientationTransform(orientation)
    }

    /// What turns the image upright: identity for what has no end, and for numbers other than 1 to 8.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        let known = UInt32(exactly: orientation).flatMap { CGImagePropertyOrientation(rawValue: $0) }
        return extent.orientationTransform(known ?? .up)
    }

    // MARK: Sampling

    /// The image, each pixel of which is the nearest one in other sizes.
    public func samplingNearest() -> CIImage { with(recipe.sampled(.none)) }

    /// The image, interpolated between four pixels in other sizes.
    public func samplingLinear() -> CIImage { with(recipe.sampled(.low)) }

    // MARK: Others

    /// The image over another one.
    public func composited(over dest: CIImage) -> CIImage { with(recipe.composited(over: dest.recipe)) }

    /// The image with other properties. They are what is written into files.
    public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        CIImage(recipe, properties: imageProperties(properties) ?? [:], url: url, colorSpace: colorSpace)
    }

    /// What a filter makes of the image.
    ///
    /// - Parameters:
    ///   - filterName: a filter that `CIFilter` knows. With another name the image is returned as it is (UNKNOWN).
    ///   - params: values besides the image. What is not among them has its default.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter(name: filterName, parameters: params) else { return self }
        if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(self, forKey: kCIInputImageKey) }
        return filter.outputImage ?? self
    }

    /// What a filter makes of the image with its defaults.
    public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }
}

extension CGRect {
    /// What turns an image of this extent upright: it is mirrored, or turned clockwise, and gets the same lower left corner.
    func orientationTransform(_ orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        guard isOfNumbers, !isInfinite else { return .identity }
        let (w, h) = (width, height)
        let turn =
            switch orientation {
            case .up: CGAffineTransform.identity
            case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
            case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
            case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
            case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
            case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
            case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
            }
        let toOrigin = CGAffineTransform(translationX: -minX, y: -minY)
        let back = CGAffineTransform(translationX: minX, y: minY)
        return toOrigin.concatenating(turn).concatenating(back)
    }
}
