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

public struct Rectangle: InsettableShape, BoxShape {
    nonisolated var insetAmount: CGFloat { inset }
    private var inset: CGFloat = 0
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect.insetBy(dx: inset, dy: inset)) }
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }
    nonisolated var cornerRadius: String { "0" }
    nonisolated var isSquare: Bool { false }
}

public struct RoundedRectangle: InsettableShape, BoxShape {
    public var cornerSize: CGSize
    public var style: RoundedCornerStyle
    private var inset: CGFloat = 0

    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }

    public nonisolated func path(in rect: CGRect) -> Path {
        var path = Path()
        let corner = CGSize(width: max(0, cornerSize.width - inset), height: max(0, cornerSize.height - inset))
        path.addRoundedRect(in: rect.insetBy(dx: inset, dy: inset), cornerSize: corner, style: style)
        return path
    }

    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }

    nonisolated var cornerRadius: String { points(cornerSize.width) }
    nonisolated var isSquare: Bool { false }
    nonisolated var insetAmount: CGFloat { inset }
}

public struct Capsule: InsettableShape, BoxShape {
    public var style: RoundedCornerStyle
    private var inset: CGFloat = 0

    public nonisolated init(style: RoundedCornerStyle = .continuous) {
        self.style = style
    }

    public nonisolated func path(in rect: CGRect) -> Path {
        let rect = rect.insetBy(dx: inset, dy: inset)
        return Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }

    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }

    nonisolated var cornerRadius: String { "9999px" }
    nonisolated var isSquare: Bool { false }
    nonisolated var insetAmount: CGFloat { inset }
}

public struct Circle: InsettableShape, BoxShape {
    private var inset: CGFloat = 0
    public nonisolated init() {}

    public nonisolated func path(in rect: CGRect) -> Path {
        let rect = rect.insetBy(dx: inset, dy: inset)
        let side = min(rect.width, rect.height)
        return Path(
            ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
        )
    }

    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }

    nonisolated var cornerRadius: String { "50%" }
    nonisolated var isSquare: Bool { true }
    nonisolated var insetAmount: CGFloat { inset }
}

/// A shape and how it is drawn: by the page's style sheet where a box with round corners will do, else as SVG.
struct _ShapeView<S: Shape>: View, PrimitiveView {
    typealias Body = Never

    enum Drawing {
        /// nil: the foreground's colour.
        case fill(Paint?)
        case stroke(Paint?, StrokeStyle)
    }

    let shape: S
    let drawing: Drawing

    func render(in context: RenderContext) -> [Fragment] {
        var fragment: Fragment
        if let box = shape as? any BoxShape, !isDashed {
            fragment = renderBox(box, in: context)
        } else {
            fragment = renderOutline(in: context)
        }
        fragment.layout = .fills
        fragment.element.attributes["aria-hidden"] = "true"
        fragment.applyLayoutClasses()
        return [fragment]
    }

    private var isDashed: Bool {
        if case .stroke(_, let style) = drawing { !style.dash.isEmpty } else { false }
    }

    private func renderBox(_ box: any BoxShape, in context: RenderContext) -> Fragment {
        var figure = context.element("div", "figure", class: "figure")
        var css = "border-radius:\(box.cornerRadius);"
        switch drawing {
        case .fill(let paint):
            let paint = paint ?? context.environment.foreground ?? Paint(css: "currentColor")
            css += "background:\(paint.css);"
            paint.classes.map { figure.attributes["class"]? += " \($0)" }
        case .stroke(let paint, let style):
            let paint = paint ?? context.environment.foreground ?? Paint(css: "currentColor")
            css += "border:\(points(style.lineWidth)) solid \(paint.css);"
            // A line lies half inside and half outside of the outline.
            css += "--outset:\(points(style.lineWidth));"
        }
        figure.attributes["style"] = css
        let classes = box.isSquare ? "shape square" : "shape"
        return Fragment(
            element: context.element("div", "shape", class: classes, children: [Fragment(element: figure)])
        )
    }

    private func renderOutline(in context: RenderContext) -> Fragment {
        // A box round the drawing is measured: browsers do not tell the size of what is drawn.
        var room = context.element("div", "room", class: "shape")
        let size = context.measuredSize(of: &room)
        var canvas = context.element("svg", "canvas", class: "outline")
        var outline = context.element("path", "outline")
        outline.attributes["d"] = size.map { shape.path(in: CGRect(origin: .zero, size: $0)).svg } ?? ""
        draw(&outline, in: context)
        canvas.children = [outline]
        room.children = [canvas]
        return Fragment(element: room)
    }

    private func draw(_ outline: inout Element, in context: RenderContext) {
        func color(_ paint: Paint?) -> String {
            let paint = paint ?? context.environment.foreground ?? Paint(css: "currentColor")
            return paint.css
        }
        switch drawing {
        case .fill(let paint):
            outline.attributes["fill"] = color(paint)
        case .stroke(let paint, let style):
            outline.attributes["fill"] = "none"
            outline.attributes["stroke"] = color(paint)
            outline.attributes["stroke-width"] = number(style.lineWidth)
            outline.attributes["stroke-linecap"] = "\(style.lineCap)"
            outline.attributes["stroke-linejoin"] = "\(style.lineJoin)"
            if !style.dash.isEmpty {
                outline.attributes["stroke-dasharray"] = style.dash.map(number).joined(separator: " ")
                outline.attributes["stroke-dashoffset"] = number(style.dashPhase)
            }
        }
    }
}
