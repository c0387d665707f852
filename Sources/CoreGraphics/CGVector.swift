import Foundation

/// A distance in the plane.
public struct CGVector: Hashable, Codable, Sendable {
    /// The distance along x.
    public var dx: CGFloat
    /// The distance along y.
    public var dy: CGFloat

    /// The distance between a point and itself.
    public static let zero = CGVector(dx: 0 as CGFloat, dy: 0)

    /// Makes the vector of no length.
    public init() {
        self = .zero
    }

    /// Makes a vector.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    /// Makes a vector.
    public init(dx: Double, dy: Double) {
        self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }

    /// Makes a vector.
    public init(dx: Int, dy: Int) {
        self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }
}

extension CGVector: CustomDebugStringConvertible {
    /// The two distances.
    public var debugDescription: String { "(\(dx), \(dy))" }
}
