import FoundationExtras
import Testing

@Suite("CGAffineTransform")
struct CGAffineTransformTests {
    private func near(_ left: CGPoint, _ right: CGPoint) -> Bool {
        abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9
    }

    @Test("Rotation goes from x to y")
    func rotation() {
        let point = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
        #expect(near(point, CGPoint(x: 0, y: 1)))
    }

    @Test("translatedBy, scaledBy and rotated apply before the receiver, concatenating after it")
    func order() {
        let point = CGPoint(x: 1, y: 2)
        let scale = CGAffineTransform(scaleX: 2, y: 3)
        #expect(near(point.applying(scale.translatedBy(x: 10, y: 20)), CGPoint(x: 22, y: 66)))
        let after = scale.concatenating(CGAffineTransform(translationX: 10, y: 20))
        #expect(near(point.applying(after), CGPoint(x: 12, y: 26)))
    }

    @Test("The inverse undoes, and a singular transform is its own inverse")
    func inverse() {
        let transform = CGAffineTransform.identity.translatedBy(x: 5, y: -3).rotated(by: 0.7).scaledBy(x: 2, y: 0.5)
        let point = CGPoint(x: 4, y: 9)
        #expect(near(point.applying(transform).applying(transform.inverted()), point))
        let singular = CGAffineTransform(scaleX: 0, y: 1)
        #expect(singular.inverted() == singular)
    }

    @Test("A rectangle becomes the upright rectangle around it; a size ignores moves")
    func rectangle() {
        let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 0)
        #expect(
            CGRect(x: 0, y: 0, width: 20, height: 10).applying(quarter) == CGRect(x: 90, y: 0, width: 10, height: 20)
        )
        #expect(CGSize(width: 20, height: 10).applying(quarter) == CGSize(width: -10, height: 20))
        #expect(CGAffineTransform.identity.isIdentity && !quarter.isIdentity)
    }

    @Test("Orientations have the EXIF tag's values")
    func orientation() {
        #expect(CGImagePropertyOrientation.right.rawValue == 6)
        #expect(CGImagePropertyOrientation(rawValue: 8) == .left)
    }
}
