/// A colour or a pattern that shapes are filled with.
///
/// DEVIATION: only the styles that are here can be drawn; Apple's `resolve(in:)` for styles of one's own is missing.
public protocol ShapeStyle: Sendable {}

/// How the page paints something.
struct Paint: Equatable, Sendable {
    /// A colour, or a gradient.
    var css: String
    /// Whether `css` is an image of CSS, which text cannot have as its colour.
    var isGradient = false
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

/// A style of any type.
public struct AnyShapeStyle: ShapeStyle, PaintedStyle {
    let painted: Paint

    public init<S: ShapeStyle>(_ style: S) {
        painted = style.paint
    }
}

/// The levels of what is written in the foreground.
public struct HierarchicalShapeStyle: ShapeStyle, PaintedStyle {
    let painted: Paint
    public static let primary = HierarchicalShapeStyle(painted: Paint(css: "var(--color-primary)"))
    public static let secondary = HierarchicalShapeStyle(painted: Paint(css: "var(--color-secondary)"))
    public static let tertiary = HierarchicalShapeStyle(painted: Paint(css: "var(--color-tertiary)"))
    public static let quaternary = HierarchicalShapeStyle(painted: Paint(css: "var(--color-quaternary)"))
}

/// The colour of controls.
public struct TintShapeStyle: ShapeStyle, PaintedStyle {
    public init() {}
    var painted: Paint { Paint(css: "var(--tint, var(--color-accent))") }
}

/// The background of what a view lies in.
public struct BackgroundStyle: ShapeStyle, PaintedStyle {
    public init() {}
    var painted: Paint { Paint(css: "var(--color-system-background)") }
}

/// The colour of lines between things.
public struct SeparatorShapeStyle: ShapeStyle, PaintedStyle {
    public init() {}
    var painted: Paint { Paint(css: "var(--color-separator)") }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

/// What blurs what lies behind it.
public struct Material: ShapeStyle, PaintedStyle {
    let name: String
    var painted: Paint { Paint(css: "transparent", classes: "material material-\(name)") }

    public static let ultraThin = Material(name: "ultra-thin")
    public static let thin = Material(name: "thin")
    public static let regular = Material(name: "regular")
    public static let thick = Material(name: "thick")
    public static let ultraThick = Material(name: "ultra-thick")
    public static let bar = Material(name: "bar")
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
    public static var thinMaterial: Material { .thin }
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var ultraThickMaterial: Material { .ultraThick }
    public static var bar: Material { .bar }
}
