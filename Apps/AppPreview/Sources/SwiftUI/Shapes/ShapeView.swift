import Foundation
import ViewTree

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
