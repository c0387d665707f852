/// What is taken for text, and how much larger than its mark in the map a line is. The values are those that the models'
/// publishers recommend.
struct TextBoxRules: Equatable {
    /// A pixel belongs to text from here on, of 255.
    var threshold: UInt8 = 76
    /// The least that the pixels of a box are sure of on average, of 1.
    var leastScore = 0.5
    /// The shortest side in the map, before and after it is made larger.
    var leastSide = 3.0
    var leastGrownSide = 5.0
    var unclipRatio = 1.6
    /// So many boxes at most, the surest ones.
    var most = 1000
}

/// A line of text that was found, not yet read.
public struct DetectedText: Sendable, Equatable {
    /// How sure the detector is, from 0 to 1.
    public var score: Double
    /// The line, in pixels of the image that was looked at. Text that stands upright is taken to run downwards.
    public var quad: TextQuad
}

extension TextMap {
    /// The lines of text that the map shows, in pixels of the map.
    func texts(_ rules: TextBoxRules) -> [DetectedText] {
        let found = regions(above: rules.threshold).compactMap { region -> DetectedText? in
            guard let box = OrientedBox(aroundHull: convexHull(region.outline)), box.halfHeight * 2 >= rules.leastSide
            else { return nil }
            let score = meanInside(box)
            let whole = box.unclipped(ratio: rules.unclipRatio)
            guard score >= rules.leastScore, whole.halfHeight * 2 >= rules.leastGrownSide else { return nil }
            return DetectedText(score: score, quad: whole.quad)
        }
        guard found.count > rules.most else { return found }
        return Array(found.sorted { $0.score > $1.score }.prefix(rules.most))
    }

    /// The mean of the pixels whose centers lie in a box, from 0 to 1.
    private func meanInside(_ box: OrientedBox) -> Double {
        let reach = TextPoint(
            abs(box.axis.x) * box.halfLength + abs(box.axis.y) * box.halfHeight,
            abs(box.axis.y) * box.halfLength + abs(box.axis.x) * box.halfHeight
        )
        var (sum, count) = (0, 0)
        for y in rows(from: box.center.y - reach.y, to: box.center.y + reach.y, limit: height) {
            for x in rows(from: box.center.x - reach.x, to: box.center.x + reach.x, limit: width) {
                let place = TextPoint(Double(x) + 0.5, Double(y) + 0.5) - box.center
                guard abs(TextPoint.dot(place, box.axis)) <= box.halfLength,
                    abs(TextPoint.cross(box.axis, place)) <= box.halfHeight
                else { continue }
                sum += Int(self[x, y])
                count += 1
            }
        }
        return count == 0 ? 0 : Double(sum) / Double(count) / 255
    }

    private func rows(from: Double, to: Double, limit: Int) -> Range<Int> {
        let first = max(0, Int(from.rounded(.down)))
        return first..<max(first, min(limit, Int(to.rounded(.up))))
    }
}
