import Foundation

/// What a part of a path does.
public enum CGPathElementType: Int32, Sendable {
    /// Begins a subpath at a point.
    case moveToPoint = 0
    /// A line to a point.
    case addLineToPoint
    /// A curve to the second point, with the first as control point.
    case addQuadCurveToPoint
    /// A curve to the third point, with the first two as control points.
    case addCurveToPoint
    /// A line to where the subpath began.
    case closeSubpath
}

/// A part of a path, for as long as it is lent.
public struct CGPathElement {
    /// What the part does.
    public var type: CGPathElementType
    /// Its points, as many as the type needs.
    public var points: UnsafeMutablePointer<CGPoint>

    /// Makes a part of a path.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        self.type = type
        self.points = points
    }
}

/// Called for a part of a path.
public typealias CGPathApplierFunction =
    @convention(c) (_ info: UnsafeMutableRawPointer?, _ element: UnsafeRawPointer) -> Void

/// Which points are inside of a path.
public enum CGPathFillRule: Int, Sendable {
    /// Those that the path goes around a number of times, counted with its direction, that is not zero.
    case winding
    /// Those from which a ray crosses the path an odd number of times.
    case evenOdd
}

/// What is painted of a path.
public enum CGPathDrawingMode: Int32, Sendable {
    /// The inside, by the winding rule.
    case fill = 0
    /// The inside, by the even-odd rule.
    case eoFill
    /// The line.
    case stroke
    /// The inside, by the winding rule, and the line.
    case fillStroke
    /// The inside, by the even-odd rule, and the line.
    case eoFillStroke
}

/// How a line ends.
public enum CGLineCap: Int32, Sendable {
    /// At its end.
    case butt = 0
    /// With a half disc.
    case round
    /// With half a square.
    case square
}

/// How lines meet.
public enum CGLineJoin: Int32, Sendable {
    /// With a point.
    case miter = 0
    /// Round.
    case round
    /// With the point cut off.
    case bevel
}
