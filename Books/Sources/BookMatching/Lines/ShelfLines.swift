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
