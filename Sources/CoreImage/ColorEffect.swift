internal import CLibYUV
import CoreGraphics
import Foundation

/// What is done to each pixel's colour.
enum ColorEffect: Sendable, Equatable {
    /// Brightness alone, by the weights of BT.601.
    case gray
    /// Shades of brown, so far: 0 for the image as it is, 1 for nothing else.
    case sepia(Double)
    /// Each colour's opposite.
    case inverted
    /// Each component made of all four.
    case matrix(ColorMatrix)
    /// Red, green and blue each by a table.
    case curve(ToneCurve)
    /// Components kept between two of red, green, blue and alpha.
    case limited(low: SIMD4<Float>, high: SIMD4<Float>)

    /// Changes a bitmap: blue, green and red, which are multiplied by alpha, and alpha.
    ///
    /// - Returns: false if there is no memory.
    func apply(to canvas: CGContext) -> Bool {
        guard let data = canvas.data else { return false }
        let bitmap = Bitmap(
            pixels: data.assumingMemoryBound(to: UInt8.self),
            stride: Int32(canvas.bytesPerRow),
            width: Int32(canvas.width),
            height: Int32(canvas.height)
        )
        return switch self {
        case .gray: bitmap.makeGray()
        case .sepia(let intensity): bitmap.makeSepia(intensity)
        case .inverted: bitmap.invert()
        case .matrix(let matrix): canvas.changeColors { matrix.applied(to: $0) }
        case .curve(let curve): canvas.changeColors { curve.applied(to: $0) }
        case .limited(let low, let high): canvas.changeColors { pointwiseMin(pointwiseMax($0, low), high) }
        }
    }
}

/// Pixels in libyuv's layout ARGB, which is the order of bytes of a little-endian word.
private struct Bitmap {
    let pixels: UnsafeMutablePointer<UInt8>
    let stride: Int32
    let width: Int32
    let height: Int32

    func makeGray() -> Bool { ARGBGrayTo(pixels, stride, pixels, stride, width, height) == 0 }

    /// libyuv's shades of brown are of colours that are not multiplied by alpha.
    func makeSepia(_ intensity: Double) -> Bool {
        guard intensity < 1 else { return makeBrown() }
        // In 256ths, as libyuv interpolates.
        let share = Int32((max(intensity, 0) * 256).rounded())
        let size = Int(stride) * Int(height)
        let brown = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        defer { brown.deallocate() }
        brown.initialize(from: pixels, count: size)
        return Bitmap(pixels: brown, stride: stride, width: width, height: height).makeBrown()
            && ARGBInterpolate(pixels, stride, brown, stride, pixels, stride, width, height, min(share, 255)) == 0
    }

    private func makeBrown() -> Bool {
        ARGBUnattenuate(pixels, stride, pixels, stride, width, height) == 0
            && ARGBSepia(pixels, stride, 0, 0, width, height) == 0
            && ARGBAttenuate(pixels, stride, pixels, stride, width, height) == 0
    }

    /// The opposite of a colour that is multiplied by alpha is what remains of alpha. Coefficients are in 64ths.
    func invert() -> Bool {
        let matrix: [Int8] = [
            -64, 0, 0, 64,
            0, -64, 0, 64,
            0, 0, -64, 64,
            0, 0, 0, 64,
        ]
        return ARGBColorMatrix(pixels, stride, pixels, stride, matrix, width, height) == 0
    }
}

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

/// A new value for each of the 256 of a component.
struct ToneCurve: Sendable, Equatable {
    private let values: [Float]

    /// Of a function of light, which is linear: from 0 to 1 on both sides.
    init(ofLight function: (Float) -> Float) {
        values = (0...255).map { Self.encoded(function(Self.light(Float($0) / 255))) }
    }

    @inline(__always)
    func applied(to color: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(value(color.x), value(color.y), value(color.z), color.w)
    }

    @inline(__always)
    private func value(_ component: Float) -> Float { values[Int((min(max(component, 0), 1) * 255).rounded())] }

    /// sRGB's curve.
    private static func light(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Float) -> Float {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

/// Blurs a bitmap as a bell curve does, by three averages one after the other. Beyond its borders there is nothing.
struct GaussianBlur {
    /// How many pixels to each side an average takes.
    private let reach: Int

    /// - Parameter deviation: of the bell curve, in pixels.
    init(deviation: CGFloat) {
        // Three averages of 2r + 1 pixels have the variance ((2r + 1)² - 1) / 4.
        reach = max(0, Int((((4 * deviation * deviation + 1).squareRoot() - 1) / 2).rounded()))
    }

    /// How far beyond an image something can be seen.
    static func margin(_ deviation: CGFloat) -> CGFloat { (3 * deviation).rounded(.up) }

    /// - Returns: false if the bitmap has no memory.
    func apply(to canvas: CGContext) -> Bool {
        guard let data = canvas.data else { return false }
        guard reach > 0 else { return true }
        let start = data.assumingMemoryBound(to: UInt8.self)
        for row in 0..<canvas.height {
            blur(start + row * canvas.bytesPerRow, count: canvas.width, step: 4)
        }
        for column in 0..<canvas.width {
            blur(start + column * 4, count: canvas.height, step: canvas.bytesPerRow)
        }
        return true
    }

    /// Blurs pixels that are a number of bytes apart.
    private func blur(_ start: UnsafeMutablePointer<UInt8>, count: Int, step: Int) {
        // In 256ths.
        var line = (0..<count).map { place -> SIMD4<Int32> in
            let pixel = start + place * step
            return SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3])) &* 256
        }
        for _ in 0..<3 { line = averages(line) }
        for (place, value) in line.enumerated() {
            let pixel = start + place * step
            let bytes = (value &+ 128) &>> 8
            for component in 0..<4 { pixel[component] = UInt8(clamping: bytes[component]) }
        }
    }

    private func averages(_ line: [SIMD4<Int32>]) -> [SIMD4<Int32>] {
        let scale = 1 / Float(2 * reach + 1)
        var sum = line.prefix(reach).reduce(SIMD4<Int32>.zero, &+)
        return line.indices.map { place in
            if place + reach < line.count { sum &+= line[place + reach] }
            if place - reach - 1 >= 0 { sum &-= line[place - reach - 1] }
            return SIMD4<Int32>((SIMD4<Float>(sum) * scale).rounded(.toNearestOrAwayFromZero))
        }
    }
}
