import Foundation
import ViewTree

/// Views side by side.
public struct HStack<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        [context.stack(.horizontal, align: alignment.css, spacing: spacing, fragments: context.child(content))]
    }
}

/// Views one below the other.
public struct VStack<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        [context.stack(.vertical, align: alignment.css, spacing: spacing, fragments: context.child(content))]
    }
}

/// Views one on top of the other, the last one in front.
public struct ZStack<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let alignment: Alignment
    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        (self.alignment, self.content) = (alignment, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var stack = Fragment(element: context.element("div", "zstack", class: "zstack", children: fragments))
        stack.layout = .covering(fragments)
        stack.element.attributes["style"] = alignment.css
        stack.applyLayoutClasses()
        return [stack]
    }
}

extension RenderContext {
    /// A row or a column. Spacers and lines between things get their direction here.
    func stack(_ axis: Axis, align: String, spacing: CGFloat?, fragments: [Fragment]) -> Fragment {
        let isRow = axis == .horizontal
        let children = fragments.map { fragment in
            var fragment = fragment
            if fragment.layout.isSpacer {
                fragment.layout.fillsWidth = isRow
                fragment.layout.fillsHeight = !isRow
                fragment.applyLayoutClasses()
            }
            if fragment.layout.isDivider {
                fragment.layout.fillsWidth = !isRow
                fragment.layout.fillsHeight = isRow
                fragment.element.attributes["aria-orientation"] = isRow ? "vertical" : "horizontal"
                fragment.applyLayoutClasses()
            }
            return fragment
        }
        let name = isRow ? "hstack" : "vstack"
        var stack = Fragment(element: element("div", "stack", class: name, children: children))
        stack.layout = .covering(children)
        var css = align == "center" ? "" : "align-items:\(align);"
        if let spacing { css += "gap:\(points(spacing));" }
        stack.element.attributes["style"] = css.isEmpty ? nil : css
        stack.applyLayoutClasses()
        return stack
    }
}

/// Room that takes what others leave along its stack.
public struct Spacer: View, PrimitiveView {
    public typealias Body = Never
    public var minLength: CGFloat?

    public nonisolated init(minLength: CGFloat? = nil) {
        self.minLength = minLength
    }

    func render(in context: RenderContext) -> [Fragment] {
        var fragment = Fragment(element: context.element("div", class: "spacer"), layout: .fills)
        fragment.layout.isSpacer = true
        fragment.element.attributes["style"] = minLength.map { "--min-length:\(points($0));" }
        fragment.element.attributes["aria-hidden"] = "true"
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

/// A column of a grid.
public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: Size
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
    }

    var css: String {
        func upper(_ length: CGFloat) -> String { length.isFinite ? points(length) : "1fr" }
        return switch size {
        case .fixed(let length): points(length)
        case .flexible(let minimum, let maximum): "minmax(\(points(minimum)), \(upper(maximum)))"
        case .adaptive(let minimum, let maximum):
            "repeat(auto-fill, minmax(\(points(minimum)), \(upper(maximum))))"
        }
    }
}

/// Views in columns, row after row.
///
/// DEVIATION: views that are not seen are made, too.
public struct LazyVGrid<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let columns: [GridItem]
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        columns: [GridItem],
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.columns, self.alignment) = (columns, alignment)
        (self.spacing, self.content) = (spacing, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var grid = Fragment(element: context.element("div", "grid", class: "grid", children: fragments))
        grid.layout = FragmentLayout(fillsWidth: true)
        let columnGap = columns.first?.spacing ?? 8
        grid.element.attributes["style"] =
            "grid-template-columns:\(columns.map(\.css).joined(separator: " "));justify-items:\(alignment.css);"
            + "gap:\(points(spacing ?? 8)) \(points(columnGap));"
        grid.applyLayoutClasses()
        return [grid]
    }
}
