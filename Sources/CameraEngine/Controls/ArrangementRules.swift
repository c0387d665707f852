/// Where the small picture of two may stand, how large it may be, and how pictures move, as numbers for a user interface that draws
/// them by itself, because a picture in the hand cannot wait. They are those of ``PictureInPicture`` and ``ArrangementAnimator``.
///
/// A small picture that is let go goes into the nearest corner, and one that is resized stays in its corner
/// (``PictureInPicture/snapped()``, ``PictureInPicture/resized(to:)``).
public struct ArrangementRules: Sendable, Hashable, Codable {
    /// The layouts, in the order in which a key goes through them.
    public let layouts: [CameraArrangement.Layout]
    /// The least width, as a fraction of the canvas' width.
    public let minimumWidth: Double
    /// The greatest width, as a fraction of the canvas' width.
    public let maximumWidth: Double
    /// By how much one step changes the width.
    public let sizeStep: Double
    /// How far it stays away from the left and right border in a corner, as a fraction of the canvas' width.
    public let horizontalMargin: Double
    /// How far it stays away from the upper and lower border in a corner, as a fraction of the canvas' height.
    public let verticalMargin: Double
    /// The radius of its corners, as a fraction of the canvas' height.
    public let cornerRadius: Double
    /// The width of its border, as a fraction of the canvas' height.
    public let border: Double
    /// How long pictures take from one place to another, in milliseconds.
    public let moveMilliseconds: Double

    /// The rules of all small pictures.
    public init() {
        layouts = CameraArrangement.Layout.allCases
        (minimumWidth, maximumWidth) = (PictureInPicture.widths.lowerBound, PictureInPicture.widths.upperBound)
        sizeStep = PictureInPicture.sizeStep
        (horizontalMargin, verticalMargin) = (PictureInPicture.horizontalMargin, PictureInPicture.verticalMargin)
        (cornerRadius, border) = (PictureInPicture.cornerRadius, PictureInPicture.border)
        moveMilliseconds = Double(ArrangementAnimator.duration) / 1_000_000
    }
}
