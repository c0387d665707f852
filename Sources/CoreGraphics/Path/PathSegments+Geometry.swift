import Foundation
import FoundationExtras

extension PathSegments {
    /// The smallest rectangle around all points, control points among them; null without any.
    var controlBox: CGRect {
        Self.box(around: all.flatMap(\.points))
    }

    /// The smallest rectangle around the path itself.
    var exactBox: CGRect {
        var points: [CGPoint] = []
        var from = CGPoint.zero
        for segment in all {
            let ends = segment.points
            if let last = ends.last {
                if ends.count > 1 { points += Self.turningPoints([from] + ends) }
                points.append(last)
                from = last
            }
        }
        return Self.box(around: points)
    }

    private static func box(around points: [CGPoint]) -> CGRect {
        guard
            let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let bottom = points.map(\.y).min(), let top = points.map(\.y).max()
        else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// The points of a Bezier curve where it turns back in x or y.
    private static func turningPoints(_ points: [CGPoint]) -> [CGPoint] {
        let times = [points.map(\.x), points.map(\.y)].flatMap(turningTimes)
        return times.filter { $0 > 0 && $0 < 1 }.map { point(on: points, at: $0) }
    }

    private static func turningTimes(_ p: [CGFloat]) -> [CGFloat] {
        if p.count == 3 {
            let bend = p[0] - 2 * p[1] + p[2]
            return bend == 0 ? [] : [(p[0] - p[1]) / bend]
        }
        let a = -p[0] + 3 * p[1] - 3 * p[2] + p[3]
        let b = 2 * (p[0] - 2 * p[1] + p[2])
        let c = p[1] - p[0]
        if abs(a) < 1e-12 { return b == 0 ? [] : [-c / b] }
        let root = b * b - 4 * a * c
        guard root >= 0 else { return [] }
        return [(-b + root.squareRoot()) / (2 * a), (-b - root.squareRoot()) / (2 * a)]
    }

    /// A point of a Bezier curve, by repeated interpolation.
    private static func point(on points: [CGPoint], at time: CGFloat) -> CGPoint {
        var rest = points
        while rest.count > 1 {
            rest = zip(rest, rest.dropFirst()).map { from, to in
                CGPoint(x: from.x + (to.x - from.x) * time, y: from.y + (to.y - from.y) * time)
            }
        }
        return rest[0]
    }

    /// The subpaths as closed polygons.
    var polygons: [[CGPoint]] {
        var polygons: [[CGPoint]] = []
        var polygon: [CGPoint] = []
        for segment in all {
            switch segment {
            case .move(let point):
                if polygon.count > 1 { polygons.append(polygon) }
                polygon = [point]
            case .line(let point): polygon.append(point)
            case .quad, .curve:
                let points = [polygon.last ?? .zero] + segment.points
                let pieces = 32
                polygon += (1...pieces).map { Self.point(on: points, at: CGFloat($0) / CGFloat(pieces)) }
            case .close:
                let start = polygon.first
                if polygon.count > 1 { polygons.append(polygon) }
                polygon = start.map { [$0] } ?? []
            }
        }
        if polygon.count > 1 { polygons.append(polygon) }
        return polygons
    }

    /// Whether a point lies inside.
    func contains(_ point: CGPoint, _ rule: CGPathFillRule) -> Bool {
        guard exactBox.insetBy(dx: -1e-9, dy: -1e-9).contains(point) else { return false }
        var winding = 0
        for polygon in polygons {
            for (from, to) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
                // A ray to the right. A side counts from its lower end on and without its upper one.
                guard (from.y <= point.y) != (to.y <= point.y) else { continue }
                let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
                if x > point.x { winding += to.y > from.y ? 1 : -1 }
            }
        }
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// The rectangle that the path is; nil if it is something else.
    var rectangle: CGRect? {
        var points = all.flatMap(\.points)
        let isPolygon = all.allSatisfy { segment in
            switch segment {
            case .quad, .curve: false
            default: true
            }
        }
        let moves = all.filter { if case .move = $0 { true } else { false } }
        guard isPolygon, moves.count == 1, let first = points.first else { return nil }
        if points.count == 5, points[4] == first { points.removeLast() }
        guard points.count == 4 else { return nil }
        let isUpright = (0..<4).allSatisfy { index in
            let (from, to) = (points[index], points[(index + 1) % 4])
            return index % 2 == 0 ? from.y == to.y : from.x == to.x
        }
        let isTurned = (0..<4).allSatisfy { index in
            let (from, to) = (points[index], points[(index + 1) % 4])
            return index % 2 == 0 ? from.x == to.x : from.y == to.y
        }
        return isUpright || isTurned ? Self.box(around: points) : nil
    }
}
