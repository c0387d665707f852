/// A line of text as it was read, with what grouping needs to know of it.
struct SpineLine {
    /// Corners: where the text begins, where it ends, and their feet.
    let corners: [Point]
    let text: String
    let letters: [ReadLine.Letter]
    /// From 0 to 1.
    let confidence: Double
    let center: Point
    /// The direction of reading; of length 1.
    let direction: Point
    /// From the letters' heads to their feet; of length 1.
    let down: Point
    let length: Double
    /// The height of the text; lengths between lines are told in it.
    let height: Double
    /// A library's label, which is never part of a title.
    var label: CallNumberLabel?
    /// Words as they are compared; none for a label.
    var words: [String]
    /// How sure each letter of the words is, from 0 to 1.
    let sureness: [Double]
    /// Which shelf of the picture it stands on, from the top.
    var row = 0

    /// Labels are short.
    private static let longestLabel = 12.0

    /// - Parameters:
    ///   - corners: upper left, upper right, lower right, lower left, as the text is read.
    ///   - letters: what was read, letter by letter.
    init(corners: [Point], confidence: Double, letters: [ReadLine.Letter]) {
        self.corners = corners
        self.letters = letters
        self.confidence = confidence
        text = letters.map(\.text).joined()
        let along = corners[1] - corners[0]
        let across = corners[3] - corners[0]
        length = along.length
        height = max(1e-6, across.length)
        direction = along * (1 / max(1e-6, along.length))
        down = across * (1 / height)
        center = (corners[0] + corners[1] + corners[2] + corners[3]) * 0.25
        label = length < Self.longestLabel * height ? CallNumberLabel(text) : nil
        words = label == nil ? FoldedText.words(text) : []
        let each = letters.flatMap { letter in
            [Double](repeating: letter.confidence, count: FoldedText.letterCount(letter.text))
        }
        let count = words.reduce(0) { $0 + $1.unicodeScalars.count }
        sureness = each.count == count ? each : [Double](repeating: confidence, count: count)
    }

    /// Whether it runs rather up or down the picture than across it.
    var isVertical: Bool { abs(direction.y) > abs(direction.x) }
}

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

/// Where the spine of a book runs, as far as the book's lines tell: along the longer side of their box.
struct SpineStrip {
    private static let slope = 0.02

    private let center: Point
    /// Of length 1.
    private let direction: Point
    /// How long and how wide the text is, not the spine, which is wider.
    private let length: Double
    private let width: Double

    /// - Parameter lines: at least one.
    init(_ lines: [SpineLine]) {
        let corners = SpineLine.box(around: lines).map { Point(x: $0.x, y: $0.y) }
        let sides = [corners[1] - corners[0], corners[3] - corners[0]]
        let (long, short) = sides[0].length >= sides[1].length ? (sides[0], sides[1]) : (sides[1], sides[0])
        center = (corners[0] + corners[2]) * 0.5
        direction = long * (1 / max(1e-6, long.length))
        length = long.length
        width = short.length
    }

    /// Whether a line that runs across the spine lies on it: then it crosses the middle of the spine's text, as a publisher's name
    /// or a volume's number does. One on another spine does not, however near it is.
    func isCrossed(by line: SpineLine) -> Bool {
        let way = line.center - center
        let beyond = max(0, abs(Point.dot(way, direction)) - length / 2)
        let extent = direction.distanceAcross(line.direction) * line.length
        return direction.distanceAcross(way) < max(extent, width) / 2 + Self.slope * beyond
    }
}

/// A point, in pixels from the upper left corner.
struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
    static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
    static func * (a: Self, factor: Double) -> Self { Self(x: a.x * factor, y: a.y * factor) }
    static func dot(_ a: Self, _ b: Self) -> Double { a.x * b.x + a.y * b.y }

    /// How far another vector leads away from the line along this one, which has length 1.
    func distanceAcross(_ other: Self) -> Double { abs(x * other.y - y * other.x) }
    var length: Double { Self.dot(self, self).squareRoot() }
}
