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
