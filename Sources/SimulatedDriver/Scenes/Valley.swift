import Foundation
import SceneDrawing
import SeededRandom

/// The still part of the valley: sky, sun, mountains, woods.
enum ValleyBackdrop {
    private static let skyTop = SceneColor(0x2b4c8c)
    private static let haze = SceneColor(0xffd9a0)

    /// Draws it, in scene units.
    static func draw(_ canvas: Canvas, _ view: SceneView) {
        let extent = view.halfExtent
        // Colours are the same through each lens: they reach as far as a wide angle shows.
        let reach = extent.y * view.magnification
        drawSky(canvas, extent, reach)
        drawSun(canvas, x: 0.62, y: 0.02)
        for range in farRanges { drawRange(canvas, extent, range.ridge, range.color, haze: range.haze) }
        drawLake(canvas, extent, top: lakeTop)
        for range in nearRanges { drawRange(canvas, extent, range.ridge, range.color, haze: range.haze) }
        drawWood(canvas, extent, reach, wood)
    }

    /// Draws how near everything is: a landscape on a table. The sky is out of reach, and the lake lies flat.
    static func drawDepth(_ canvas: Canvas, _ view: SceneView) {
        let extent = view.halfExtent
        canvas.rectangle(-extent.x, -extent.y, 2 * extent.x, 2 * extent.y)
        canvas.fill(.outOfReach)
        for range in farRanges {
            canvas.path(below: range.ridge, extent)
            canvas.fill(SceneColor(metres: range.metres))
        }
        canvas.rectangle(-extent.x, lakeTop, 2 * extent.x, max(0, extent.y - lakeTop))
        // What lies flat comes nearer by the same disparity with each row.
        let stops = [GradientStop(0, SceneColor(metres: 3.9)), GradientStop(1, SceneColor(metres: 2))]
        canvas.fillLinear(from: (0, lakeTop), to: (0, 1), stops)
        for range in nearRanges {
            canvas.path(below: range.ridge, extent)
            canvas.fill(SceneColor(metres: range.metres))
        }
        drawTrees(canvas, extent, wood) { _ in SceneColor(metres: woodMetres) }
        canvas.path(below: wood, extent)
        canvas.fill(SceneColor(metres: woodMetres))
    }

    /// A range of mountains.
    private struct Range {
        var ridge: Ridge
        var color: UInt32
        var haze: Double
        var metres: Double
    }

    private static let farRanges = [
        Range(
            ridge: Ridge(base: 0.16, height: 0.34, seed: 3, roughness: 1),
            color: 0x9a86b4,
            haze: 0.42,
            metres: 4.7
        ),
        Range(
            ridge: Ridge(base: 0.26, height: 0.25, seed: 8, roughness: 0.8),
            color: 0x6f6fa2,
            haze: 0.30,
            metres: 4.2
        ),
    ]
    private static let nearRanges = [
        Range(
            ridge: Ridge(base: 0.42, height: 0.16, seed: 14, roughness: 0.35),
            color: 0x46668a,
            haze: 0.16,
            metres: 3.4
        ),
        Range(
            ridge: Ridge(base: 0.58, height: 0.13, seed: 21, roughness: 0.2),
            color: 0x2f5a63,
            haze: 0.10,
            metres: 2.8
        ),
    ]
    private static let lakeTop = 0.30
    private static let wood = Ridge(base: 0.80, height: 0.12, seed: 29, roughness: 0.15)
    private static let woodMetres = 2.0

    private static func drawSky(_ canvas: Canvas, _ extent: (x: Double, y: Double), _ reach: Double) {
        canvas.rectangle(-extent.x, -extent.y, 2 * extent.x, 2 * extent.y)
        canvas.fillLinear(
            from: (0, min(-1, -reach)),
            to: (0, 0.3),
            [
                GradientStop(0, skyTop), GradientStop(0.38, SceneColor(0x6f86c4)),
                GradientStop(0.64, SceneColor(0xd4a0bd)), GradientStop(0.82, SceneColor(0xffb98a)),
                GradientStop(1, SceneColor(0xffe6b0)),
            ]
        )
    }

    private static func drawSun(_ canvas: Canvas, x: Double, y: Double) {
        canvas.ellipse(x, y, 1.1, 1.1)
        canvas.fillRadial(
            center: (x, y),
            radius: 1.1,
            [
                GradientStop(0, SceneColor(0xfff2c8, alpha: 0.95)),
                GradientStop(0.09, SceneColor(0xffe2a0, alpha: 0.6)),
                GradientStop(0.4, SceneColor(0xffc98a, alpha: 0.22)), GradientStop(1, SceneColor(0xffb98a, alpha: 0)),
            ]
        )
        canvas.ellipse(x, y, 0.085, 0.085)
        canvas.fill(SceneColor(0xfffbe8))
    }

