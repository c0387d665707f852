import CoreGraphics
import CoreMedia
import ImageProcessing

/// How images are to be.
struct ImageOptions: Sendable {
    var isTurned = false
    var maximumSize = CGSize.zero
    var aperture: AVAssetImageGenerator.ApertureMode?
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity

    /// How a track's pictures are turned.
    func turn(_ track: TrackContents) -> (rotation: PixelRotation, isMirrored: Bool) {
        isTurned ? Self.turn(track.transform) : (.none, false)
    }

    /// The quarter turns, and the mirror image after it, that come nearest to a transform.
    static func turn(_ transform: CGAffineTransform) -> (rotation: PixelRotation, isMirrored: Bool) {
        let isMirrored = transform.a * transform.d - transform.b * transform.c < 0
        let (a, b) = (isMirrored ? -transform.a : transform.a, transform.b)
        let rotation: PixelRotation =
            abs(a) >= abs(b) ? (a >= 0 ? .none : .upsideDown180) : (b >= 0 ? .clockwise90 : .clockwise270)
        return (rotation, isMirrored)
    }

    /// A side in whole pixels; a file may claim any.
    private static func side(_ length: CGFloat) -> Int32 {
        Int32(min(max(1, length.rounded()), CGFloat(Int16.max)))
    }

    /// The size of a track's images before they are turned.
    func size(_ track: TrackContents) -> CMVideoDimensions {
        let stored = track.formats.first.map(CMVideoFormatDescriptionGetDimensions) ?? CMVideoDimensions()
        let encoded = CGSize(width: Int(stored.width), height: Int(stored.height))
        let whole = aperture == .encodedPixels || track.naturalSize.width <= 0 ? encoded : track.naturalSize
        let isTurned = turn(track).rotation.exchangesAxes
        let limit = isTurned ? CGSize(width: maximumSize.height, height: maximumSize.width) : maximumSize
        let across = limit.width > 0 ? limit.width / whole.width : 1
        let down = limit.height > 0 ? limit.height / whole.height : 1
        let scale = min(1, across, down)
        return CMVideoDimensions(
            width: Self.side(whole.width * scale),
            height: Self.side(whole.height * scale)
        )
    }
}
