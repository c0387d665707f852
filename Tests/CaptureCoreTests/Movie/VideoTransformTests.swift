import CaptureCore
import CaptureDriver
import Foundation
import FoundationExtras
import Testing

@Suite("How movies are turned")
struct VideoTransformTests {
    /// Where a corner of the stored picture is shown.
    private func shown(_ point: CGPoint, _ angle: Int, _ isMirrored: Bool) -> CGPoint {
        let matrix = VideoTransform.matrix(
            rotationAngle: angle,
            isMirrored: isMirrored,
            size: CaptureDimensions(width: 1920, height: 1080)
        )
        return CGPoint(
            x: matrix.a * point.x + matrix.c * point.y + matrix.tx,
            y: matrix.b * point.x + matrix.d * point.y + matrix.ty
        )
    }

    @Test(
        "R-ROT-3, S-116: the picture's top left corner is shown where the angle and mirroring say",
        arguments: [
            (0, false, 0, 0), (90, false, 1080, 0), (180, false, 1920, 1080), (270, false, 0, 1920),
            (0, true, 1920, 0), (90, true, 0, 0), (180, true, 0, 1080), (270, true, 1080, 1920),
        ]
    )
    func corners(angle: Int, isMirrored: Bool, x: Int, y: Int) {
        #expect(shown(.zero, angle, isMirrored) == CGPoint(x: x, y: y))
        let opposite = shown(CGPoint(x: 1920, y: 1080), angle, isMirrored)
        let (width, height) = angle % 180 == 0 ? (1920, 1080) : (1080, 1920)
        #expect(opposite == CGPoint(x: width - x, y: height - y))
        #expect(angle % 180 != 0 || shown(CGPoint(x: 100, y: 0), angle, isMirrored).y == CGFloat(y))
    }
}
