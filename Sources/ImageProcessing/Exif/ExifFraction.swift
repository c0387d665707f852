/// A number as EXIF stores it.
package struct ExifFraction: Equatable {
    package var numerator: Int
    package var denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The simplest fraction that differs from a number by less than a millionth part: 1/30 for 0.0333333. Numbers that
    /// do not fit are brought to the nearest one that does.
    package init(approximating value: Double) {
        guard value.isFinite else {
            self.init(0, 1)
            return
        }
        let magnitude = min(abs(value), Self.largest)
        let (numerator, denominator) = Self.convergent(magnitude)
        self.init(value < 0 ? -numerator : numerator, denominator)
    }

    var value: Double? {
        denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }

    /// What both a signed and an unsigned EXIF fraction can hold.
    private static let largest = Double(Int32.max)

    /// The convergents of the continued fraction, until one is close enough.
    private static func convergent(_ value: Double) -> (Int, Int) {
        var (before, current) = ((0, 1), (1, 0))
        var rest = value
        for _ in 0..<24 {
            let whole = rest.rounded(.down)
            let next = (Int(whole) * current.0 + before.0, Int(whole) * current.1 + before.1)
            guard Double(next.0) <= largest, Double(next.1) <= largest else { break }
            (before, current) = (current, next)
            let isClose = abs(Double(current.0) / Double(current.1) - value) <= value * 1e-6
            if isClose || rest == whole { break }
            rest = 1 / (rest - whole)
            if rest > largest { break }
        }
        return current.1 == 0 ? (0, 1) : current
    }
}
