import Foundation
import SceneDrawing
import SeededRandom

/// The still part of the library: shelves with books, lit by a lamp.
enum LibraryBackdrop {
    private static let bindings: [UInt32] = [
        0x7a2f2b, 0x2f4858, 0xc98b3b, 0x4f6d4a, 0x8c5a7a, 0xd9c7a0, 0x35605a, 0xb5533c, 0x3d405b, 0xa37b45, 0x5c7f9c,
    ]

    /// Draws it, in scene units.
    static func draw(_ canvas: Canvas, _ view: SceneView) {
        let extent = view.halfExtent
        canvas.rectangle(-extent.x, -extent.y, 2 * extent.x, 2 * extent.y)
        canvas.fill(SceneColor(0x2a1c17))
        var row = -4
        while row <= 4 {
            drawShelf(canvas, top: Double(row) * 0.56 - 0.28, seed: UInt64(row + 40), halfWidth: extent.x)
            row += 1
        }
        drawLight(canvas, extent)
    }

    /// Draws how near everything is: the wall, what stands before it, and the boards, which reach out farthest.
    static func drawDepth(_ canvas: Canvas, _ view: SceneView) {
        let extent = view.halfExtent
        canvas.rectangle(-extent.x, -extent.y, 2 * extent.x, 2 * extent.y)
        canvas.fill(SceneColor(metres: 2.6))
        for row in -4...4 {
            let board = Double(row) * 0.56 - 0.28 + boardDistance
            for book in books(seed: UInt64(row + 40)) where abs(book.x) < extent.x + 0.2 {
                canvas.roundedRectangle(book.x, board - book.height, book.width, book.height, radius: 0.008)
                canvas.fill(SceneColor(metres: 2.35))
            }
            canvas.rectangle(-extent.x, board, 2 * extent.x, 0.05)
            canvas.fill(SceneColor(metres: 2.3))
        }
    }

    /// From the top of a compartment to the board that its books stand on.
    private static let boardDistance = 0.51

    /// A book on a shelf.
    private struct Book {
        var x: Double
        var width: Double
        var height: Double
        var binding: SceneColor
        var style: UInt64
    }

    /// The books of a shelf, from the left.
    private static func books(seed: UInt64) -> [Book] {
        var generator = SeededGenerator(seed: seed)
        var books: [Book] = []
        var x = -4.0
        while x < 4 {
            let width = 0.045 + 0.065 * generator.nextUnit()
            let height = 0.30 + 0.15 * generator.nextUnit()
            let binding = SceneColor(bindings[Int(generator.next() % UInt64(bindings.count))])
            let style = generator.next() % 3
            let gap = generator.nextUnit() < 0.06 ? 0.12 : 0
            books.append(Book(x: x, width: width, height: height, binding: binding, style: style))
            x += width + 0.004 + gap
        }
        return books
    }

    private static func drawShelf(_ canvas: Canvas, top: Double, seed: UInt64, halfWidth: Double) {
        let board = top + boardDistance
        canvas.rectangle(-halfWidth, top, 2 * halfWidth, 0.5)
        canvas.fillLinear(
            from: (0, top),
            to: (0, board),
            [
                GradientStop(0, SceneColor(0x150d0a)), GradientStop(0.25, SceneColor(0x241712)),
                GradientStop(1, SceneColor(0x35231a)),
            ]
        )
        for book in books(seed: seed) where abs(book.x) < halfWidth + 0.2 {
            drawBook(canvas, book, foot: board)
        }
        canvas.rectangle(-halfWidth, board, 2 * halfWidth, 0.05)
        canvas.fillLinear(
            from: (0, board),
            to: (0, board + 0.05),
            [GradientStop(0, SceneColor(0x9a6a42)), GradientStop(1, SceneColor(0x5b3a24))]
        )
    }

    private static func drawBook(_ canvas: Canvas, _ book: Book, foot: Double) {
        let (x, width, height) = (book.x, book.width, book.height)
        let (color, style) = (book.binding, book.style)
        canvas.roundedRectangle(x, foot - height, width, height, radius: 0.008)
        canvas.fillLinear(
            from: (x, 0),
            to: (x + width, 0),
            [
                GradientStop(0, color.mixed(with: SceneColor(0x000000), 0.35)),
                GradientStop(0.35, color.mixed(with: SceneColor(0xffffff), 0.12)),
                GradientStop(1, color.mixed(with: SceneColor(0x000000), 0.4)),
            ]
        )
        let gold = SceneColor(0xe8cf92, alpha: 0.8)
        for band in style == 0 ? [0.12, 0.16, 0.84] : style == 1 ? [0.2, 0.8] : [] {
            canvas.rectangle(x, foot - height * band, width, 0.008)
            canvas.fill(gold)
        }
        if style == 2 {
            canvas.rectangle(x + width * 0.18, foot - height * 0.8, width * 0.64, height * 0.28)
            canvas.fill(SceneColor(0xf0e4c8, alpha: 0.75))
        }
    }

