/// The shape of photos: as the camera takes them, or cut to a ratio of their sides, on both sides alike.
///
/// The longer side stays the longer one: a photo that is upright stays upright.
public enum PhotoShape: String, Sendable, Hashable, Codable, CaseIterable {
    /// All that the camera sees.
    case full
    /// 4 to 3, as phones take photos.
    case fourToThree = "4:3"
    /// 16 to 9, as movies are.
    case sixteenToNine = "16:9"
    /// As wide as it is high.
    case square = "1:1"

    /// The longer side for each length of the shorter one; `nil` for any.
    private var ratio: Double? {
        switch self {
        case .full: nil
        case .fourToThree: 4.0 / 3
        case .sixteenToNine: 16.0 / 9
        case .square: 1
        }
    }

    /// What is left of a picture: of even numbers, unless nothing is cut off.
    public func size(in photo: PhotoSize) -> PhotoSize {
        let (long, short) = (max(photo.width, photo.height), min(photo.width, photo.height))
        guard let ratio, short > 0 else { return photo }
        let isTooLong = Double(long) > Double(short) * ratio
        let cut = isTooLong ? (Double(short) * ratio, Double(short)) : (Double(long), Double(long) / ratio)
        // A shape that is a pixel off is the shape.
        guard Double(long) - cut.0 > 1 || Double(short) - cut.1 > 1 else { return photo }
        let (newLong, newShort) = (Self.even(cut.0), Self.even(cut.1))
        return photo.width >= photo.height
            ? PhotoSize(width: newLong, height: newShort) : PhotoSize(width: newShort, height: newLong)
    }

    private static func even(_ length: Double) -> Int { max(2, Int(length.rounded(.down)) / 2 * 2) }
}

extension CapturedPhoto {
    /// The same photo in a shape, upright and compressed once more; as it is if nothing is cut off. A proxy is not cut, as the photo
    /// library makes the photo of it; nor is a Live Photo, whose movie shows all.
    func cut(to shape: PhotoShape) async throws(PhotoFailure) -> CapturedPhoto {
        let canvas = shape.size(in: uprightSize)
        guard canvas != uprightSize, !isProxy, livePhotoMovie == nil else { return self }
        return try await PhotoComposition(
            photos: [0: self],
            arrangement: CameraArrangement(),
            format: format,
            canvas: canvas
        ).photo()
    }
}
