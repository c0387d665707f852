import Foundation

extension CaptureItem {
    /// What stands in the place of a picture.
    var symbol: String { kind == .movie ? "film" : "photo" }

    /// Whether it plays.
    var isMovie: Bool { kind == .movie }
}

/// The size of pictures that are drawn a hundred times.
enum ThumbnailSize {
    /// Screens have up to three pixels in a point.
    private static let pixelsPerPoint = 3.0

    /// The size to which an image is reduced so that it covers a square, in pixels; `nil` if it is small enough as it is.
    ///
    /// - Parameter side: the square's, in points.
    static func covering(_ side: Double, of image: CGSize) -> CGSize? {
        let shorter = min(image.width, image.height)
        let wanted = side * pixelsPerPoint
        guard shorter > wanted, wanted > 0 else { return nil }
        let scale = wanted / shorter
        return CGSize(width: image.width * scale, height: image.height * scale)
    }
}
