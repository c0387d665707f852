import Foundation
import ViewTree

extension View {
    /// A view behind this one, of its size.
    public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        _LayeredView(content: self, layer: content(), alignment: alignment, isBehind: true)
    }

    /// A style behind this view.
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        painted(style.paint, radius: nil)
    }

    /// A shape behind this view, filled with a style.
    public func background<S: ShapeStyle, T: InsettableShape>(
        _ style: S,
        in shape: T,
        fillStyle: FillStyle = FillStyle()
    ) -> some View {
        painted(style.paint, radius: (shape as? any BoxShape)?.cornerRadius)
    }

    private func painted(_ paint: Paint, radius: String?) -> some View {
        Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                let classes = ["background", paint.classes].compactMap { $0 }.joined(separator: " ")
                var css = paint.classes == nil ? "background:\(paint.css);" : ""
                if let radius { css += "border-radius:\(radius);" }
                return context.wrap(fragment, index, class: classes, style: css.isEmpty ? nil : css)
            }
        }
    }

    /// A view in front of this one, of its size.
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        _LayeredView(content: self, layer: content(), alignment: alignment, isBehind: false)
    }

    /// Cuts the view to a shape.
    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        let radius = (shape as? any BoxShape)?.cornerRadius ?? "0"
        return Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                context.wrap(fragment, index, class: "clip", style: "border-radius:\(radius);")
            }
        }
    }

    /// Cuts the view to its bounds.
    public func clipped(antialiased: Bool = false) -> some View {
        clipShape(Rectangle())
    }

    /// Says which part of the view can be touched.
    ///
    /// DEVIATION: it is the view's box, whatever the shape.
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
        Modified(self) { _, fragments in fragments }
    }

    public func opacity(_ opacity: Double) -> some View { effect("opacity", number(opacity)) }

    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        effect("translate", "\(points(x)) \(points(y))")
    }

    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View {
        effect("scale", number(scale), anchor: anchor)
    }

    /// Sets a property of CSS at the elements; where one has it already, round them, so that both count.
    private func effect(_ property: String, _ value: String, anchor: UnitPoint = .center) -> some View {
        Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                let isTaken = fragment.element.attributes["style"]?.contains("\(property):") ?? false
                var fragment = isTaken ? context.wrap(fragment, index, class: "wrap") : fragment
                fragment.element.addStyle(property, value)
                if anchor != .center { fragment.element.addStyle("transform-origin", anchor.css) }
                return fragment
            }
        }
    }
}

/// How a shape with holes is filled.
public struct FillStyle: Equatable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool

    public init(eoFill: Bool = false, antialiased: Bool = true) {
        (isEOFilled, isAntialiased) = (eoFill, antialiased)
    }
}

/// A view with another one in front of it or behind it, which does not change its size.
struct _LayeredView<Content: View, Layer: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let layer: Layer
    let alignment: Alignment
    let isBehind: Bool

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        let layers = context.child(layer, key: "layer")
        guard !fragments.isEmpty else { return [] }
        let main = context.single(fragments)
        guard !layers.isEmpty else { return [main] }
        let classes = isBehind ? "layer layer-behind" : "layer layer-front"
        var layer = Fragment(element: context.element("div", "layer", class: classes, children: layers))
        layer.element.attributes["style"] = alignment == .center ? nil : alignment.css
        var whole = Fragment(
            element: context.element(
                "div",
                "layered",
                class: "layered",
                children: isBehind ? [layer, main] : [main, layer]
            )
        )
        whole.layout = main.layout
        whole.tag = main.tag
        whole.applyLayoutClasses()
        return [whole]
    }
}
