import Foundation
import FoundationExtras

/// The parts of a path.
struct PathSegments: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case quad(CGPoint, control: CGPoint)
        case curve(CGPoint, control1: CGPoint, control2: CGPoint)
        case close

        /// Control points, and where the segment ends.
        var points: [CGPoint] {
            switch self {
            case .move(let point), .line(let point): [point]
            case .quad(let point, let control): [control, point]
            case .curve(let point, let control1, let control2): [control1, control2, point]
            case .close: []
            }
        }

        func applying(_ transform: CGAffineTransform) -> Segment { map { $0.applying(transform) } }

        /// The segment with no point further from the origin, in each direction.
        func limited(to distance: CGFloat) -> Segment {
            map { CGPoint(x: min(max($0.x, -distance), distance), y: min(max($0.y, -distance), distance)) }
        }

        private func map(_ change: (CGPoint) -> CGPoint) -> Segment {
            switch self {
            case .move(let point): .move(change(point))
            case .line(let point): .line(change(point))
            case .quad(let point, let control): .quad(change(point), control: change(control))
            case .curve(let point, let control1, let control2):
                .curve(change(point), control1: change(control1), control2: change(control2))
            case .close: .close
            }
        }
    }

    private(set) var all: [Segment] = []
    /// Where the next segment begins; nil before the first.
    private(set) var current: CGPoint?
    private var start: CGPoint?

    /// Adds a segment, unless it has nowhere to begin, or its points are nowhere: Foundation's rectangles end the process over what is no
    /// number.
    mutating func append(_ segment: Segment) {
        guard segment.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        switch segment {
        case .move(let point): (start, current) = (point, point)
        case .close:
            guard current != nil else { return }
            current = start
        case .line, .quad, .curve:
            // Core Graphics refuses what has nowhere to begin.
            guard current != nil else { return }
            current = segment.points.last
        }
        all.append(segment)
    }

    mutating func append(_ others: PathSegments, _ transform: CGAffineTransform = .identity) {
        for segment in others.all { append(segment.applying(transform)) }
    }

    mutating func addRect(_ rect: CGRect, _ transform: CGAffineTransform) {
        guard !rect.isNull else { return }
        let corners = [
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
            CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
        ].map { $0.applying(transform) }
        append(.move(corners[0]))
        for corner in corners.dropFirst() { append(.line(corner)) }
        append(.close)
    }

    mutating func addEllipse(_ rect: CGRect, _ transform: CGAffineTransform) {
        let toRect = CGAffineTransform(
            a: rect.width / 2,
            b: 0,
            c: 0,
            d: rect.height / 2,
            tx: rect.midX,
            ty: rect.midY
        ).concatenating(transform)
        append(.move(CGPoint(x: 1, y: 0).applying(toRect)))
        appendArc(from: 0, by: 2 * .pi, toRect)
        append(.close)
    }

    /// Adds an arc as Core Graphics does: with a line from the current point to its beginning, if there is one.
    mutating func addArc(
        center: CGPoint,
        radius: CGFloat,
        from startAngle: CGFloat,
        by delta: CGFloat,
        _ transform: CGAffineTransform
    ) {
        let toCircle = CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
            .concatenating(transform)
        let begin = CGPoint(x: cos(startAngle), y: sin(startAngle)).applying(toCircle)
        append(current == nil ? .move(begin) : .line(begin))
        appendArc(from: startAngle, by: delta, toCircle)
    }

    /// Adds an arc of the unit circle in pieces of a quarter at most, which differ from it by 3 in 10000.
    private mutating func appendArc(from startAngle: CGFloat, by delta: CGFloat, _ transform: CGAffineTransform) {
        guard delta.isFinite, delta != 0 else { return }
        let count = max(1, Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = delta / CGFloat(count)
        let reach = 4 / 3 * tan(step / 4)
        for index in 0..<count {
            let (from, to) = (startAngle + step * CGFloat(index), startAngle + step * CGFloat(index + 1))
            let control1 = CGPoint(x: cos(from) - reach * sin(from), y: sin(from) + reach * cos(from))
            let control2 = CGPoint(x: cos(to) + reach * sin(to), y: sin(to) - reach * cos(to))
            let segment = Segment.curve(CGPoint(x: cos(to), y: sin(to)), control1: control1, control2: control2)
            append(segment.applying(transform))
        }
    }

    mutating func addRoundedRect(_ rect: CGRect, _ across: CGFloat, _ down: CGFloat, _ transform: CGAffineTransform) {
        let (width, height) = (min(across, rect.width / 2), min(down, rect.height / 2))
        guard width > 0, height > 0 else { return addRect(rect, transform) }
        // A quarter of an ellipse, turned by a quarter for each corner, from the middle of the right side on.
        let reach: CGFloat = 4 / 3 * tan(.pi / 8)
        let corners: [(x: CGFloat, y: CGFloat, CGFloat, CGFloat, isAcross: Bool)] = [
            (rect.maxX, rect.maxY, 1, 1, true), (rect.minX, rect.maxY, -1, 1, false),
            (rect.minX, rect.minY, -1, -1, true), (rect.maxX, rect.minY, 1, -1, false),
        ]
        append(.move(CGPoint(x: rect.maxX, y: rect.midY).applying(transform)))
        for (x, y, right, up, startsAtSide) in corners {
            let side = CGPoint(x: x, y: y - up * height)
            let edge = CGPoint(x: x - right * width, y: y)
            let sideControl = CGPoint(x: x, y: y - up * height * (1 - reach))
            let edgeControl = CGPoint(x: x - right * width * (1 - reach), y: y)
            append(Segment.line(startsAtSide ? side : edge).applying(transform))
            let curve: Segment =
                startsAtSide
                ? .curve(edge, control1: sideControl, control2: edgeControl)
                : .curve(side, control1: edgeControl, control2: sideControl)
            append(curve.applying(transform))
        }
        append(.close)
    }
}

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
