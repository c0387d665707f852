/// How a picture is to be turned to be upright.
public struct ImageOrientation: Sendable, Hashable {
    /// Degrees, clockwise: 0, 90, 180 or 270.
    public let turn: Int
    /// Whether the picture, once turned, is flipped left to right.
    public let isMirrored: Bool

    /// An orientation.
    ///
    /// - Parameters:
    ///   - turn: degrees, clockwise; any multiple of 90.
    ///   - isMirrored: whether the turned picture is flipped left to right.
    public init(turn: Int = 0, isMirrored: Bool = false) {
        self.turn = ((turn % 360) + 360) % 360 / 90 * 90
        self.isMirrored = isMirrored
    }

    /// The picture is upright.
    public static let upright = ImageOrientation()

    /// EXIF's number for it, 1 to 8, which is also the raw value of Apple's `CGImagePropertyOrientation`.
    public var exif: Int {
        switch (turn, isMirrored) {
        case (90, false): 6
        case (180, false): 3
        case (270, false): 8
        case (90, true): 5
        case (180, true): 4
        case (270, true): 7
        case (_, true): 2
        case (_, false): 1
        }
    }

    /// The orientation that a number of EXIF's stands for; upright for anything but 1 to 8.
    public init(exif: Int) {
        switch exif {
        case 2: self.init(isMirrored: true)
        case 3: self.init(turn: 180)
        case 4: self.init(turn: 180, isMirrored: true)
        case 5: self.init(turn: 90, isMirrored: true)
        case 6: self.init(turn: 90)
        case 7: self.init(turn: 270, isMirrored: true)
        case 8: self.init(turn: 270)
        default: self.init()
        }
    }
}
