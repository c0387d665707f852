import Foundation
import FoundationExtras
import Synchronization

/// Lines and curves in the plane.
///
/// A `CGPath` does not change and may be used on any thread; a ``CGMutablePath`` belongs to who makes it.
// @unchecked: the mutex guards the segments, which only a CGMutablePath changes.
public class CGPath: @unchecked Sendable, CFTypeIdentified {
    private let storage: Mutex<PathSegments>

    var segments: PathSegments { storage.withLock { $0 } }

    init(_ segments: PathSegments) {
        storage = Mutex(segments)
    }

    fileprivate func change(_ body: (inout PathSegments) -> Void) {
        var changed = segments
        body(&changed)
        storage.withLock { [changed] in $0 = changed }
    }

    /// Makes a rectangle.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        var segments = PathSegments()
        segments.addRect(rect, transform?.pointee ?? .identity)
        self.init(segments)
    }

    /// Makes the ellipse that touches all sides of a rectangle.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        var segments = PathSegments()
        segments.addEllipse(rect, transform?.pointee ?? .identity)
        self.init(segments)
    }

    /// Makes a rectangle whose corners are quarters of ellipses.
    public convenience init(
        roundedRect rect: CGRect,
        cornerWidth: CGFloat,
        cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        var segments = PathSegments()
        segments.addRoundedRect(rect, cornerWidth, cornerHeight, transform?.pointee ?? .identity)
        self.init(segments)
    }

    /// A path that does not change.
    public func copy() -> CGPath? { CGPath(segments) }

    /// A transformed path.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        var copy = PathSegments()
        copy.append(segments, transform?.pointee ?? .identity)
        return CGPath(copy)
    }

    /// A path that can be changed.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(segments) }

    /// A transformed path that can be changed.
    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        var copy = PathSegments()
        copy.append(segments, transform?.pointee ?? .identity)
        return CGMutablePath(copy)
    }

    /// Whether there is nothing in the path.
    public var isEmpty: Bool { segments.all.isEmpty }

    /// Whether the path is an upright rectangle.
    ///
    /// - Parameter rect: set to it.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        guard let rectangle = segments.rectangle else { return false }
        rect?.pointee = rectangle
        return true
    }

    /// Where the path ends; zero if it is empty.
    public var currentPoint: CGPoint { segments.current ?? .zero }

    /// The smallest rectangle around all points, control points among them; null for an empty path.
    public var boundingBox: CGRect { segments.controlBox }

    /// The smallest rectangle around the path; null for an empty one.
    public var boundingBoxOfPath: CGRect { segments.exactBox }

    /// Whether a point lies inside.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - rule: what inside means.
    ///   - transform: applied to the point first.
    public func contains(
        _ point: CGPoint,
        using rule: CGPathFillRule = .winding,
        transform: CGAffineTransform = .identity
    ) -> Bool {
        segments.contains(point.applying(transform), rule)
    }

    /// Calls a closure for each part.
    public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        for segment in segments.all {
            var points = segment.points
            // Closing has no points; the address must be one all the same.
            if points.isEmpty { points = [.zero] }
            points.withUnsafeMutableBufferPointer { points in
                guard let start = points.baseAddress else { return }
                withUnsafePointer(to: CGPathElement(type: segment.type, points: start), block)
            }
        }
    }

    /// Calls a function for each part.
    ///
    /// - Parameters:
    ///   - info: handed to the function.
    ///   - function: receives the address of a ``CGPathElement``.
    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        applyWithBlock { function(info, UnsafeRawPointer($0)) }
    }

    /// The type's number.
    public static var typeID: CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGPath.self)) }
}

extension CGPath: Hashable {
    /// Paths are equal when their parts are.
    public static func == (left: CGPath, right: CGPath) -> Bool { left.segments == right.segments }

    /// Hashes the parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(segments)
    }
}

extension PathSegments.Segment {
    fileprivate var type: CGPathElementType {
        switch self {
        case .move: .moveToPoint
        case .line: .addLineToPoint
        case .quad: .addQuadCurveToPoint
        case .curve: .addCurveToPoint
        case .close: .closeSubpath
        }
    }
}

/// A path that can be changed.
///
/// What needs a current point does nothing while there is none, as Core Graphics says in its log.
// @unchecked: inherited; the mutex of CGPath guards what it changes.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    /// Makes an empty path.
    public convenience init() {
        self.init(PathSegments())
    }

    /// Begins a subpath.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.append(.move(point.applying(transform))) }
    }

    /// Adds a line.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.append(.line(point.applying(transform))) }
    }

    /// Begins a subpath at the first of some points, and adds lines to the others.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        change { segments in
            for (index, point) in points.enumerated() {
                segments.append(index == 0 ? .move(point.applying(transform)) : .line(point.applying(transform)))
            }
        }
    }

    /// Adds a curve with one control point.
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.append(PathSegments.Segment.quad(end, control: control).applying(transform)) }
    }

    /// Adds a curve with two control points.
    public func addCurve(
        to end: CGPoint,
        control1: CGPoint,
        control2: CGPoint,
        transform: CGAffineTransform = .identity
    ) {
        change {
            $0.append(PathSegments.Segment.curve(end, control1: control1, control2: control2).applying(transform))
        }
    }

    /// Adds a line to where the subpath began.
    public func closeSubpath() {
        change { $0.append(.close) }
    }

    /// Adds a rectangle.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        change { $0.addRect(rect, transform) }
    }

    /// Adds rectangles.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        change { segments in rects.forEach { segments.addRect($0, transform) } }
    }

    /// Adds a rectangle whose corners are quarters of ellipses.
    public func addRoundedRect(
        in rect: CGRect,
        cornerWidth: CGFloat,
        cornerHeight: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        change { $0.addRoundedRect(rect, cornerWidth, cornerHeight, transform) }
    }

    /// Adds the ellipse that touches all sides of a rectangle.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        change { $0.addEllipse(rect, transform) }
    }

    /// Adds an arc of a circle, with a line to its beginning from where the path ends.
    ///
    /// - Parameters:
    ///   - center: the circle's.
    ///   - radius: the circle's.
    ///   - startAngle: where the arc begins, in radians from the x axis towards the y axis.
    ///   - endAngle: where it ends.
    ///   - clockwise: whether it runs from the y axis towards the x axis.
    ///   - transform: applied to the arc.
    public func addArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let delta = Self.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
        change { $0.addArc(center: center, radius: radius, from: startAngle, by: delta, transform) }
    }

    /// Adds an arc of a circle, with a line to its beginning from where the path ends.
    ///
    /// - Parameter delta: how far it goes, in radians.
    public func addRelativeArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        change { $0.addArc(center: center, radius: radius, from: startAngle, by: delta, transform) }
    }

    /// Adds another path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        let other = path.segments
        change { $0.append(other, transform) }
    }

    /// How far an arc goes: a whole turn if the angles are at least that far apart in its direction, else less than one.
    static func sweep(from startAngle: CGFloat, to endAngle: CGFloat, clockwise: Bool) -> CGFloat {
        let turn = 2 * CGFloat.pi
        let difference = clockwise ? startAngle - endAngle : endAngle - startAngle
        let size: CGFloat
        if difference >= turn {
            size = turn
        } else {
            let rest = difference.truncatingRemainder(dividingBy: turn)
            size = rest < 0 ? rest + turn : rest
        }
        return clockwise ? -size : size
    }
}

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
