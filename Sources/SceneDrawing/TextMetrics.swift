/// The space that a line of text takes, in pixels from the start of its baseline; y grows downward.
package struct TextMetrics: Sendable, Hashable {
    /// From the start of this line to that of a text that follows.
    package var advance: Double
    /// The leftmost painted pixel.
    package var inkLeft: Double
    /// The rightmost painted pixel.
    package var inkRight: Double
    /// The topmost painted pixel; negative above the baseline.
    package var inkTop: Double
    /// The lowest painted pixel.
    package var inkBottom: Double

    /// The width of all that is painted.
    package var inkWidth: Double { inkRight - inkLeft }

    /// The same in type of another size.
    package func scaled(by factor: Double) -> TextMetrics {
        TextMetrics(
            advance: advance * factor,
            inkLeft: inkLeft * factor,
            inkRight: inkRight * factor,
            inkTop: inkTop * factor,
            inkBottom: inkBottom * factor
        )
    }
}
