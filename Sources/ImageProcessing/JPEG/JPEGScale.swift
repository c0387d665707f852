internal import CTurboJPEG

/// The sizes in which a JPEG image can be decoded with less work, by leaving out fine detail.
public enum JPEGScale: Int32, Sendable, CaseIterable {
    /// Every pixel.
    case full = 1
    /// Half the width and height.
    case half = 2
    /// A quarter of the width and height.
    case quarter = 4
    /// An eighth of the width and height.
    case eighth = 8

    /// The decoded size of an image, rounded up.
    ///
    /// - Parameter dimensions: the stored size.
    public func size(of dimensions: PixelDimensions) -> PixelDimensions {
        let divisor = Int(rawValue)
        return PixelDimensions(
            width: (dimensions.width + divisor - 1) / divisor,
            height: (dimensions.height + divisor - 1) / divisor
        )
    }

    /// The smallest decoded size that still covers a wanted one.
    ///
    /// - Parameters:
    ///   - dimensions: the stored size.
    ///   - wanted: the size needed, for example of a thumbnail.
    public static func covering(_ wanted: PixelDimensions, of dimensions: PixelDimensions) -> JPEGScale {
        let candidates: [JPEGScale] = [.eighth, .quarter, .half]
        return candidates.first {
            let size = $0.size(of: dimensions)
            return size.width >= wanted.width && size.height >= wanted.height
        } ?? .full
    }
}
