import Foundation
import SceneDrawing
import SeededRandom

/// Draws what adorns a spine's ground. The patterns stay faint enough for the text to stand out.
struct TexturePainter {
    let style: SpineStyle
    let width: Double
    let height: Double

    /// Draws the texture over the ground, in the spine's coordinates.
    func draw(_ canvas: Canvas) {
        var generator = SeededGenerator(seed: style.detailSeed)
        switch style.texture {
        case .plain: break
        case .cloth: drawCloth(canvas)
        case .stripes: drawStripes(canvas, &generator)
        case .marble: drawMarble(canvas, &generator)
        case .leather: drawLeather(canvas, &generator)
        case .clouds: drawClouds(canvas, &generator)
        case .dots: drawDots(canvas, &generator)
        }
    }

    private func drawCloth(_ canvas: Canvas) {
        var y = 0.0
        while y < height {
            canvas.rectangle(0, y, width, 1)
            y += 2.4
        }
        canvas.fill(SceneColor(0, alpha: 0.14))
        var x = 0.0
        while x < width {
            canvas.rectangle(x, 0, 1, height)
            x += 2.4
        }
        canvas.fill(SceneColor(0xffffff, alpha: 0.10))
    }

    private func drawStripes(_ canvas: Canvas, _ generator: inout SeededGenerator) {
        let pitch = generator.number(in: 10...34)
        let slope = generator.number(in: -1...1) * width
        let color = SceneColor(generator.choice(of: [0x000000, 0xffffff, 0xb5533c, 0x2f4858]))
        var y = -width
        while y < height + width {
            canvas.polygon([(0, y), (width, y + slope), (width, y + slope + pitch / 2), (0, y + pitch / 2)])
            y += pitch
        }
        canvas.fill(color.opacity(generator.number(in: 0.08...0.2)))
    }

    private func drawMarble(_ canvas: Canvas, _ generator: inout SeededGenerator) {
        for _ in 0..<26 {
            var (x, y) = (generator.number(in: 0...width), generator.number(in: 0...height))
            var points: [(x: Double, y: Double)] = [(x, y)]
            for _ in 0..<14 {
                x += generator.number(in: -14...14)
                y += generator.number(in: -6...16)
                points.append((x, y))
            }
            canvas.line(points)
            let color = SceneColor(generator.chance(0.5) ? 0xffffff : 0x000000)
            canvas.stroke(color.opacity(generator.number(in: 0.08...0.2)), width: generator.number(in: 0.8...3))
        }
    }

    private func drawLeather(_ canvas: Canvas, _ generator: inout SeededGenerator) {
        for index in 0..<Int(width * height / 34) {
            let radius = generator.number(in: 0.6...1.7)
            canvas.ellipse(
                generator.number(in: 0...width),
                generator.number(in: 0...height),
                radius,
                radius * generator.number(in: 0.6...1.6)
            )
            canvas.fill(SceneColor(index % 2 == 0 ? 0x000000 : 0xffffff, alpha: 0.13))
        }
    }

    /// Soft patches of other colours, as a photograph on a jacket that goes round the spine.
    private func drawClouds(_ canvas: Canvas, _ generator: inout SeededGenerator) {
        for _ in 0..<9 {
            let center = (x: generator.number(in: 0...width), y: generator.number(in: 0...height))
            let radius = generator.number(in: 30...130)
            let color = SceneColor(generator.choice(of: SpineStyle.grounds)).mixed(with: style.ground, 0.45)
            canvas.rectangle(0, 0, width, height)
            canvas.fillRadial(
                center: center,
                radius: radius,
                [GradientStop(0, color.opacity(0.55)), GradientStop(1, color.opacity(0))]
            )
        }
    }

    private func drawDots(_ canvas: Canvas, _ generator: inout SeededGenerator) {
        let pitch = generator.number(in: 8...18)
        let radius = pitch * generator.number(in: 0.12...0.24)
        var row = 0
        while Double(row) * pitch < height {
            var x = row % 2 == 0 ? 0 : pitch / 2
            while x < width + pitch {
                canvas.ellipse(x, Double(row) * pitch, radius, radius)
                x += pitch
            }
            row += 1
        }
        canvas.fill(style.titleInk.opacity(0.18))
    }
}

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
