import CCairo
import SceneDrawing
import SeededRandom

/// Draws the furniture, and the books on it.
struct ShelfPainter {
    let layout: ShelfLayout
    let fonts: FontLibrary
    /// Decides the furniture's looks.
    let seed: UInt64

    private struct Furniture {
        var wall: SceneColor
        var wood: SceneColor
        var hasGrain: Bool
    }

    private static let kinds: [Furniture] = [
        Furniture(wall: SceneColor(0xcfc8bd), wood: SceneColor(0xf1efea), hasGrain: false),
        Furniture(wall: SceneColor(0x4b3526), wood: SceneColor(0x9a6a42), hasGrain: true),
        Furniture(wall: SceneColor(0x2b211c), wood: SceneColor(0x5b3a24), hasGrain: true),
        Furniture(wall: SceneColor(0xb9a98d), wood: SceneColor(0xd9b98a), hasGrain: true),
        Furniture(wall: SceneColor(0x6f7478), wood: SceneColor(0x9ba1a6), hasGrain: false),
        Furniture(wall: SceneColor(0x22252a), wood: SceneColor(0x3a3f46), hasGrain: false),
    ]

    /// Everything beyond the shelf is drawn this far, for pictures of another shape than the shelf's.
    private static let beyond = 20_000.0

    /// Draws the shelf; the canvas' coordinates are the shelf's.
    func draw(_ canvas: Canvas, paintsText: Bool = true) {
        var generator = SeededGenerator(seed: seed)
        let furniture = generator.choice(of: Self.kinds)
        canvas.rectangle(-Self.beyond, -Self.beyond, 2 * Self.beyond, 2 * Self.beyond)
        canvas.fill(furniture.wall)
        for board in -1...layout.boards { drawBack(canvas, furniture, top: top(board)) }
        for board in -1...layout.boards { drawBoard(canvas, furniture, top: top(board), &generator) }
        for spine in layout.spines { drawShadow(canvas, spine) }
        for spine in layout.spines {
            SpinePainter(placed: spine, fonts: fonts, paintsText: paintsText).draw(canvas)
        }
    }

    private func top(_ board: Int) -> Double { Double(board) * ShelfLayout.boardDistance }

    private func drawBack(_ canvas: Canvas, _ furniture: Furniture, top: Double) {
        canvas.rectangle(-Self.beyond, top, 2 * Self.beyond, ShelfLayout.surface)
        canvas.fillLinear(
            from: (0, top),
            to: (0, top + ShelfLayout.surface),
            [
                GradientStop(0, furniture.wall.mixed(with: SceneColor(0), 0.55)),
                GradientStop(0.12, furniture.wall.mixed(with: SceneColor(0), 0.25)),
                GradientStop(0.7, furniture.wall), GradientStop(1, furniture.wall.mixed(with: SceneColor(0), 0.3)),
            ]
        )
    }

    private func drawBoard(
        _ canvas: Canvas,
        _ furniture: Furniture,
        top: Double,
        _ generator: inout SeededGenerator
    ) {
        let surface = top + ShelfLayout.surface
        let depth = ShelfLayout.boardDistance - ShelfLayout.surface
        canvas.rectangle(-Self.beyond, surface - 3, 2 * Self.beyond, depth + 3)
        canvas.fillLinear(
            from: (0, surface - 3),
            to: (0, surface + depth),
            [
                GradientStop(0, furniture.wood.mixed(with: SceneColor(0), 0.35)),
                GradientStop(0.16, furniture.wood.mixed(with: SceneColor(0xffffff), 0.15)),
                GradientStop(0.3, furniture.wood),
                GradientStop(1, furniture.wood.mixed(with: SceneColor(0), 0.35)),
            ]
        )
        guard furniture.hasGrain else { return }
        for _ in 0..<40 {
            let x = generator.number(in: -600...layout.width + 600)
            let y = generator.number(in: surface + 6...surface + depth - 2)
            let length = generator.number(in: 80...420)
            canvas.line([(x, y), (x + length, y + generator.number(in: -1.5...1.5))])
            canvas.stroke(SceneColor(0, alpha: generator.number(in: 0.04...0.14)), width: 1.2)
        }
    }

    /// A soft shadow on the wall behind a book, and a hard one on the board.
    private func drawShadow(_ canvas: Canvas, _ placed: PlacedSpine) {
        canvas.group {
            canvas.transform(placed.matrix)
            let (width, height) = (placed.spine.thickness, placed.spine.height)
            for spread in [14.0, 9, 5, 2] {
                canvas.roundedRectangle(-2, 6 - spread / 2, width + spread, height - 4 + spread / 2, radius: 4)
                canvas.fill(SceneColor(0, alpha: 0.09))
            }
        }
    }
}

extension cairo_matrix_t {
    /// Changes nothing.
    static var identity: cairo_matrix_t { cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0) }

    /// Moves.
    static func translation(x: Double, y: Double) -> cairo_matrix_t {
        cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: x, y0: y)
    }

    /// Turns clockwise (as y grows downward) by an angle in radians.
    static func rotation(_ angle: Double) -> cairo_matrix_t {
        var matrix = cairo_matrix_t()
        cairo_matrix_init_rotate(&matrix, angle)
        return matrix
    }

    /// Enlarges.
    static func scaling(_ factor: Double) -> cairo_matrix_t {
        cairo_matrix_t(xx: factor, yx: 0, xy: 0, yy: factor, x0: 0, y0: 0)
    }

    /// This matrix, and then another.
    func then(_ next: cairo_matrix_t) -> cairo_matrix_t {
        var (result, first, second) = (cairo_matrix_t(), self, next)
        cairo_matrix_multiply(&result, &first, &second)
        return result
    }

    /// Where a point comes to lie.
    func apply(x: Double, y: Double) -> ImagePoint {
        var (x, y) = (x, y)
        var matrix = self
        cairo_matrix_transform_point(&matrix, &x, &y)
        return ImagePoint(x: x, y: y)
    }
}
