import Foundation
import ViewTree

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
