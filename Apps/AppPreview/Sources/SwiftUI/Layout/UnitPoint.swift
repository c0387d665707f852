import Foundation

/// A point of a rectangle, from (0, 0), top left, to (1, 1).
public struct UnitPoint: Hashable, Sendable {
    public var x: CGFloat
    public var y: CGFloat

    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    public static let center = UnitPoint(x: 0.5, y: 0.5)

    var css: String { "\(number(x * 100))% \(number(y * 100))%" }
}
