import CameraEngine
import Foundation
import LiveText

/// How the camera's screen is laid out in the room that there is.
struct ScreenLayout: Equatable {
    /// In points.
    var size: CGSize
    /// Whether text has one of the accessibility sizes.
    var hasLargeText = false

    /// Whether the controls stand at the side instead of below.
    var isLandscape: Bool { size.width > size.height }

    /// Whether there is the room of a tablet.
    var isWide: Bool { min(size.width, size.height) >= 600 }

    /// Whether there is little room even for the controls: the smallest phones.
    var isCompact: Bool { min(size.width, size.height) < 360 || max(size.width, size.height) < 600 }

    /// The shutter's diameter.
    var shutterDiameter: CGFloat { isCompact ? 62 : 74 }

    /// The side of the buttons in the bars: no finger hits less than 44 points.
    var buttonSide: CGFloat { isWide ? 52 : 44 }

    /// The distance of controls from the screen's border.
    var margin: CGFloat { isWide ? 28 : isCompact ? 10 : 16 }

    /// The most that words are wide: lines stay short enough for the eye, and large letters have the whole width.
    var textWidth: CGFloat { hasLargeText ? .infinity : isWide ? 480 : 340 }
}

/// What a photo will have of the picture that fills the screen.
struct PhotoFrame: Equatable {
    /// The photo's shape.
    var shape: PhotoShape
    /// The size of an uncut photo, however the sensor lies.
    var photo: PhotoSize
    /// The room that the picture fills. The phone is held as it lies.
    var room: CGSize

    /// A part of the room that a photo will not have.
    struct CoveredPart: Identifiable, Equatable {
        var id: Int
        var frame: CGRect
    }

    /// The part that a photo will have; `nil` where that is all that is seen.
    var rect: CGRect? {
        let (long, short) = (max(photo.width, photo.height), min(photo.width, photo.height))
        let isUpright = room.height >= room.width
        let picture = isUpright ? PhotoSize(width: short, height: long) : PhotoSize(width: long, height: short)
        guard picture.area > 0 else { return nil }
        let cut = shape.size(in: picture)
        let scale = max(room.width / CGFloat(picture.width), room.height / CGFloat(picture.height))
        let size = CGSize(width: CGFloat(cut.width) * scale, height: CGFloat(cut.height) * scale)
        let origin = CGPoint(x: (room.width - size.width) / 2, y: (room.height - size.height) / 2)
        let seen = CGRect(origin: origin, size: size).intersection(CGRect(origin: .zero, size: room))
        return room.width - seen.width < 1 && room.height - seen.height < 1 ? nil : seen
    }

    /// What lies around a part of a room: above, below, on the left and on the right.
    static func coveredParts(around rect: CGRect, in room: CGSize) -> [CoveredPart] {
        let parts = [
            CGRect(x: 0, y: 0, width: room.width, height: rect.minY),
            CGRect(x: 0, y: rect.maxY, width: room.width, height: room.height - rect.maxY),
            CGRect(x: 0, y: rect.minY, width: rect.minX, height: rect.height),
            CGRect(x: rect.maxX, y: rect.minY, width: room.width - rect.maxX, height: rect.height),
        ]
        return parts.enumerated().map { CoveredPart(id: $0, frame: $1) }.filter {
            $0.frame.width > 0 && $0.frame.height > 0
        }
    }
}

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
