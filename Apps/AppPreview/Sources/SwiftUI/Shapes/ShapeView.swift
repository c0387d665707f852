import Foundation
import ViewTree

/// A shape and how it is drawn: by the page's style sheet where a box with round corners will do, else as SVG.
struct _ShapeView<S: Shape>: View, PrimitiveView {
    typealias Body = Never

    enum Drawing {
        /// nil: the foreground's colour.
        case fill(Paint?)
        case stroke(Paint?, StrokeStyle, isInside: Bool)
    }

    let shape: S
    let drawing: Drawing

    func render(in context: RenderContext) -> [Fragment] {
        var fragment: Fragment
        if let box = shape as? any BoxShape, box.insetAmount == 0 || isInside, !isDashed {
            fragment = renderBox(box, in: context)
        } else {
            fragment = renderOutline(in: context)
        }
        fragment.layout = .fills
        fragment.element.attributes["aria-hidden"] = "true"
        fragment.applyLayoutClasses()
        return [fragment]
    }

    private var isInside: Bool {
        if case .stroke(_, _, isInside: true) = drawing { true } else { false }
    }

    private var isDashed: Bool {
        if case .stroke(_, let style, _) = drawing { !style.dash.isEmpty } else { false }
    }

    private func renderBox(_ box: any BoxShape, in context: RenderContext) -> Fragment {
        var figure = context.element("div", "figure", class: "figure")
        var css = "border-radius:\(box.cornerRadius);"
        switch drawing {
        case .fill(let paint):
            let paint = paint ?? context.environment.foreground ?? Paint(css: "currentColor")
            css += "background:\(paint.css);"
            paint.classes.map { figure.attributes["class"]? += " \($0)" }
        case .stroke(let paint, let style, let isInside):
            let paint = paint ?? context.environment.foreground ?? Paint(css: "currentColor")
            css += "border:\(points(style.lineWidth)) solid \(paint.isGradient ? "currentColor" : paint.css);"
            // A line lies half inside and half outside of the outline, unless it is the border.
            if !isInside { css += "--outset:\(points(style.lineWidth));" }
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
        var (figure, css): (any Shape, String) = (shape, "")
        while let wrapper = figure as? any ShapeWrapper {
            if let (from, to) = wrapper.trimming {
                outline.attributes["pathLength"] = "1"
                outline.attributes["stroke-dasharray"] = "\(number(max(0, to - from))) 1"
                outline.attributes["stroke-dashoffset"] = number(-from)
            }
            if let (angle, anchor) = wrapper.turning {
                css += "transform-box:fill-box;transform:rotate(\(number(angle.degrees))deg);"
                css += "transform-origin:\(anchor.css);"
            }
            figure = wrapper.wrapped
        }
        outline.attributes["d"] = size.map { figure.path(in: CGRect(origin: .zero, size: $0)).svg } ?? ""
        draw(&outline, in: context)
        if !css.isEmpty { outline.attributes["style"] = css }
        canvas.children = [outline]
        room.children = [canvas]
        return Fragment(element: room)
    }

    private func draw(_ outline: inout Element, in context: RenderContext) {
        func color(_ paint: Paint?) -> String {
            let paint = paint ?? context.environment.foreground ?? Paint(css: "currentColor")
            return paint.isGradient ? "currentColor" : paint.css
        }
        switch drawing {
        case .fill(let paint):
            outline.attributes["fill"] = color(paint)
        case .stroke(let paint, let style, _):
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
