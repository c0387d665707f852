import Foundation
import ViewTree

/// A figure that fills the rectangle that it gets.
public protocol Shape: Sendable, View {
    nonisolated func path(in rect: CGRect) -> Path
}

/// A figure that can be made smaller on all sides.
public protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape
    nonisolated func inset(by amount: CGFloat) -> InsetShape
}

/// A figure that the page's style sheet draws by rounding a box's corners.
protocol BoxShape: Shape {
    /// The value of `border-radius`.
    nonisolated var cornerRadius: String { get }
    /// Whether it is as high as it is wide, in the middle of its room.
    nonisolated var isSquare: Bool { get }
    nonisolated var insetAmount: CGFloat { get }
}

extension Shape {
    /// A shape used as a view is filled with the foreground's colour.
    public var body: some View {
        _ShapeView(shape: self, drawing: .fill(nil))
    }

    public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> some View {
        _ShapeView(shape: self, drawing: .fill(content is ForegroundStyle ? nil : content.paint))
    }

    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
        _ShapeView(shape: self, drawing: .stroke(content.paint, style, isInside: false))
    }

    /// The part of the outline between two shares of its length, from 0 to 1.
    public nonisolated func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        _TrimmedShape(shape: self, from: startFraction, to: endFraction)
    }

    public nonisolated func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
        _RotatedShape(shape: self, angle: angle, anchor: anchor)
    }
}

extension InsettableShape {
    /// A line within the shape's bounds.
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground,
        lineWidth: CGFloat = 1,
        antialiased: Bool = true
    ) -> some View {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground,
        style: StrokeStyle,
        antialiased: Bool = true
    ) -> some View {
        _ShapeView(
            shape: inset(by: style.lineWidth / 2),
            drawing: .stroke(content is ForegroundStyle ? nil : content.paint, style, isInside: true)
        )
    }
}

/// The foreground's colour.
public struct ForegroundStyle: ShapeStyle, PaintedStyle {
    public nonisolated init() {}
    var painted: Paint { Paint(css: "currentColor") }
}

extension ShapeStyle where Self == ForegroundStyle {
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

struct _TrimmedShape<Base: Shape>: Shape {
    let shape: Base
    let from: CGFloat
    let to: CGFloat
    nonisolated init(shape: Base, from: CGFloat, to: CGFloat) {
        (self.shape, self.from, self.to) = (shape, from, to)
    }
    nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect) }
}

struct _RotatedShape<Base: Shape>: Shape {
    let shape: Base
    let angle: Angle
    let anchor: UnitPoint
    nonisolated init(shape: Base, angle: Angle, anchor: UnitPoint) {
        (self.shape, self.angle, self.anchor) = (shape, angle, anchor)
    }
    nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect) }
}

/// What the page has to know of shapes made of others.
protocol ShapeWrapper {
    nonisolated var trimming: (CGFloat, CGFloat)? { get }
    nonisolated var turning: (Angle, UnitPoint)? { get }
    nonisolated var wrapped: any Shape { get }
}

extension _TrimmedShape: ShapeWrapper {
    nonisolated var trimming: (CGFloat, CGFloat)? { (from, to) }
    nonisolated var turning: (Angle, UnitPoint)? { nil }
    nonisolated var wrapped: any Shape { shape }
}

extension _RotatedShape: ShapeWrapper {
    nonisolated var trimming: (CGFloat, CGFloat)? { nil }
    nonisolated var turning: (Angle, UnitPoint)? { (angle, anchor) }
    nonisolated var wrapped: any Shape { shape }
}
