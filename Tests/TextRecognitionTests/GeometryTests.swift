import Foundation
import Testing

@testable import TextRecognition

/// Rectangles around marks of text.
@Suite("Geometry of text")
struct GeometryTests {
    @Test("A hull has the corners of a square and no point within it")
    func hull() {
        let points = [(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0), (4, 2)].map { TextPoint(Double($0), Double($1)) }
        #expect(
            Set(convexHull(points)) == Set([(0, 0), (4, 0), (4, 4), (0, 4)].map { TextPoint(Double($0), Double($1)) })
        )
    }

    @Test(
        "The smallest rectangle around a turned bar lies along it",
        arguments: [-85.0, -68, -51, -34, -17, 0, 17, 34, 51, 68, 85]
    )
    func turnedBar(degrees: Double) throws {
        let bar = turned(width: 60, height: 10, degrees: degrees)
        let box = try #require(OrientedBox(aroundHull: convexHull(bar)))
        #expect(abs(box.halfLength - 30) < 1e-6)
        #expect(abs(box.halfHeight - 5) < 1e-6)
        #expect((box.center - TextPoint(100, 100)).length < 1e-6)
    }

    @Test(
        "Text is read to the right, or downwards where it stands",
        arguments: [-85.0, -68, -51, -34, -17, 0, 17, 34, 51, 68, 85]
    )
    func direction(degrees: Double) throws {
        let box = try #require(OrientedBox(aroundHull: convexHull(turned(width: 60, height: 10, degrees: degrees))))
        let along = box.quad.topRight - box.quad.topLeft
        if abs(degrees) < 45 {
            #expect(along.x > 0)
        } else {
            #expect(along.y > 0)
        }
        // The lower edge lies clockwise from the direction of reading.
        #expect(TextPoint.cross(along, box.quad.bottomLeft - box.quad.topLeft) > 0)
        #expect(abs(box.quad.length - 60) < 1e-6)
        #expect(abs(box.quad.height - 10) < 1e-6)
    }

    @Test("A few letters that are hardly longer than tall stand upright")
    func shortText() throws {
        let box = try #require(OrientedBox(aroundHull: convexHull(turned(width: 10, height: 11, degrees: 0))))
        #expect(box.quad.topRight.x > box.quad.topLeft.x)
        #expect(abs(box.quad.length - 10) < 1e-6)
    }

    @Test("Three points on a line have no rectangle")
    func degenerate() {
        let line = [TextPoint(0, 0), TextPoint(1, 0), TextPoint(2, 0)]
        #expect(OrientedBox(aroundHull: convexHull(line)) == nil)
    }

    @Test("A mark grows by its area over its circumference, times the ratio")
    func unclip() throws {
        let box = try #require(OrientedBox(aroundHull: convexHull(turned(width: 60, height: 10, degrees: 30))))
        let whole = box.unclipped(ratio: 1.6)
        let distance = 60.0 * 10 * 1.6 / (2 * 70)
        #expect(abs(whole.halfLength - 30 - distance) < 1e-6)
        #expect(abs(whole.halfHeight - 5 - distance) < 1e-6)
    }

    @Test("A part of a line runs as the line does")
    func part() {
        let quad = TextQuad(
            topLeft: TextPoint(10, 0),
            topRight: TextPoint(10, 100),
            bottomRight: TextPoint(0, 100),
            bottomLeft: TextPoint(0, 0)
        )
        let middle = quad.part(0.25...0.75)
        #expect(middle.topLeft == TextPoint(10, 25))
        #expect(middle.bottomRight == TextPoint(0, 75))
        #expect(quad.reversed.topLeft == TextPoint(0, 100))
        #expect(quad.reversed.reversed == quad)
    }

    /// The corners of a bar around (100, 100).
    private func turned(width: Double, height: Double, degrees: Double) -> [TextPoint] {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
            let (x, y) = (x * width / 2, y * height / 2)
            return TextPoint(100 + x * cosine - y * sine, 100 + x * sine + y * cosine)
        }
    }
}
