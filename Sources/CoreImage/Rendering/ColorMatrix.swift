import Foundation

/// What makes each of red, green, blue and alpha out of all four.
struct ColorMatrix: Sendable, Equatable {
    /// What red is made of, and so on.
    var red = SIMD4<Float>(1, 0, 0, 0)
    var green = SIMD4<Float>(0, 1, 0, 0)
    var blue = SIMD4<Float>(0, 0, 1, 0)
    var alpha = SIMD4<Float>(0, 0, 0, 1)
    /// What is added to each.
    var bias = SIMD4<Float>.zero

    /// How bright red, green and blue are, by BT.709.
    static let luminance = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)

    @inline(__always)
    func applied(to color: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4((red * color).sum(), (green * color).sum(), (blue * color).sum(), (alpha * color).sum()) + bias
    }

    /// Colours farther from gray, or nearer to it: 0 leaves gray alone.
    static func saturation(_ amount: Float) -> ColorMatrix {
        let (own, gray) = (ColorMatrix(), luminance * (1 - amount))
        return ColorMatrix(
            red: own.red * amount + gray,
            green: own.green * amount + gray,
            blue: own.blue * amount + gray
        )
    }

    /// Farther from the middle, or nearer to it, and brighter.
    func withContrast(_ contrast: Float, brightness: Float) -> ColorMatrix {
        var result = self
        result.red *= contrast
        result.green *= contrast
        result.blue *= contrast
        let added = 0.5 * (1 - contrast) + contrast * brightness
        result.bias = bias * SIMD4(contrast, contrast, contrast, 1) + SIMD4(added, added, added, 0)
        return result
    }

    /// Brightness alone, in shades of a colour, so far: 0 for the image as it is, 1 for nothing else.
    static func monochrome(_ color: SIMD4<Float>, intensity: Float) -> ColorMatrix {
        let own = ColorMatrix()
        func row(_ plain: SIMD4<Float>, _ share: Float) -> SIMD4<Float> {
            plain * (1 - intensity) + luminance * (share * intensity)
        }
        return ColorMatrix(
            red: row(own.red, color.x),
            green: row(own.green, color.y),
            blue: row(own.blue, color.z)
        )
    }

    /// All colours turned about gray, by an angle in radians.
    static func hue(_ angle: Float) -> ColorMatrix {
        // The turn about the axis of gray, by Rodrigues' formula.
        let (cosine, sine) = (cos(angle), sin(angle))
        let common = (1 - cosine) / 3
        let (own, before, after) = (
            cosine + common, common - sine / Float(3).squareRoot(), common + sine / Float(3).squareRoot()
        )
        return ColorMatrix(
            red: SIMD4(own, before, after, 0),
            green: SIMD4(after, own, before, 0),
            blue: SIMD4(before, after, own, 0)
        )
    }
}
