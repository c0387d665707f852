import Foundation
import ViewTree

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

/// Rows whose columns are aligned.
public struct Grid<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let alignment: Alignment
    let horizontalSpacing: CGFloat?
    let verticalSpacing: CGFloat?
    let content: Content

    public init(
        alignment: Alignment = .center,
        horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.alignment, self.content) = (alignment, content())
        (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
    }

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var grid = Fragment(element: context.element("div", "grid", class: "grid grid-rows", children: fragments))
        grid.layout = .covering(fragments)
        grid.element.attributes["style"] =
            alignment.css + "gap:\(points(verticalSpacing ?? 8)) \(points(horizontalSpacing ?? 8));"
        grid.applyLayoutClasses()
        return [grid]
    }
}

/// A row of a grid.
public struct GridRow<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let alignment: VerticalAlignment?
    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        (self.alignment, self.content) = (alignment, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var row = Fragment(element: context.element("div", "row", class: "grid-row", children: fragments))
        row.layout = .covering(fragments)
        row.element.attributes["style"] = alignment.map { "align-items:\($0.css);" }
        row.applyLayoutClasses()
        return [row]
    }
}
