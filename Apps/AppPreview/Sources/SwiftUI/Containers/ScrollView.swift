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

extension View {
    /// Whether lists and scroll views inside show how far one is.
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
        -> some View
    {
        withClass("without-indicators", if: visibility == .hidden || visibility == .never)
    }

    public func scrollDisabled(_ disabled: Bool) -> some View {
        withClass("scroll-disabled", if: disabled)
    }

    /// Whether lists and forms inside have a background of their own.
    public func scrollContentBackground(_ visibility: Visibility) -> some View {
        withClass("without-background", if: visibility == .hidden)
    }

    func withClass(_ name: String, if condition: Bool) -> some View {
        Modified(self) { _, fragments in
            guard condition else { return fragments }
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.addClass(name)
                return fragment
            }
        }
    }
}

public struct ScrollIndicatorVisibility: Equatable, Sendable {
    private let value: Int
    public static let automatic = ScrollIndicatorVisibility(value: 0)
    public static let visible = ScrollIndicatorVisibility(value: 1)
    public static let hidden = ScrollIndicatorVisibility(value: 2)
    public static let never = ScrollIndicatorVisibility(value: 3)
}
