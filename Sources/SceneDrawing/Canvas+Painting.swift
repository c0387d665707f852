import CCairo

extension Canvas {
    /// Fills the current path.
    package func fill(_ color: SceneColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_fill(context)
    }

    /// Draws a line along the current path.
    package func stroke(_ color: SceneColor, width: Double) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    /// Fills the current path with a gradient along a line.
    package func fillLinear(from a: (x: Double, y: Double), to b: (x: Double, y: Double), _ stops: [GradientStop]) {
        fill(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), stops)
    }

    /// Fills the current path with a gradient from a point outward.
    package func fillRadial(
        center: (x: Double, y: Double),
        from inner: Double = 0,
        radius: Double,
        _ stops: [GradientStop]
    ) {
        fill(cairo_pattern_create_radial(center.x, center.y, inner, center.x, center.y, radius), stops)
    }

    private func fill(_ pattern: OpaquePointer?, _ stops: [GradientStop]) {
        for stop in stops {
            let color = stop.color
            cairo_pattern_add_color_stop_rgba(
                pattern,
                stop.place,
                color.red,
                color.green,
                color.blue,
                color.alpha
            )
        }
        cairo_set_source(context, pattern)
        cairo_fill(context)
        cairo_pattern_destroy(pattern)
    }

    /// Paints another canvas with its upper left corner at a point, between whose pixels is interpolated; what lies
    /// outside of it continues its border.
    package func paint(_ other: Canvas, x: Double, y: Double, opacity: Double = 1) {
        cairo_set_source_surface(context, other.surface, x, y)
        let pattern = cairo_get_source(context)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
        cairo_paint_with_alpha(context, opacity)
    }

    /// Replaces all pixels by another canvas, moved and enlarged.
    package func replace(with other: Canvas, x: Double, y: Double, scale: Double) {
        cairo_save(context)
        cairo_translate(context, x, y)
        cairo_scale(context, scale, scale)
        cairo_set_source_surface(context, other.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
        cairo_restore(context)
    }
}
