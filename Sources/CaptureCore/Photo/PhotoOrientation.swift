import FoundationExtras

/// How a photo is to be turned to be upright, told in its metadata; the pixels stay as the sensor gave them. Documented: S-116.
package enum PhotoOrientation {
    /// The EXIF orientation (1...8) of a connection's rotation and mirroring.
    ///
    /// The angle says how far the photo must be turned clockwise to be upright; mirroring flips the upright photo
    /// left to right, as it does for connections that turn the pixels themselves.
    ///
    /// | angle | plain | mirrored |
    /// |---|---|---|
    /// | 0 | 1 | 2 |
    /// | 90 | 6 | 5 |
    /// | 180 | 3 | 4 |
    /// | 270 | 8 | 7 |
    package static func exif(rotationAngle: Int, isMirrored: Bool) -> CGImagePropertyOrientation {
        switch (((rotationAngle % 360) + 360) % 360, isMirrored) {
        case (90, false): .right
        case (180, false): .down
        case (270, false): .left
        case (90, true): .leftMirrored
        case (180, true): .downMirrored
        case (270, true): .rightMirrored
        case (_, true): .upMirrored
        case (_, false): .up
        }
    }
}
