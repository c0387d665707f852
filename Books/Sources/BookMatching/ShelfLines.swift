/// The lines of a picture, and which of them may stand on one spine.
struct ShelfLines {
    private(set) var lines: [SpineLine]
    /// For each line the others that may stand on its spine, reached directly or by way of one other line; in their order.
    let neighbours: [[Neighbour]]
    /// For each line the label on its spine.
    let labels: [Int?]

    typealias Neighbour = (line: Int, relation: LineRelation)

    /// The recogniser is too unsure of what lies below.
    static let leastConfidence = 0.5
    private static let greatestCost = 10.0

    init(_ read: [SpineLine]) {
        var lines = read.filter { $0.confidence >= Self.leastConfidence && $0.text.contains { !$0.isWhitespace } }
        Self.pairLabels(&lines)
        let rows = ShelfRows(lines)
        for index in lines.indices { lines[index].row = rows.row(of: lines[index]) }
        self.lines = lines
        neighbours = Self.neighbours(lines)
        labels = lines.indices.map { Self.label(of: $0, lines) }
    }

    /// Finds labels of two lines: a shelf mark, and right below it the letters.
    private static func pairLabels(_ lines: inout [SpineLine]) {
        for upper in lines.indices where lines[upper].label == nil && CallNumberLabel.isShelfMark(lines[upper].text) {
            for lower in lines.indices where lines[lower].label == nil && isBelow(lines[lower], lines[upper]) {
                guard let letters = CallNumberLabel.caption(lines[lower].text) else { continue }
                lines[lower].label = CallNumberLabel(letters: letters)
                lines[lower].words = []
                lines[upper].label = CallNumberLabel(letters: "")
                lines[upper].words = []
                break
            }
        }
    }

    private static func isBelow(_ lower: SpineLine, _ upper: SpineLine) -> Bool {
        guard abs(Point.dot(upper.direction, lower.direction)) >= 0.95 else { return false }
        let way = lower.center - upper.center
        let below = Point.dot(way, upper.down)
        return below > 0.5 * upper.height && below < 2.2 * max(upper.height, lower.height)
            && abs(Point.dot(way, upper.direction)) < max(upper.length, lower.length)
    }

    /// How two lines may stand on one spine, by way of another line at most.
    func relation(of line: Int, to other: Int) -> LineRelation? {
        neighbours[line].first { $0.line == other }?.relation
    }

    private static func neighbours(_ lines: [SpineLine]) -> [[Neighbour]] {
        var direct = [[Int: LineRelation]](repeating: [:], count: lines.count)
        for (a, line) in lines.enumerated() where line.label == nil {
            for b in lines.indices.dropFirst(a + 1) where lines[b].label == nil {
                let way = line.center - lines[b].center
                let reach = line.length + lines[b].length + 30 * max(line.height, lines[b].height)
                guard max(abs(way.x), abs(way.y)) <= reach, let relation = LineRelation(line, lines[b]) else {
                    continue
                }
                direct[a][b] = relation
                direct[b][a] = relation
            }
        }
        return lines.indices.map { reachable(from: $0, direct) }
    }

