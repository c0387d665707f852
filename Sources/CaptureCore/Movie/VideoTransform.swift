import CaptureDriver
import FoundationExtras

/// How the frames of a movie are to be turned and mirrored when they are shown; the pixels stay as the sensor gave them
/// (S-116).
package enum VideoTransform {
    /// The track matrix of a connection's rotation and mirroring, which moves the shown frame to the origin.
    ///
    /// The angle says how far the frame must be turned clockwise; mirroring then flips the turned frame left to right, as it
    /// does for photos and for connections that turn the pixels themselves.
    ///
    /// - Parameter size: of the pixels, unturned.
    package static func matrix(rotationAngle: Int, isMirrored: Bool, size: CaptureDimensions) -> CGAffineTransform {
        let (width, height) = (Double(size.width), Double(size.height))
        let turned =
            switch ((rotationAngle % 360) + 360) % 360 {
            case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
            case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
            case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
            default: CGAffineTransform.identity
            }
        guard isMirrored else { return turned }
        let shownWidth = rotationAngle % 180 == 0 ? width : height
        return CGAffineTransform(
            a: -turned.a,
            b: turned.b,
            c: -turned.c,
            d: turned.d,
            tx: shownWidth - turned.tx,
            ty: turned.ty
        )
    }
}
