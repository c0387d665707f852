import CCairo

extension Canvas {
    /// A path around a rectangle.
    package func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        cairo_rectangle(context, x, y, width, height)
    }

    /// A path around a rectangle with round corners.
    package func roundedRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
        cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
        cairo_arc(context, x + radius, y + radius, radius, .pi, 3 * .pi / 2)
        cairo_close_path(context)
    }

    /// A path around an ellipse.
    package func ellipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) {
        group {
            cairo_translate(context, x, y)
            cairo_scale(context, radiusX, radiusY)
            cairo_new_sub_path(context)
            cairo_arc(context, 0, 0, 1, 0, 2 * .pi)
        }
    }

    /// A path around corners.
    package func polygon(_ corners: [(Double, Double)]) {
        line(corners)
        cairo_close_path(context)
    }

    /// A path through points.
    package func line(_ points: [(Double, Double)]) {
        guard let first = points.first else { return }
        cairo_move_to(context, first.0, first.1)
        for point in points.dropFirst() {
            cairo_line_to(context, point.0, point.1)
        }
    }

    /// A path of Bezier curves, each with two control points and an end.
    package func curve(
        from start: (Double, Double),
        _ pieces: [((Double, Double), (Double, Double), (Double, Double))]
    ) {
        cairo_move_to(context, start.0, start.1)
        for (first, second, end) in pieces {
            cairo_curve_to(context, first.0, first.1, second.0, second.1, end.0, end.1)
        }
    }
}
