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
