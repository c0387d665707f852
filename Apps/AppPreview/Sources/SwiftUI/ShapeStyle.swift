import Foundation
@_spi(Rendering) import UIKit
import ViewTree

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

/// A colour, which fills the room that it has when it is used as a view.
public struct Color: Hashable, Sendable, ShapeStyle, PaintedStyle {
    let css: String

    init(css: String) {
        self.css = css
    }

    private init(named name: String) {
        self.init(css: "var(--color-\(name))")
    }

    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB
        case sRGBLinear
        case displayP3
    }

    public init(
        _ colorSpace: RGBColorSpace = .sRGB,
        red: Double,
        green: Double,
        blue: Double,
        opacity: Double = 1
    ) {
        let space =
            switch colorSpace {
            case .sRGB: "srgb"
            case .sRGBLinear: "srgb-linear"
            case .displayP3: "display-p3"
            }
        self.init(
            css: "color(\(space) \(number(red)) \(number(green)) \(number(blue)) / \(number(opacity)))"
        )
    }

    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    public static let clear = Color(css: "transparent")
    public static let black = Color(css: "#000")
    public static let white = Color(css: "#fff")
    public static let red = Color(named: "red")
    public static let orange = Color(named: "orange")
    public static let yellow = Color(named: "yellow")
    public static let green = Color(named: "green")
    public static let secondary = Color(named: "secondary")

    public func opacity(_ opacity: Double) -> Color {
        Color(css: "color-mix(in srgb, \(css) \(number(opacity * 100))%, transparent)")
    }

    var painted: Paint { Paint(css: css) }
}

extension Color: View, PrimitiveView {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        var fragment = Fragment(element: context.element("div", class: "color"), layout: .fills)
        fragment.element.attributes["style"] = "background:\(css);"
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension ShapeStyle where Self == Color {
    public static var black: Color { .black }
    public static var white: Color { .white }
    public static var orange: Color { .orange }
    public static var yellow: Color { .yellow }
}

/// The material of controls since iOS 26.
@available(iOS 26.0, *)
public struct Glass: Equatable, Sendable {
    private(set) var classes: String
    private(set) var color: Color?

    public static var regular: Glass { Glass(classes: "glass") }

}

/// The shape that glass has if none is named: a capsule.
@available(iOS 26.0, *)
public struct DefaultGlassEffectShape: Shape {
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Capsule().path(in: rect) }
}

@available(iOS 26.0, *)
extension View {
    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape()) -> some View {
        let radius = (shape as? any BoxShape)?.cornerRadius ?? "9999px"
        return Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                var css = "border-radius:\(radius);"
                if let color = glass.color { css += "--glass-tint:\(color.css);" }
                return context.wrap(fragment, index, class: "background \(glass.classes)", style: css)
            }
        }
    }
}

extension View {
    /// The colour of text, symbols and shapes inside.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        let paint = style.paint
        return InEnvironment(self) { environment in
            environment.textStyle.color = paint.css
            environment.foreground = paint
        }
    }

    /// The colour of controls inside.
    public func tint(_ tint: Color?) -> some View {
        Modified(self) { _, fragments in
            guard let css = tint?.css else { return fragments }
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.addStyle("--tint", css)
                return fragment
            }
        }
    }
}

private enum ForegroundKey: EnvironmentKey {
    static var defaultValue: Paint? { nil }
}

extension EnvironmentValues {
    /// What shapes inside are filled with.
    var foreground: Paint? {
        get { self[ForegroundKey.self] }
        set { self[ForegroundKey.self] = newValue }
    }
}
