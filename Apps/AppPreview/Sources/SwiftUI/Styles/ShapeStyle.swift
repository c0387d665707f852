/// A colour or a pattern that shapes are filled with.
///
/// DEVIATION: only the styles that are here can be drawn; Apple's `resolve(in:)` for styles of one's own is missing.
public protocol ShapeStyle: Sendable {}

/// How the page paints something.
struct Paint: Equatable, Sendable {
    /// A colour.
    var css: String
    /// A class of the page's style sheet that does the rest: materials blur what is behind them.
    var classes: String?
}

/// A style that the page knows.
protocol PaintedStyle: ShapeStyle {
    var painted: Paint { get }
}

extension ShapeStyle {
    var paint: Paint {
        guard let style = self as? any PaintedStyle else {
            preconditionFailure("The page cannot draw a style of type \(Self.self).")
        }
        return style.painted
    }
}

/// The levels of what is written in the foreground.
public struct HierarchicalShapeStyle: ShapeStyle, PaintedStyle {
    let painted: Paint
    public static let secondary = HierarchicalShapeStyle(painted: Paint(css: "var(--color-secondary)"))
}

/// The background of what a view lies in.
public struct BackgroundStyle: ShapeStyle, PaintedStyle {
    public init() {}
    var painted: Paint { Paint(css: "var(--color-system-background)") }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { .secondary }
}

extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { BackgroundStyle() }
}

/// What blurs what lies behind it.
public struct Material: ShapeStyle, PaintedStyle {
    let name: String
    var painted: Paint { Paint(css: "transparent", classes: "material material-\(name)") }

    public static let ultraThin = Material(name: "ultra-thin")
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
}
