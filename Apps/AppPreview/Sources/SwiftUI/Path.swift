import CoreGraphics
import Foundation

/// The outline of a shape.
public struct Path: Equatable, Sendable {
    private(set) var commands: [String] = []
    private var start: CGPoint?
    public private(set) var currentPoint: CGPoint?

    public init() {}

    public init(_ callback: (inout Path) -> Void) {
        callback(&self)
    }

    public init(_ rect: CGRect) {
        addRect(rect)
    }

    public init(ellipseIn rect: CGRect) {
        addEllipse(in: rect)
    }

    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    /// The outline as SVG writes it.
    var svg: String { commands.joined() }

    private static func pair(_ point: CGPoint) -> String { "\(number(point.x)) \(number(point.y))" }

    public mutating func move(to end: CGPoint) {
        commands.append("M\(Self.pair(end))")
        (start, currentPoint) = (end, end)
    }

    public mutating func addLine(to end: CGPoint) {
        commands.append("L\(Self.pair(end))")
        currentPoint = end
    }

    public mutating func closeSubpath() {
        commands.append("Z")
        currentPoint = start
    }

    public mutating func addRect(_ rect: CGRect) {
        move(to: rect.origin)
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }

    public mutating func addRoundedRect(
        in rect: CGRect,
        cornerSize: CGSize,
        style: RoundedCornerStyle = .continuous
    ) {
        let (rx, ry) = (min(cornerSize.width, rect.width / 2), min(cornerSize.height, rect.height / 2))
        guard rx > 0, ry > 0 else { return addRect(rect) }
        func arc(to x: CGFloat, _ y: CGFloat) {
            commands.append("A\(number(rx)) \(number(ry)) 0 0 1 \(Self.pair(CGPoint(x: x, y: y)))")
        }
        move(to: CGPoint(x: rect.minX + rx, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX - rx, y: rect.minY))
        arc(to: rect.maxX, rect.minY + ry)
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - ry))
        arc(to: rect.maxX - rx, rect.maxY)
        addLine(to: CGPoint(x: rect.minX + rx, y: rect.maxY))
        arc(to: rect.minX, rect.maxY - ry)
        addLine(to: CGPoint(x: rect.minX, y: rect.minY + ry))
        arc(to: rect.minX + rx, rect.minY)
        closeSubpath()
    }

    public mutating func addEllipse(in rect: CGRect) {
        // From the right, clockwise, as Core Graphics does.
        let radii = "\(number(rect.width / 2)) \(number(rect.height / 2))"
        move(to: CGPoint(x: rect.maxX, y: rect.midY))
        commands.append("A\(radii) 0 0 1 \(Self.pair(CGPoint(x: rect.minX, y: rect.midY)))")
        commands.append("A\(radii) 0 0 1 \(Self.pair(CGPoint(x: rect.maxX, y: rect.midY)))")
        closeSubpath()
    }

}

extension Path: Shape {
    public nonisolated func path(in rect: CGRect) -> Path { self }
}

/// How corners are rounded.
public enum RoundedCornerStyle: Sendable {
    case circular
    case continuous
}

/// How lines are drawn.
public struct StrokeStyle: Equatable, Sendable {
    public var lineWidth: CGFloat
    public var lineCap: CGLineCap
    public var lineJoin: CGLineJoin
    public var miterLimit: CGFloat
    public var dash: [CGFloat]
    public var dashPhase: CGFloat

    public init(
        lineWidth: CGFloat = 1,
        lineCap: CGLineCap = .butt,
        lineJoin: CGLineJoin = .miter,
        miterLimit: CGFloat = 10,
        dash: [CGFloat] = [],
        dashPhase: CGFloat = 0
    ) {
        (self.lineWidth, self.lineCap, self.lineJoin) = (lineWidth, lineCap, lineJoin)
        (self.miterLimit, self.dash, self.dashPhase) = (miterLimit, dash, dashPhase)
    }
}
