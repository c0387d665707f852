import CameraEngine
import Foundation

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
