import SeededRandom

extension SeededGenerator {
    /// A number from a range, evenly distributed.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
    }

    /// A whole number from a range.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// True with a probability.
    mutating func chance(_ probability: Double) -> Bool {
        nextUnit() < probability
    }

    /// An element of an array, which must not be empty.
    mutating func choice<Element>(of elements: [Element]) -> Element {
        elements[integer(in: 0...elements.count - 1)]
    }

    /// A generator of its own for a part, so that the parts don't depend on how many numbers the others take.
    mutating func branch() -> SeededGenerator {
        SeededGenerator(seed: next())
    }
}
