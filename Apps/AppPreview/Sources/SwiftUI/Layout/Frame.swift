import Foundation
import ViewTree

extension View {
    /// Gives the view a size; what does not fill it lies as `alignment` says.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        Modified(self) { context, fragments in
            context.frames(fragments, alignment: alignment) { layout in
                var css = ""
                if let width {
                    layout.fillsWidth = false
                    css += "width:\(points(width));flex-shrink:0;"
                }
                if let height {
                    layout.fillsHeight = false
                    css += "height:\(points(height));flex-shrink:0;"
                }
                return css
            }
        }
    }

    /// Gives the view bounds for its size. With a largest one it takes the room that it is offered, up to that.
    public func frame(
        minWidth: CGFloat? = nil,
        idealWidth: CGFloat? = nil,
        maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        Modified(self) { context, fragments in
            context.frames(fragments, alignment: alignment) { layout in
                if maxWidth != nil { layout.fillsWidth = true }
                if maxHeight != nil { layout.fillsHeight = true }
                return [
                    ("min-width", minWidth), ("max-width", maxWidth), ("min-height", minHeight),
                    ("max-height", maxHeight),
                ].reduce(into: "") { css, bound in
                    if let length = bound.1, length.isFinite { css += "\(bound.0):\(points(length));" }
                }
            }
        }
    }

    /// Where the view lies on its parent: the middle of it, in points from the top left.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                var placed = context.wrap(fragment, index, class: "placed")
                placed.element.attributes["style"] = "left:\(points(x));top:\(points(y));"
                var room = Fragment(element: context.element("div", "room\(index)", class: "position"))
                room.element.children = [placed.element]
                room.layout = .fills
                room.isWrapper = true
                room.applyLayoutClasses()
                return room
            }
        }
    }

    public func position(_ position: CGPoint) -> some View {
        self.position(x: position.x, y: position.y)
    }

    /// Who lies in front of others; they all lie at 0 otherwise.
    public func zIndex(_ value: Double) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                fragment.element.addStyle("z-index", number(value))
                return fragment
            }
        }
    }

    /// Keeps width and height in a ratio, within the room that there is or round all of it.
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                context.proportioned(fragment, index, ratio: aspectRatio, mode: contentMode)
            }
        }
    }

}

/// How a view with a ratio of its own fits into another one.
public enum ContentMode: Hashable, CaseIterable, Sendable {
    case fit, fill
}

extension RenderContext {
    fileprivate func frames(
        _ fragments: [Fragment],
        alignment: Alignment,
        css: (inout FragmentLayout) -> String
    ) -> [Fragment] {
        fragments.enumerated().map { index, fragment in
            var frame = wrap(fragment, index, class: "frame")
            let style = css(&frame.layout)
            frame.layout.isSpacer = false
            frame.applyLayoutClasses()
            let place = alignment == .center ? "" : alignment.css
            frame.element.attributes["style"] = style + place
            return frame
        }
    }

    fileprivate func proportioned(_ fragment: Fragment, _ index: Int, ratio: CGFloat?, mode: ContentMode) -> Fragment {
        // An image knows its own ratio: the page fits it.
        if ratio == nil {
            var fragment = fragment
            fragment.element.addClass(mode == .fit ? "scaled-to-fit" : "scaled-to-fill")
            return fragment
        }
        var box = wrap(fragment, index, class: mode == .fit ? "ratio ratio-fit" : "ratio ratio-fill")
        box.layout = .fills
        box.applyLayoutClasses()
        box.element.attributes["style"] = ratio.map { "--ratio:\(number($0));" }
        return box
    }
}

extension View {
    /// Room round the view, in points.
    public func padding(_ length: CGFloat) -> some View {
        padded(EdgeInsets(top: length, leading: length, bottom: length, trailing: length))
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
