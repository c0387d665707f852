import SeededRandom

extension SeededGenerator {
    /// A number from zero up to, not including, `bound`.
    mutating func below(_ bound: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
    }

    /// True in so many cases out of a thousand.
    mutating func happens(perMille: UInt32) -> Bool {
        below(1_000) < perMille
    }
}
