/// How an image must be turned to be seen upright; the values are those of the EXIF orientation tag.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// The first row is the top, the first column the left.
    case up = 1
    /// As ``up``, mirrored left to right.
    case upMirrored = 2
    /// Turned by 180 degrees.
    case down = 3
    /// As ``down``, mirrored left to right.
    case downMirrored = 4
    /// The first row is the left, the first column the top.
    case leftMirrored = 5
    /// The first row is the right, the first column the top: turn clockwise by 90 degrees to see it upright.
    case right = 6
    /// The first row is the right, the first column the bottom.
    case rightMirrored = 7
    /// The first row is the left, the first column the bottom: turn counterclockwise by 90 degrees to see it upright.
    case left = 8
}
