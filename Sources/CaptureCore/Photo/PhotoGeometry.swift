import CaptureDriver

/// Sizes of photos, previews and thumbnails.
package enum PhotoGeometry {
    /// The size of a delivered photo: the frame's own, scaled down, its shape kept, to fit what was asked for. Documented:
    /// S-156 (may be smaller, never larger). Odd sizes are rounded down to even ones, as subsampled chroma needs.
    package static func photoDimensions(frame: CaptureDimensions, maximum: CaptureDimensions) -> CaptureDimensions {
        guard frame.width > maximum.width || frame.height > maximum.height else { return frame }
        return fit(frame, into: maximum)
    }

    /// The size of a preview or thumbnail. Of width and height whose shape differs from the photo's, the larger one is
    /// honoured and the shape of the photo is kept; it is never larger than the photo.
    package static func reducedDimensions(
        photo: CaptureDimensions,
        requested: CaptureDimensions?,
        defaultLongSide: Int32,
        maximumLongSide: Int32
    ) -> CaptureDimensions {
        let longSide = max(photo.width, photo.height)
        let wanted = requested.map { max($0.width, $0.height) } ?? defaultLongSide
        let target = min(max(wanted, 2), longSide, maximumLongSide)
        guard target < longSide else { return photo }
        return fit(photo, into: CaptureDimensions(width: target, height: target))
    }

    private static func fit(_ size: CaptureDimensions, into box: CaptureDimensions) -> CaptureDimensions {
        let scale = min(Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
        return CaptureDimensions(width: even(Double(size.width) * scale), height: even(Double(size.height) * scale))
    }

    private static func even(_ length: Double) -> Int32 {
        // A hair is added because 3024 * (768 / 3024) may come out just below 768.
        max(2, Int32(length + 0.001) & ~1)
    }
}
