import Foundation
import LiveText

/// Lines of text that were seen in the live picture.
struct TextBoxes: Equatable, Sendable {
    /// Each line's corners, from 0 to 1 in the upright frame, in the order of reading.
    var lines: [[CGPoint]] = []
    /// The upright frame's width divided by its height; `nil` as long as no frame was seen.
    var aspectRatio: Double?

    static let none = TextBoxes()

    /// What a look at a frame has found.
    init(_ observation: LiveTextObservation, width: Int, height: Int) {
        lines = observation.lines.map(\.corners)
        aspectRatio = height > 0 ? Double(width) / Double(height) : nil
    }

    init() {}

    /// The outlines in a view that the frame fills, and partly leaves on two sides.
    ///
    /// - Parameter isMirrored: whether the preview is flipped left to right; the frames are not.
    func outlines(in size: CGSize, isMirrored: Bool) -> [[CGPoint]] {
        guard let aspectRatio, aspectRatio > 0, size.width > 0, size.height > 0 else { return [] }
        // The frame as large as it is shown.
        let width = max(size.width, size.height * aspectRatio)
        let height = width / aspectRatio
        let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
        return lines.map { corners in
            corners.map { corner in
                CGPoint(x: left + (isMirrored ? 1 - corner.x : corner.x) * width, y: top + corner.y * height)
            }
        }
    }
}
