import Foundation

/// A colour of the sRGB space.
open class UIColor: NSObject, @unchecked Sendable {
    // @unchecked: all fields are constants.
    let red: CGFloat
    let green: CGFloat
    let blue: CGFloat
    let alpha: CGFloat
    /// The page's name for a colour that depends on the appearance; nil for a fixed one.
    let variable: String?

    /// Makes a colour of components from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha, variable) = (red, green, blue, alpha, nil)
    }

    /// Makes a grey from 0, black, to 1, white.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    private init(variable: String) {
        (red, green, blue, alpha, self.variable) = (0, 0, 0, 1, variable)
    }

    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
    public class var systemYellow: UIColor { UIColor(variable: "yellow") }
    public class var systemRed: UIColor { UIColor(variable: "red") }
    public class var systemGreen: UIColor { UIColor(variable: "green") }
    public class var systemBackground: UIColor { UIColor(variable: "system-background") }
    public class var secondarySystemBackground: UIColor { UIColor(variable: "secondary-system-background") }
    public class var systemGroupedBackground: UIColor { UIColor(variable: "system-grouped-background") }
    public class var secondarySystemGroupedBackground: UIColor {
        UIColor(variable: "secondary-system-grouped-background")
    }
    public class var label: UIColor { UIColor(variable: "label") }
    public class var secondaryLabel: UIColor { UIColor(variable: "secondary") }
    public class var separator: UIColor { UIColor(variable: "separator") }

    /// The colour as CSS writes it.
    @_spi(Rendering) public var css: String {
        if let variable { return "var(--color-\(variable))" }
        func byte(_ component: CGFloat) -> Int { Int((min(max(component, 0), 1) * 255).rounded()) }
        return "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(alpha))"
    }
}
