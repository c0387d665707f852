import Foundation

/// How much is done of what could be done without end: random episodes, kills at random moments, unplugs.
public enum TestEffort {
    /// The environment's `PINHOLE_TEST_EFFORT`, a share of the usual effort. `scripts/test --quick` makes a fifth of it; more than 1
    /// is for who looks for what is rare.
    private static let share = ProcessInfo.processInfo.environment["PINHOLE_TEST_EFFORT"].flatMap(Double.init) ?? 1

    /// How many of something are tried.
    ///
    /// - Parameters:
    ///   - usual: how many with the usual effort.
    ///   - least: so many are needed for what the test says of them all.
    public static func count(_ usual: Int, atLeast least: Int = 1) -> Int {
        guard share.isFinite, share > 0 else { return usual }
        return max(least, Int(min(Double(usual) * share, 1e9).rounded()))
    }
}
