/// Which shelf of a picture each line stands on: shelves are parted by bands that no upright text crosses, which may slope.
struct ShelfRows {
    // Tried on photographs and on rendered shelves.
    private static let leastLines = 8
    private static let leastInRow = 4
    private static let leastGap = 0.15
    private static let steepest = 0.12
    private static let slopes = 25

    private let slope: Double
    /// Where bands are, from the top, in rows of a picture that does not slope.
    private let cuts: [Double]

    init(_ lines: [SpineLine]) {
        let upright = lines.filter(\.isVertical)
        guard upright.count >= Self.leastLines else {
            (slope, cuts) = (0, [])
            return
        }
        var best: (total: Double, slope: Double, cuts: [Double]) = (0, 0, [])
        for step in 0..<Self.slopes {
            let slope = -Self.steepest + 2 * Self.steepest * Double(step) / Double(Self.slopes - 1)
            let gaps = Self.gaps(upright, slope)
            let total = gaps.reduce(0) { $0 + $1.size }
            if total > best.total { best = (total, slope, gaps.map(\.middle)) }
        }
        slope = best.slope
        cuts = best.cuts.filter { !Self.cutsSpines(upright, best.slope, $0) }
    }

    /// The row of a line, 0 being the uppermost.
    func row(of line: SpineLine) -> Int {
        let height = Self.height(line, slope)
        return cuts.reduce(0) { $0 + (height > $1 ? 1 : 0) }
    }

    private static func height(_ line: SpineLine, _ slope: Double) -> Double { line.center.y - slope * line.center.x }

    private static func gaps(_ lines: [SpineLine], _ slope: Double) -> [(size: Double, middle: Double)] {
        let spans = lines.map { line in
            (first: height(line, slope) - line.length / 2, last: height(line, slope) + line.length / 2)
        }.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
        var rows: [(first: Double, last: Double, count: Int)] = []
        for span in spans {
            if let row = rows.last, span.first <= row.last {
                rows[rows.count - 1] = (row.first, max(row.last, span.last), row.count + 1)
            } else {
                rows.append((span.first, span.last, 1))
            }
        }
        return zip(rows, rows.dropFirst()).compactMap { upper, lower in
            let size = lower.first - upper.last
            guard upper.count >= leastInRow, lower.count >= leastInRow,
                size > leastGap * min(upper.last - upper.first, lower.last - lower.first)
            else { return nil }
            return (size, (upper.last + lower.first) / 2)
        }
    }

    /// Whether a band lies between the authors and the titles of one shelf: then lines seldom continue on their own side of it,
    /// but mostly beyond it.
    private static func cutsSpines(_ lines: [SpineLine], _ slope: Double, _ cut: Double) -> Bool {
        let above = lines.filter { height($0, slope) < cut }
        let below = lines.filter { height($0, slope) >= cut }
        func continuing(_ lines: [SpineLine], into others: [SpineLine]) -> Double {
            Double(lines.filter { line in others.contains { continues(line, $0) } }.count)
        }
        let beyond = continuing(above, into: below) + continuing(below, into: above)
        let within = continuing(above, into: above) + continuing(below, into: below)
        return beyond >= 0.6 * Double(lines.count) && within < 0.4 * Double(lines.count)
    }

    private static func continues(_ a: SpineLine, _ b: SpineLine) -> Bool {
        let long = a.length > b.length ? a : b
        let way = b.center - a.center
        return abs(Point.dot(way, long.direction)) > 0.4 * (a.length + b.length)
            && long.direction.distanceAcross(way) < 0.55 * max(a.height, b.height)
    }
}