    private static func reachable(from line: Int, _ direct: [[Int: LineRelation]]) -> [Neighbour] {
        var reached = direct[line]
        for (middle, first) in direct[line].sorted(by: { $0.key < $1.key }) {
            for (end, second) in direct[middle].sorted(by: { $0.key < $1.key }) where end != line {
                let cost = first.cost + second.cost
                guard reached[end].map({ $0.cost > cost }) ?? true else { continue }
                let isAxis = first.kind == .axis && second.kind == .axis
                guard reached[end] == nil || isAxis else { continue }
                reached[end] = LineRelation(kind: isAxis ? .axis : .far, cost: cost)
            }
        }
        return reached.filter { $0.value.cost <= greatestCost }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The label nearest across the spine, beyond the end of the text.
    private static func label(of index: Int, _ lines: [SpineLine]) -> Int? {
        let line = lines[index]
        guard line.label == nil else { return nil }
        var nearest: (off: Double, label: Int)?
        for (other, label) in lines.enumerated() where label.label?.letters.isEmpty == false && label.row == line.row {
            let way = label.center - line.center
            var axis = line.direction
            if label.isVertical == line.isVertical {
                axis = line.length >= label.length ? line.direction : label.direction
                guard abs(Point.dot(way, axis)) >= 0.4 * (line.length + label.length) else { continue }
            }
            let off = axis.distanceAcross(way) / max(label.height, line.height)
            if off < nearest?.off ?? 0.9 { nearest = (off, other) }
        }
        return nearest?.label
    }
}

/// How two lines may stand on one spine, and how much evidence, in bits, it takes to believe so.
struct LineRelation: Equatable {
    enum Kind {
        /// One continues the other.
        case axis
        /// Side by side.
        case stack
        /// A short upright line on a spine whose other text runs along it.
        case cross
        /// Upright words one below the other on a thick spine.
        case column
        /// By way of another line.
        case far
    }

    var kind: Kind
    var cost: Double
}

extension LineRelation {
    // Bits, and lengths in heights of text. Tried on photographs and on rendered shelves.
    private static let otherRow = 3.0
    private static let offAxis = 0.55
    private static let offAxisSlope = 0.02
    private static let freeGap = 10.0
    private static let gapCost = 0.4
    private static let stackBase = 2.0
    private static let stackSpace = 5.0
    private static let widestStack = 1.2
    private static let longestColumn = 8.0
    private static let columnSpace = 0.3

    /// - Returns: `nil` for lines that have nothing to do with each other.
    init?(_ a: SpineLine, _ b: SpineLine) {
        let band = a.row == b.row ? 0 : Self.otherRow
        let cosine = abs(Point.dot(a.direction, b.direction))
        if cosine > 0.98 {
            guard let relation = Self.parallel(a, b, band) else { return nil }
            self = relation
        } else if cosine < 0.2 {
            guard let relation = Self.crossing(a, b, band) else { return nil }
            self = relation
        } else {
            return nil
        }
    }

    private static func parallel(_ a: SpineLine, _ b: SpineLine, _ band: Double) -> LineRelation? {
        let (long, short) = a.length >= b.length ? (a, b) : (b, a)
        let height = max(a.height, b.height)
        let way = short.center - long.center
        let along = abs(Point.dot(way, long.direction))
        let across = long.direction.distanceAcross(way)
        let gap = along - (a.length + b.length) / 2
        if across < offAxis * height + offAxisSlope * max(0, gap), gap > -0.3 * short.length {
            return LineRelation(kind: .axis, cost: max(0, gap / height - freeGap) * gapCost + band)
        }
        let space = across - (a.height + b.height) / 2
        let isShort = max(long.length, short.length) < longestColumn * height
        if !long.isVertical, isShort, along < 0.3 * long.length, space >= widestStack * height {
            let cost = stackBase + columnSpace * max(0, space) / height + band
            if cost <= 8 { return LineRelation(kind: .column, cost: cost + 2) }
        }
        guard gap < 4 * height, space < widestStack * height else { return nil }
        return LineRelation(
            kind: .stack,
            cost: stackBase + stackSpace * max(0, space) / height + max(0, gap) / height + band
        )
    }

    private static func crossing(_ a: SpineLine, _ b: SpineLine, _ band: Double) -> LineRelation? {
        let (upright, running) = a.isVertical ? (b, a) : (a, b)
        let way = upright.center - running.center
        let off = running.direction.distanceAcross(way)
        let gap = abs(Point.dot(way, running.direction)) - running.length / 2 - upright.height / 2
        guard off < 0.5 * max(upright.length, running.height), upright.length < 8 * running.height,
            gap > -0.5 * upright.height
        else { return nil }
        return LineRelation(kind: .cross, cost: 2 + max(0, gap / running.height - freeGap) * gapCost + band)
    }
}

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
