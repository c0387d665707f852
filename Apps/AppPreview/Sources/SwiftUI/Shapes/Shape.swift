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
        _ShapeView(shape: self, drawing: .stroke(content.paint, style))
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
