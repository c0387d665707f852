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
