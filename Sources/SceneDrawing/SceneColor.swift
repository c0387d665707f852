/// A colour with components from 0 to 1.
package struct SceneColor: Sendable, Hashable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha = 1.0

    /// Makes a colour of a hexadecimal number `0xRRGGBB`.
    package init(_ hex: UInt32, alpha: Double = 1) {
        red = Double((hex >> 16) & 0xff) / 255
        green = Double((hex >> 8) & 0xff) / 255
        blue = Double(hex & 0xff) / 255
        self.alpha = alpha
    }

    /// Mixes in some of another colour.
    package func mixed(with other: SceneColor, _ amount: Double) -> SceneColor {
        var color = self
        color.red += (other.red - red) * amount
        color.green += (other.green - green) * amount
        color.blue += (other.blue - blue) * amount
        return color
    }
}

/// A colour at a place, 0 to 1, along a gradient.
package struct GradientStop: Sendable {
    package var place: Double
    package var color: SceneColor

    package init(_ place: Double, _ color: SceneColor) {
        self.place = place
        self.color = color
    }
}
