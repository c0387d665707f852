extension SpineLine {
    private static let dearestAxis = 6.0
    private static let dearestStack = 2 + 5 * 0.45
    private static let dearestCross = 2.0

    /// Lines that stand on one spine by their places alone, where no catalogue says so.
    static func spines(_ lines: [SpineLine]) -> [[SpineLine]] {
        var spine = Array(lines.indices)
        for a in lines.indices where lines[a].label == nil {
            for b in lines.indices.dropFirst(a + 1) where lines[b].label == nil && areOnOneSpine(lines[a], lines[b]) {
                let (kept, gone) = (min(spine[a], spine[b]), max(spine[a], spine[b]))
                for index in spine.indices where spine[index] == gone { spine[index] = kept }
            }
        }
        return Set(spine).sorted().map { number in lines.indices.filter { spine[$0] == number }.map { lines[$0] } }
    }

    private static func areOnOneSpine(_ a: SpineLine, _ b: SpineLine) -> Bool {
        guard let relation = LineRelation(a, b) else { return false }
        switch relation.kind {
        case .axis: return relation.cost <= dearestAxis && a.row == b.row
        case .stack: return relation.cost <= dearestStack
        case .cross: return relation.cost <= dearestCross
        case .column, .far: return false
        }
    }

    /// The smallest rectangle in the direction of the longest line that holds all lines, and other points.
    static func box(around lines: [SpineLine], _ points: [Point] = []) -> [SIMD2<Double>] {
        let direction = lines.max { $0.length < $1.length }?.direction ?? Point(x: 1, y: 0)
        let (along, across) = (direction, Point(x: -direction.y, y: direction.x))
        let corners = lines.flatMap(\.corners) + points
        let xs = corners.map { Point.dot($0, along) }
        let ys = corners.map { Point.dot($0, across) }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return [] }
        return [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
            let corner = along * x + across * y
            return SIMD2(corner.x, corner.y)
        }
    }

    init(_ line: ReadLine) {
        self.init(
            corners: line.corners.map { Point(x: $0.x, y: $0.y) },
            confidence: line.confidence,
            letters: line.letters
        )
    }

    /// Where the text is parted by a space that is much wider than the others: the number of the character after it.
    /// - Parameters:
    ///   - least: in heights of the text.
    ///   - ratio: how many times as wide as usual.
    func widestGap(least: Double, ratio: Double) -> Int? {
        var gaps: [(width: Double, index: Int)] = []
        var last: (position: Double, index: Int)?
        var index = 0
        for letter in letters {
            if letter.text.contains(where: { !$0.isWhitespace }) {
                if let last, index > last.index + 1 {
                    gaps.append(((letter.position - last.position) * length / height, index))
                }
                last = (letter.position, index)
            }
            index += letter.text.count
        }
        guard let widest = gaps.max(by: { $0.width < $1.width }) else { return nil }
        let others = gaps.filter { $0.index != widest.index }.map(\.width).sorted()
        let usual = others.isEmpty ? 0.6 : others[others.count / 2]
        return widest.width > least && widest.width > ratio * usual ? widest.index : nil
    }
}
