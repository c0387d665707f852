/// What a finger on the live picture means: a swipe to another mode, or a hold that locks focus and exposure. Pure; it is told to user
/// interfaces elsewhere, too (``ControlRules``).
public struct TouchRules: Sendable, Hashable, Codable {
    /// How far a finger goes sideways for the next mode, in points.
    public let swipeDistance: Double
    /// How many times farther it goes sideways than up or down.
    public let swipeSlope: Double
    /// How long a finger rests that holds, in milliseconds.
    public let holdMilliseconds: Double

    /// The rules of all pictures.
    public init() {
        swipeDistance = 50
        swipeSlope = 1.5
        holdMilliseconds = 600
    }

    /// Which mode a finger asks for that has gone over the picture: the next one (1) leftwards, the one before (-1) rightwards; `nil` for
    /// what goes rather up or down, or not far.
    ///
    /// - Parameters:
    ///   - width: how far it has gone to the right, in points.
    ///   - height: how far it has gone down, in points.
    public func modeStep(width: Double, height: Double) -> Int? {
        guard abs(width) >= swipeDistance, abs(width) > abs(height) * swipeSlope else { return nil }
        return width < 0 ? 1 : -1
    }
}
