import CCairo

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
