/// Random numbers that are the same for the same seed, on every run and every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
    @usableFromInline
    var state: UInt64

    /// - Parameter seed: decides all numbers to come.
    @inlinable
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    @inlinable
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// The next number as a fraction from 0 up to, not including, 1.
    @inlinable
    public mutating func nextUnit() -> Double {
        Double(next() >> 11) / Double(UInt64(1) << 53)
    }
}
