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
