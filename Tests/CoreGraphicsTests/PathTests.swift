import CoreGraphics
import Testing

@Suite("Paths")
struct PathTests {
    @Test("A path's box is around its control points, or around the path itself")
    func boxes() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addCurve(
            to: CGPoint(x: 10, y: 0),
            control1: CGPoint(x: 0, y: 8),
            control2: CGPoint(x: 10, y: 8)
        )
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 8))
        // In the middle the curve has reached three quarters of its control points' height.
        #expect(abs(path.boundingBoxOfPath.maxY - 6) < 1e-9)
        #expect(CGMutablePath().boundingBox.isNull)
    }

    @Test("Rectangles, rounded rectangles and ellipses fill their rectangle")
    func shapes() {
        let rect = CGRect(x: 2, y: 3, width: 40, height: 20)
        let shapes = [
            CGPath(rect: rect, transform: nil), CGPath(ellipseIn: rect, transform: nil),
            CGPath(roundedRect: rect, cornerWidth: 5, cornerHeight: 4, transform: nil),
        ]
        for shape in shapes {
            let box = shape.boundingBoxOfPath
            #expect(abs(box.minX - 2) < 1e-6 && abs(box.maxX - 42) < 1e-6)
            #expect(abs(box.minY - 3) < 1e-6 && abs(box.maxY - 23) < 1e-6)
            #expect(shape.contains(CGPoint(x: 22, y: 13)))
            #expect(!shape.contains(CGPoint(x: 1, y: 13)))
        }
        let corner = CGPoint(x: 2.5, y: 3.5)
        #expect(shapes.map { $0.contains(corner) } == [true, false, false])
        #expect(shapes.map { $0.isRect(nil) } == [true, false, false])
    }

    @Test("The even-odd rule makes a hole where the winding rule does not")
    func rules() {
        let path = CGMutablePath()
        path.addRects([CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 3, y: 3, width: 4, height: 4)])
        let middle = CGPoint(x: 5, y: 5)
        #expect(path.contains(middle, using: .winding))
        #expect(!path.contains(middle, using: .evenOdd))
        #expect(path.contains(CGPoint(x: 1, y: 1), using: .evenOdd))
    }

    @Test("An open subpath counts as closed")
    func openPath() {
        let path = CGMutablePath()
        path.addLines(between: [.zero, CGPoint(x: 4, y: 0), CGPoint(x: 0, y: 4)])
        #expect(path.contains(CGPoint(x: 1, y: 1)))
        #expect(!path.contains(CGPoint(x: 3, y: 3)))
    }

    @Test("Arcs go the way that is asked for, and begin with a line from the current point")
    func arcs() {
        let counter = CGMutablePath()
        counter.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        #expect(abs(counter.currentPoint.y - 1) < 1e-9)
        #expect(counter.boundingBoxOfPath.minX > -1e-9)
        let clockwise = CGMutablePath()
        clockwise.move(to: CGPoint(x: 5, y: 0))
        clockwise.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(abs(clockwise.boundingBoxOfPath.minX + 1) < 1e-3)
        #expect(clockwise.boundingBoxOfPath.maxX == 5)
        let circle = CGMutablePath()
        circle.addArc(center: .zero, radius: 2, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
        #expect(abs(circle.boundingBoxOfPath.width - 4) < 1e-3)
    }

    @Test("What needs a current point does nothing without one")
    func nothingWithoutPoint() {
        let path = CGMutablePath()
        path.addLine(to: CGPoint(x: 1, y: 1))
        path.closeSubpath()
        #expect(path.isEmpty)
    }

    @Test("A copy does not follow its original; a transform moves it")
    func copies() throws {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        var transform = CGAffineTransform(translationX: 5, y: 0)
        let copy = try #require(path.copy(using: &transform))
        path.addRect(CGRect(x: 9, y: 9, width: 1, height: 1))
        #expect(copy == CGPath(rect: CGRect(x: 5, y: 0, width: 1, height: 1), transform: nil))
    }

    @Test("Each part is handed over with its points")
    func elements() {
        var types: [CGPathElementType] = []
        CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil).applyWithBlock {
            types.append($0.pointee.type)
        }
        #expect(types == [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint, .closeSubpath])
    }
}
