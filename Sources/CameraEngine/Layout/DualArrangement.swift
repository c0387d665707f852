/// Where the pictures of two cameras stand on one canvas (R-MULTI-7, R-MULTI-8).
///
/// Places and sizes are fractions of the canvas, with the origin at the upper left. Pictures fill their rectangles without being
/// stretched: what does not fit is cut off, in equal parts on both sides.
public struct DualArrangement: Sendable, Hashable, Codable {
    /// How two pictures share the canvas.
    public enum Layout: String, Sendable, Hashable, Codable, CaseIterable {
        /// One fills the canvas, the other stands in a small rectangle upon it.
        case pictureInPicture
        /// Each has a half, left and right.
        case sideBySide
        /// Each has a half, above and below.
        case topAndBottom
    }

    /// How the pictures share the canvas.
    public var layout: Layout
    /// Whether the cameras have changed places. If not, the first camera's picture is the large, left, or upper one.
    public var isSwapped: Bool
    /// Where the small picture stands, and how large it is. Kept while another layout is shown.
    public var pip: PictureInPicture

    /// An arrangement.
    public init(layout: Layout = .pictureInPicture, isSwapped: Bool = false, pip: PictureInPicture = PictureInPicture())
    {
        self.layout = layout
        self.isSwapped = isSwapped
        self.pip = pip
    }

    /// The camera whose picture is the large, left, or upper one.
    public var leading: DualCamera { isSwapped ? .second : .first }

    /// The same with a small picture that lies on the canvas (see ``PictureInPicture/clamped()``).
    public func clamped() -> DualArrangement {
        var result = self
        result.pip = pip.clamped()
        return result
    }

    /// Where the pictures stand, from the back to the front.
    ///
    /// - Parameter alone: the camera that has a picture, when the other has none: it fills the canvas.
    public func placements(alone: DualCamera? = nil) -> [FramePlacement] {
        if let alone { return [FramePlacement(camera: alone, rect: .whole)] }
        let halves: (NormalizedRect, NormalizedRect)
        switch layout {
        case .pictureInPicture:
            return [FramePlacement(camera: leading, rect: .whole), pip.clamped().placement(of: leading.other)]
        case .sideBySide:
            halves = (
                NormalizedRect(x: 0, y: 0, width: 0.5, height: 1), NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
            )
        case .topAndBottom:
            halves = (
                NormalizedRect(x: 0, y: 0, width: 1, height: 0.5), NormalizedRect(x: 0, y: 0.5, width: 1, height: 0.5)
            )
        }
        return [
            FramePlacement(camera: leading, rect: halves.0), FramePlacement(camera: leading.other, rect: halves.1),
        ]
    }
}
