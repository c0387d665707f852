import Foundation

extension PixelRegion {
    /// The whole pixels of a crop.
    ///
    /// - Parameters:
    ///   - crop: the part of the unit square, origin at the upper left; nil for everything. Edges are moved to whole
    ///     chroma samples, at most by one sample, and at least one sample remains.
    ///   - size: the image's size.
    ///   - arrangement: how the image lies.
    init(
        crop: CGRect?,
        of size: PixelDimensions,
        _ arrangement: PixelArrangement
    ) throws(PixelTransformError) {
        guard let crop else {
            self.init(x: 0, y: 0, width: size.width, height: size.height)
            return
        }
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1).insetBy(dx: -1e-9, dy: -1e-9)
        let numbers = [crop.origin.x, crop.origin.y, crop.size.width, crop.size.height]
        guard
            numbers.allSatisfy(\.isFinite), crop.size.width > 0, crop.size.height > 0, unit.contains(crop)
        else { throw .invalidCrop(crop) }
        let across = Self.span(crop.minX, crop.width, of: size.width, step: arrangement.horizontalStep)
        let down = Self.span(crop.minY, crop.height, of: size.height, step: arrangement.verticalStep)
        self.init(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    private static func span(
        _ start: Double,
        _ length: Double,
        of extent: Int,
        step: Int
    ) -> (start: Int, length: Int) {
        let total = Double(extent)
        let first = min(max(0, Int((start * total / Double(step)).rounded()) * step), (extent - 1) / step * step)
        let end = Int(((start + length) * total / Double(step)).rounded()) * step
        return (first, min(max(end - first, step), extent - first))
    }
}
