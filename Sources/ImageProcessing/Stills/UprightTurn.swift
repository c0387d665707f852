/// What turns a stored picture upright.
public struct UprightTurn: Equatable, Sendable {
    /// The clockwise turn.
    public let rotation: PixelRotation
    /// Whether the turned picture is then mirrored left to right.
    public let isMirrored: Bool

    /// - Parameter orientation: EXIF's number, 1 to 8; any other counts as 1, upright.
    public init(exifOrientation orientation: Int) {
        (rotation, isMirrored) =
            switch orientation {
            case 2: (.none, true)
            case 3: (.upsideDown180, false)
            case 4: (.upsideDown180, true)
            case 5: (.clockwise90, true)
            case 6: (.clockwise90, false)
            case 7: (.clockwise270, true)
            case 8: (.clockwise270, false)
            default: (.none, false)
            }
    }

    /// Whether width and height change places.
    public var exchangesAxes: Bool { rotation == .clockwise90 || rotation == .clockwise270 }
}
