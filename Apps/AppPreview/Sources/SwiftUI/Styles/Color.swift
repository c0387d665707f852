import Foundation
@_spi(Rendering) import UIKit
import ViewTree

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

    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        // The conversion from HSV to HSL, which is what CSS has.
        let lightness = brightness * (1 - saturation / 2)
        let distance = min(lightness, 1 - lightness)
        let share = distance == 0 ? 0 : (brightness - lightness) / distance
        self.init(
            css: "hsl(\(number(hue * 360)) \(number(share * 100))% \(number(lightness * 100))% / \(number(opacity)))"
        )
    }

    public init(uiColor: UIColor) {
        self.init(css: uiColor.css)
    }

    public static let clear = Color(css: "transparent")
    public static let black = Color(css: "#000")
    public static let white = Color(css: "#fff")
    public static let red = Color(named: "red")
    public static let orange = Color(named: "orange")
    public static let yellow = Color(named: "yellow")
    public static let green = Color(named: "green")
    public static let mint = Color(named: "mint")
    public static let teal = Color(named: "teal")
    public static let cyan = Color(named: "cyan")
    public static let blue = Color(named: "blue")
    public static let indigo = Color(named: "indigo")
    public static let purple = Color(named: "purple")
    public static let pink = Color(named: "pink")
    public static let brown = Color(named: "brown")
    public static let gray = Color(named: "gray")
    public static let primary = Color(named: "primary")
    public static let secondary = Color(named: "secondary")
    public static let accentColor = Color(css: "var(--tint, var(--color-accent))")

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
    public static var clear: Color { .clear }
    public static var black: Color { .black }
    public static var white: Color { .white }
    public static var red: Color { .red }
    public static var orange: Color { .orange }
    public static var yellow: Color { .yellow }
    public static var green: Color { .green }
    public static var mint: Color { .mint }
    public static var teal: Color { .teal }
    public static var cyan: Color { .cyan }
    public static var blue: Color { .blue }
    public static var indigo: Color { .indigo }
    public static var purple: Color { .purple }
    public static var pink: Color { .pink }
    public static var brown: Color { .brown }
    public static var gray: Color { .gray }
}

/// A style that is fainter than another.
public struct _OpacityShapeStyle<Style: ShapeStyle>: ShapeStyle, PaintedStyle {
    let style: Style
    let opacity: Double
    var painted: Paint {
        var paint = style.paint
        if !paint.isGradient { paint.css = "color-mix(in srgb, \(paint.css) \(number(opacity * 100))%, transparent)" }
        return paint
    }
}

extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle {
        _OpacityShapeStyle(style: self, opacity: opacity)
    }
}
