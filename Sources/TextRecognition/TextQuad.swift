/// The rectangle around a line of text, which may be turned: its corners as the text is read.
public struct TextQuad: Hashable, Sendable, Codable {
    /// Where the first letter's upper edge begins.
    public var topLeft: TextPoint
    public var topRight: TextPoint
    public var bottomRight: TextPoint
    public var bottomLeft: TextPoint

    public init(topLeft: TextPoint, topRight: TextPoint, bottomRight: TextPoint, bottomLeft: TextPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    public var corners: [TextPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// How long the text is, in pixels.
    public var length: Double { (topRight - topLeft).length }
    /// How tall it is.
    public var height: Double { (bottomLeft - topLeft).length }

    public var center: TextPoint { (topLeft + bottomRight) * 0.5 }

    /// The same rectangle for text that runs the other way.
    public var reversed: TextQuad {
        TextQuad(topLeft: bottomRight, topRight: bottomLeft, bottomRight: topLeft, bottomLeft: topRight)
    }

    /// The part from one share of its length to another, 0 being where the text begins.
    public func part(_ range: ClosedRange<Double>) -> TextQuad {
        func along(_ from: TextPoint, _ to: TextPoint, _ share: Double) -> TextPoint { from + (to - from) * share }
        return TextQuad(
            topLeft: along(topLeft, topRight, range.lowerBound),
            topRight: along(topLeft, topRight, range.upperBound),
            bottomRight: along(bottomLeft, bottomRight, range.upperBound),
            bottomLeft: along(bottomLeft, bottomRight, range.lowerBound)
        )
    }

    /// A rectangle that is larger by so many pixels on each side.
    func grown(along: Double, across: Double) -> TextQuad {
        guard length > 0, height > 0 else { return self }
        let right = (topRight - topLeft) * (along / length)
        let down = (bottomLeft - topLeft) * (across / height)
        return TextQuad(
            topLeft: topLeft - right - down,
            topRight: topRight + right - down,
            bottomRight: bottomRight + right + down,
            bottomLeft: bottomLeft - right + down
        )
    }

    func scaled(x: Double, y: Double) -> TextQuad { mapped { TextPoint($0.x * x, $0.y * y) } }

    /// The quadrilateral of which each corner is moved.
    public func mapped(_ move: (TextPoint) -> TextPoint) -> TextQuad {
        TextQuad(
            topLeft: move(topLeft),
            topRight: move(topRight),
            bottomRight: move(bottomRight),
            bottomLeft: move(bottomLeft)
        )
    }
}

/// A place in an image, in pixels from its upper left corner.
public struct TextPoint: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        (self.x, self.y) = (x, y)
    }

    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
    static func * (a: Self, factor: Double) -> Self { Self(a.x * factor, a.y * factor) }

    /// The area that two vectors span; positive if `b` lies clockwise from `a`, as y goes down.
    static func cross(_ a: Self, _ b: Self) -> Double { a.x * b.y - a.y * b.x }
    static func dot(_ a: Self, _ b: Self) -> Double { a.x * b.x + a.y * b.y }

    /// The length of the vector that ends here.
    var length: Double { (x * x + y * y).squareRoot() }
}

/// A rectangle that may be turned.
struct OrientedBox: Equatable {
    var center: TextPoint
    /// The direction of the longer side; of length 1.
    var axis: TextPoint
    /// Half of the longer side, and of the shorter one.
    var halfLength: Double
    var halfHeight: Double

    /// The rectangle of the smallest area around a convex polygon: one of its sides lies on one of the polygon's.
    init?(aroundHull hull: [TextPoint]) {
        guard hull.count > 2 else { return nil }
        var best: (area: Double, box: OrientedBox)?
        for (index, corner) in hull.enumerated() {
            let side = hull[(index + 1) % hull.count] - corner
            guard side.length > 0 else { continue }
            let box = OrientedBox(around: hull, along: side * (1 / side.length))
            let area = box.halfLength * box.halfHeight
            if area < best?.area ?? .infinity { best = (area, box) }
        }
        guard let best else { return nil }
        self = best.box
    }

    private init(around hull: [TextPoint], along direction: TextPoint) {
        let normal = TextPoint(-direction.y, direction.x)
        let along = hull.map { TextPoint.dot($0, direction) }
        let across = hull.map { TextPoint.dot($0, normal) }
        let (left, right) = (along.min() ?? 0, along.max() ?? 0)
        let (top, bottom) = (across.min() ?? 0, across.max() ?? 0)
        center = direction * ((left + right) / 2) + normal * ((top + bottom) / 2)
        let isLong = right - left >= bottom - top
        axis = isLong ? direction : normal
        halfLength = max(right - left, bottom - top) / 2
        halfHeight = min(right - left, bottom - top) / 2
    }

    /// A detector marks the middle of text. The whole text is as much larger on each side as a part of area by circumference.
    func unclipped(ratio: Double) -> OrientedBox {
        let distance = 4 * halfLength * halfHeight * ratio / (4 * (halfLength + halfHeight))
        var whole = self
        whole.halfLength += distance
        whole.halfHeight += distance
        return whole
    }

    /// Its corners as text in it is probably read: from the left to the right, or downwards if it stands upright.
    var quad: TextQuad {
        var forward = axis
        // Nearly square: few letters, which stand as letters do unless they are turned by much.
        if halfLength < halfHeight * 1.2, abs(forward.y) > abs(forward.x) {
            forward = TextPoint(forward.y, -forward.x)
            return quad(forward, halfHeight, halfLength)
        }
        return quad(forward, halfLength, halfHeight)
    }

    private func quad(_ direction: TextPoint, _ length: Double, _ height: Double) -> TextQuad {
        let isUpright = abs(direction.y) > abs(direction.x)
        let isBackwards = isUpright ? direction.y < 0 : direction.x < 0
        let forward = direction * (isBackwards ? -length : length)
        let down = TextPoint(-forward.y, forward.x) * (height / length)
        return TextQuad(
            topLeft: center - forward - down,
            topRight: center + forward - down,
            bottomRight: center + forward + down,
            bottomLeft: center - forward + down
        )
    }
}

/// The corners of the smallest convex polygon around some points, clockwise as seen on a screen, by Andrew's monotone chain.
func convexHull(_ points: [TextPoint]) -> [TextPoint] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    let lower = halfHull(sorted)
    let upper = halfHull(sorted.reversed())
    return lower.dropLast() + upper.dropLast()
}

private func halfHull(_ sorted: some Sequence<TextPoint>) -> [TextPoint] {
    var hull: [TextPoint] = []
    for point in sorted {
        while hull.count > 1,
            TextPoint.cross(hull[hull.count - 1] - hull[hull.count - 2], point - hull[hull.count - 1]) <= 0
        {
            hull.removeLast()
        }
        hull.append(point)
    }
    return hull
}