    private static func drawRange(
        _ canvas: Canvas,
        _ extent: (x: Double, y: Double),
        _ ridge: Ridge,
        _ hex: UInt32,
        haze amount: Double
    ) {
        let color = SceneColor(hex)
        canvas.path(below: ridge, extent)
        let top = ridge.base - ridge.height
        canvas.fillLinear(
            from: (0, top),
            to: (0, ridge.base + 0.28),
            [
                GradientStop(0, color.mixed(with: haze, amount * 0.5)), GradientStop(0.55, color),
                GradientStop(1, color.mixed(with: haze, amount * 1.6)),
            ]
        )
    }

    private static func drawLake(_ canvas: Canvas, _ extent: (x: Double, y: Double), top: Double) {
        canvas.rectangle(-extent.x, top, 2 * extent.x, max(0, extent.y - top))
        canvas.fillLinear(
            from: (0, top),
            to: (0, top + 0.45),
            [
                GradientStop(0, SceneColor(0xffd7a4)), GradientStop(0.5, SceneColor(0xc99db8)),
                GradientStop(1, SceneColor(0x6d80b8)),
            ]
        )
    }

    private static func drawWood(_ canvas: Canvas, _ extent: (x: Double, y: Double), _ reach: Double, _ ridge: Ridge) {
        let dark = SceneColor(0x17383d)
        drawTrees(canvas, extent, ridge) { dark.mixed(with: SceneColor(0x3d7a66), $0) }
        canvas.path(below: ridge, extent)
        canvas.fillLinear(
            from: (0, ridge.base - ridge.height),
            to: (0, max(1, reach)),
            [GradientStop(0, SceneColor(0x275246)), GradientStop(0.35, dark), GradientStop(1, SceneColor(0x0d2126))]
        )
    }

    /// - Parameter color: of a tree that is so much lighter than others.
    private static func drawTrees(
        _ canvas: Canvas,
        _ extent: (x: Double, y: Double),
        _ ridge: Ridge,
        color: (_ lightness: Double) -> SceneColor
    ) {
        var generator = SeededGenerator(seed: 77)
        var x = -4.0
        while x < 4 {
            // The same trees stand there whatever part of the wood a camera sees.
            let height = 0.10 + 0.16 * generator.nextUnit()
            let step = 0.05 + 0.09 * generator.nextUnit()
            let lightness = generator.nextUnit() * 0.25
            if abs(x) < extent.x + 0.2 {
                drawTree(
                    canvas,
                    x: x,
                    foot: ridge.height(at: x) + 0.03,
                    height: height,
                    color(lightness)
                )
            }
            x += step
        }
    }

    private static func drawTree(_ canvas: Canvas, x: Double, foot: Double, height: Double, _ color: SceneColor) {
        for tier in 0..<3 {
            let top = foot - height * (1 - 0.24 * Double(tier))
            let bottom = foot - height * (0.52 - 0.25 * Double(tier))
            let half = height * (0.13 + 0.055 * Double(tier))
            canvas.polygon([(x, top), (x + half, bottom), (x - half, bottom)])
            canvas.fill(color)
        }
    }
}

extension Canvas {
    /// A path around everything below a ridge.
    func path(below ridge: Ridge, _ extent: (x: Double, y: Double)) {
        let step = 0.006
        let left = -extent.x - step
        var outline = [(left, extent.y)]
        var x = left
        while x < extent.x + step {
            outline.append((x, ridge.height(at: x)))
            x += step
        }
        polygon(outline + [(x, extent.y)])
    }
}

/// The outline of a range of hills, defined for every x.
struct Ridge {
    /// Where the valley floor lies; y grows downward.
    var base: Double
    /// How far the highest peaks rise over the base.
    var height: Double
    /// Makes ranges different.
    var seed: Double
    /// 0 for smooth hills, 1 for crags.
    var roughness: Double

    /// The outline's y at a place.
    func height(at x: Double) -> Double {
        let smooth = 0.5 + 0.28 * sin(1.7 * x + seed) + 0.22 * sin(3.1 * x + seed * 2.3)
        let crags = 1 - abs(sin(2.3 * x + seed * 1.7 + 0.35 * sin(5 * x + seed)))
        let small = 0.06 * sin(13 * x + seed) + 0.04 * sin(29 * x + seed * 3) + 0.025 * sin(61 * x + seed)
        let rise = smooth * (1 - roughness * 0.55) + roughness * (0.55 * crags * crags + small)
        return base - height * rise
    }
}

/// The moving part of the valley: clouds and balloons.
enum Valley {
    static func movers(for view: SceneView) -> [Mover] {
        clouds(view) + balloons(view)
    }

    private static func clouds(_ view: SceneView) -> [Mover] {
        [(-0.74, 1.0, 0.030, 0.2), (-0.48, 0.72, 0.019, 2.1), (-0.92, 0.85, 0.024, 3.6)].map { y, size, speed, phase in
            let sprite = view.makeSprite(width: 1.1 * size, height: 0.36 * size) { canvas in
                drawCloud(canvas, size: size, phase: phase)
            }
            return Mover(sprite: sprite, metres: 4.9) { seconds in
                (wrap(phase - 2 + seconds * speed, period: 5.4), y)
            }
        }
    }

