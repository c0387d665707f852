import ViewTree

/// Content that is larger than its room.
public struct ScrollView<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let axes: Axis.Set
    let showsIndicators: Bool
    let content: Content

    public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
        self.init(axes, showsIndicators: true, content: content)
    }

    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool, @ViewBuilder content: () -> Content) {
        (self.axes, self.showsIndicators, self.content) = (axes, showsIndicators, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var classes = "scroll"
        if axes.contains(.horizontal) { classes += " scroll-x" }
        if axes.contains(.vertical) { classes += " scroll-y" }
        if !showsIndicators { classes += " without-indicators" }
        var fragment = Fragment(element: context.element("div", "scroll", class: classes, children: fragments))
        // Who scrolls with the keyboard has to get there.
        fragment.element.attributes["tabindex"] = "0"
        // Across the direction of scrolling it is as large as its content.
        let content = FragmentLayout.covering(fragments)
        fragment.layout.fillsWidth = axes.contains(.horizontal) || content.fillsWidth
        fragment.layout.fillsHeight = axes.contains(.vertical) || content.fillsHeight
        fragment.applyLayoutClasses()
        return [fragment]
    }
}