    private static func drawLight(_ canvas: Canvas, _ extent: (x: Double, y: Double)) {
        canvas.rectangle(-extent.x, -extent.y, 2 * extent.x, 2 * extent.y)
        canvas.fillRadial(
            center: (-0.5, -0.5),
            radius: 2.3,
            [
                GradientStop(0, SceneColor(0xffc870, alpha: 0.42)),
                GradientStop(0.45, SceneColor(0xff9a4a, alpha: 0.10)),
                GradientStop(1, SceneColor(0x0a0510, alpha: 0.62)),
            ]
        )
    }
}

/// The moving part of the library: a robot that looks into the camera.
enum Library {
    static func movers(for view: SceneView) -> [Mover] {
        let body = view.makeSprite(width: 1.36, height: 1.9, draw: drawBody)
        let head = view.makeSprite(width: 0.98, height: 1.06, draw: drawHead)
        let eyes = view.makeSprite(width: 0.46, height: 0.16, draw: drawEyes)
        let sway = { (seconds: Double) in 0.10 * sin(seconds * 0.9) }
        return [
            Mover(sprite: body, metres: 0.9) { seconds in (sway(seconds) * 0.35, 1.42) },
            Mover(sprite: head, metres: 0.8) { seconds in (sway(seconds), 0.10 + 0.015 * sin(seconds * 2.1)) },
            Mover(sprite: eyes, metres: 0.79) { seconds in
                (sway(seconds) * 1.35, 0.16 + 0.015 * sin(seconds * 2.1))
            },
        ]
    }

    /// Long enough for the tall picture of a phone that is held upright.
    private static func drawBody(_ canvas: Canvas) {
        canvas.moveOrigin(x: 0, y: -0.5, scale: 1)
        canvas.roundedRectangle(-0.12, -0.45, 0.24, 0.3, radius: 0.03)
        canvas.fill(SceneColor(0x59656f))
        canvas.roundedRectangle(-0.64, -0.28, 1.28, 2, radius: 0.26)
        canvas.fillLinear(
            from: (-0.64, 0),
            to: (0.64, 0),
            [
                GradientStop(0, SceneColor(0xf0b35a)), GradientStop(0.35, SceneColor(0xe8963e)),
                GradientStop(1, SceneColor(0x9a4f28)),
            ]
        )
        canvas.roundedRectangle(-0.2, -0.08, 0.4, 0.2, radius: 0.06)
        canvas.fill(SceneColor(0x3a2a2e, alpha: 0.8))
        for (index, hex) in [UInt32(0x7bd389), 0xf9d56e, 0xf08a8a].enumerated() {
            canvas.ellipse(-0.11 + 0.11 * Double(index), 0.02, 0.03, 0.03)
            canvas.fill(SceneColor(hex))
        }
    }

    private static func drawHead(_ canvas: Canvas) {
        canvas.line([(0, -0.34), (0, -0.44)])
        canvas.stroke(SceneColor(0x59656f), width: 0.03)
        canvas.ellipse(0, -0.46, 0.05, 0.05)
        canvas.fillRadial(
            center: (-0.015, -0.475),
            radius: 0.06,
            [GradientStop(0, SceneColor(0xffb0a0)), GradientStop(1, SceneColor(0xd7263d))]
        )
        for side in [-1.0, 1.0] {
            canvas.roundedRectangle(side * 0.42 - 0.05, -0.02, 0.1, 0.2, radius: 0.04)
            canvas.fill(SceneColor(0x6d7a86))
        }
        canvas.roundedRectangle(-0.42, -0.34, 0.84, 0.74, radius: 0.2)
        canvas.fillLinear(
            from: (-0.4, -0.3),
            to: (0.4, 0.4),
            [
                GradientStop(0, SceneColor(0xffffff)), GradientStop(0.5, SceneColor(0xdfe6ea)),
                GradientStop(1, SceneColor(0x93a3b1)),
            ]
        )
        canvas.roundedRectangle(-0.34, -0.2, 0.68, 0.42, radius: 0.14)
        canvas.fillLinear(
            from: (0, -0.2),
            to: (0, 0.22),
            [GradientStop(0, SceneColor(0x1b2a38)), GradientStop(1, SceneColor(0x2b4354))]
        )
        canvas.curve(from: (-0.1, 0.285), [((-0.05, 0.335), (0.05, 0.335), (0.1, 0.285))])
        canvas.stroke(SceneColor(0x59656f), width: 0.022)
    }

    private static func drawEyes(_ canvas: Canvas) {
        for side in [-1.0, 1.0] {
            canvas.ellipse(side * 0.145, 0, 0.075, 0.075)
            canvas.fillRadial(
                center: (side * 0.145, 0),
                radius: 0.075,
                [
                    GradientStop(0, SceneColor(0xe8ffff)), GradientStop(0.55, SceneColor(0x66e0ff)),
                    GradientStop(1, SceneColor(0x1d9bd1)),
                ]
            )
            canvas.ellipse(side * 0.145 - 0.022, -0.024, 0.018, 0.018)
            canvas.fill(SceneColor(0xffffff))
        }
    }
}
