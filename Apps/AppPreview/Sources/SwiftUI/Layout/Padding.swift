import Foundation
import ViewTree

extension View {
    /// Room round the view, in points.
    public func padding(_ length: CGFloat) -> some View {
        padded(EdgeInsets(top: length, leading: length, bottom: length, trailing: length))
    }

    public func padding(_ insets: EdgeInsets) -> some View {
        padded(insets)
    }

    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        padded(EdgeInsets(edges, length ?? 16))
    }

    private func padded(_ insets: EdgeInsets) -> some View {
        Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                context.wrap(fragment, index, class: "padding", style: insets.css("padding"))
            }
        }
    }

    /// Room between the safe area and what is in the view.
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        padded(EdgeInsets(edges, length ?? 16))
    }

    public func safeAreaPadding(_ length: CGFloat) -> some View {
        padding(length)
    }

    public func safeAreaPadding(_ insets: EdgeInsets) -> some View {
        padded(insets)
    }

    /// Lets the view reach beyond the safe area.
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View {
        Modified(self) { context, fragments in
            guard regions.contains(.container) else { return fragments }
            return fragments.enumerated().map { index, fragment in
                let names = edges.names.map { "beyond-\($0)" }.joined(separator: " ")
                return context.wrap(fragment, index, class: "beyond \(names)")
            }
        }
    }

    /// Puts a view at a side; what is inside ends where it begins.
    public func safeAreaInset<V: View>(
        edge: VerticalEdge,
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        _InsetView(
            content: self,
            inset: content(),
            axis: .vertical,
            isFirst: edge == .top,
            align: alignment.css,
            spacing: spacing
        )
    }

    public func safeAreaInset<V: View>(
        edge: HorizontalEdge,
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        _InsetView(
            content: self,
            inset: content(),
            axis: .horizontal,
            isFirst: edge == .leading,
            align: alignment.css,
            spacing: spacing
        )
    }
}

struct _InsetView<Content: View, Inset: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let inset: Inset
    let axis: Axis
    let isFirst: Bool
    let align: String
    let spacing: CGFloat?

    func render(in context: RenderContext) -> [Fragment] {
        var main = context.single(context.child(content))
        main.layout = .fills
        main.applyLayoutClasses()
        let side = context.child(inset, key: "inset")
        return [
            context.stack(axis, align: align, spacing: spacing ?? 0, fragments: isFirst ? side + [main] : [main] + side)
        ]
    }
}

/// The parts of the safe area.
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

extension EdgeInsets {
    init(_ edges: Edge.Set, _ length: CGFloat) {
        self.init(
            top: edges.contains(.top) ? length : 0,
            leading: edges.contains(.leading) ? length : 0,
            bottom: edges.contains(.bottom) ? length : 0,
            trailing: edges.contains(.trailing) ? length : 0
        )
    }

    /// The four sides of a property, in the order of CSS, for a language that runs from left to right.
    func css(_ property: String) -> String {
        "\(property):\([top, trailing, bottom, leading].map(points).joined(separator: " "));"
    }
}

extension Edge.Set {
    var names: [String] {
        [(Edge.Set.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing")]
            .filter { contains($0.0) }.map(\.1)
    }
}
