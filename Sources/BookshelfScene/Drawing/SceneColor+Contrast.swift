import Foundation
import SceneDrawing

extension SceneColor {
    /// The same colour, but so opaque.
    func opacity(_ alpha: Double) -> SceneColor {
        var color = self
        color.alpha = alpha
        return color
    }

    /// The contrast to another colour, from 1 to 21, as WCAG 2 defines it.
    func contrast(to other: SceneColor) -> Double {
        let (a, b) = (relativeLuminance, other.relativeLuminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private var relativeLuminance: Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
