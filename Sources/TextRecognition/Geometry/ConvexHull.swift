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