    private static func drawCloud(_ canvas: Canvas, size: Double, phase: Double) {
        for puff in 0..<9 {
            let along = Double(puff) / 8 - 0.5
            let x = along * 0.66 * size
            let radius = (0.06 + 0.055 * cos(along * 3) + 0.016 * sin(phase * 5 + Double(puff) * 2.1)) * size
            let y = (0.06 - 0.075 * cos(along * 3.1) * (1 + 0.4 * sin(Double(puff) * 1.9 + phase))) * size
            canvas.group {
                canvas.stretch(x: x, y: y, horizontally: 1.5)
                canvas.ellipse(0, 0, radius, radius)
                canvas.fillRadial(
                    center: (0, 0),
                    radius: radius,
                    [
                        GradientStop(0, SceneColor(0xfff4ea, alpha: 0.6)),
                        GradientStop(0.55, SceneColor(0xffe8dc, alpha: 0.3)),
                        GradientStop(1, SceneColor(0xffdfd0, alpha: 0)),
                    ]
                )
            }
        }
    }

    private static func balloons(_ view: SceneView) -> [Mover] {
        let kinds: [(size: Double, y: Double, speed: Double, phase: Double, colors: [UInt32])] = [
            (0.28, -0.28, 0.035, 3.55, [0x3a7ca5, 0xf4f1de, 0x81c3d7]),
            (0.42, -0.10, 0.050, 1.35, [0xf2b134, 0xed553b, 0xf6d55c]),
            (0.74, -0.28, 0.075, 2.35, [0xe4572e, 0xfff1d6, 0xd7263d]),
        ]
        return kinds.map { kind in
            let sprite = view.makeSprite(width: kind.size * 0.86, height: kind.size * 1.24) { canvas in
                canvas.moveOrigin(x: 0, y: 0, scale: kind.size)
                drawBalloon(canvas, kind.colors.map { SceneColor($0) })
            }
            // They are all of the same size, and look smaller the farther away they are.
            return Mover(sprite: sprite, metres: 0.74 / kind.size) { seconds in
                let bob = 0.03 * sin(seconds * 0.8 + kind.phase * 3)
                return (wrap(kind.phase - 2.6 + seconds * kind.speed, period: 5), kind.y + bob)
            }
        }
    }

    /// Draws a balloon one unit high around the origin.
    private static func drawBalloon(_ canvas: Canvas, _ colors: [SceneColor]) {
        canvas.group {
            canvas.clip { envelope(canvas, half: 0.40) }
            drawGores(canvas, colors)
            canvas.rectangle(-0.5, -0.6, 1, 1.2)
            canvas.fillRadial(
                center: (-0.13, -0.30),
                radius: 0.62,
                [
                    GradientStop(0, SceneColor(0xffffff, alpha: 0.42)),
                    GradientStop(0.45, SceneColor(0xffffff, alpha: 0)),
                    GradientStop(1, SceneColor(0x2a1436, alpha: 0.5)),
                ]
            )
        }
        for rope in [-0.075, 0.075] {
            canvas.line([(rope * 1.2, 0.335), (rope * 0.75, 0.47)])
            canvas.stroke(SceneColor(0x4a3628), width: 0.009)
        }
        canvas.roundedRectangle(-0.062, 0.465, 0.124, 0.095, radius: 0.02)
        canvas.fillLinear(
            from: (-0.06, 0),
            to: (0.06, 0),
            [GradientStop(0, SceneColor(0xa9744f)), GradientStop(1, SceneColor(0x5d3a24))]
        )
    }

    /// The stripes, from the outermost inward, as ellipses that share the poles.
    private static func drawGores(_ canvas: Canvas, _ colors: [SceneColor]) {
        let edges = [1.0, 0.84, 0.62, 0.36, 0.13]
        for (index, edge) in edges.enumerated() {
            envelope(canvas, half: 0.40 * edge)
            canvas.fill(colors[index % colors.count])
        }
        canvas.rectangle(-0.5, 0.30, 1, 0.05)
        canvas.fill(colors[0].mixed(with: SceneColor(0x201018), 0.35))
    }

    /// The outline of a balloon's envelope: a sphere that tapers to the mouth.
    private static func envelope(_ canvas: Canvas, half: Double) {
        canvas.curve(
            from: (0, -0.58),
            [
                ((half * 1.32, -0.58), (half * 1.26, 0.02), (half * 0.22, 0.345)),
                ((half * 0.1, 0.345), (-half * 0.1, 0.345), (-half * 0.22, 0.345)),
                ((-half * 1.26, 0.02), (-half * 1.32, -0.58), (0, -0.58)),
            ]
        )
    }

    /// Lets what leaves on the right come back on the left.
    private static func wrap(_ x: Double, period: Double) -> Double {
        let half = period / 2
        let turns = ((x + half) / period).rounded(.down)
        return x - turns * period
    }
}
