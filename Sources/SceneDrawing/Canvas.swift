import CCairo

/// Something to draw on with Cairo, in coordinates that the caller chooses; used by one thread at a time.
package final class Canvas {
    let surface: OpaquePointer
    let context: OpaquePointer
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int

    /// Makes an empty, transparent canvas. Nothing is drawn on one that is too large for memory: see `failure`.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        context = cairo_create(surface)
        useTheSameLettersEverywhere()
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// What has gone wrong while drawing, in Cairo's words.
    package var failure: String? {
        let status = cairo_status(context)
        return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
    }

    /// Gives the pixels to `body`: blue, green, red, alpha in memory, alpha multiplied in.
    package func withPixels<Result>(
        _ body: (_ base: UnsafeMutablePointer<UInt8>, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        cairo_surface_flush(surface)
        guard let base = cairo_image_surface_get_data(surface) else { preconditionFailure("an image has pixels") }
        defer { cairo_surface_mark_dirty(surface) }
        return try body(base, Int(cairo_image_surface_get_stride(surface)))
    }

    /// Writes the picture as PNG.
    /// - Returns: what went wrong, in Cairo's words.
    package func writePNG(to path: String) -> String? {
        let status = cairo_surface_write_to_png(surface, path)
        return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
    }
}

/// Coordinates.
extension Canvas {
    /// Makes all further drawing go through a matrix, after what is set already.
    package func transform(_ matrix: cairo_matrix_t) {
        var matrix = matrix
        cairo_transform(context, &matrix)
    }

    /// Moves the origin and makes one unit of length so many pixels.
    package func moveOrigin(x: Double, y: Double, scale: Double) {
        cairo_translate(context, x, y)
        cairo_scale(context, scale, scale)
    }

    /// Moves the origin and makes everything wider or narrower.
    package func stretch(x: Double, y: Double, horizontally factor: Double) {
        cairo_translate(context, x, y)
        cairo_scale(context, factor, 1)
    }

    /// Makes everything higher.
    package func stretch(vertically factor: Double) {
        cairo_scale(context, 1, factor)
    }

    /// Runs drawing commands and forgets their transformations and clips.
    package func group(_ draw: () -> Void) {
        cairo_save(context)
        draw()
        cairo_restore(context)
    }

    /// Lets nothing be drawn outside of the path that `path` makes, until the group ends.
    package func clip(_ path: () -> Void) {
        path()
        cairo_clip(context)
    }
}

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

extension Canvas {
    /// Letters of the same shape everywhere: no hinting, no subpixels, whatever the machine's settings are.
    func useTheSameLettersEverywhere() {
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    /// Chooses the type for text.
    package func setFont(size: Double, bold: Bool) {
        cairo_select_font_face(
            context,
            "DejaVu Sans",
            CAIRO_FONT_SLANT_NORMAL,
            bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
        )
        cairo_set_font_size(context, size)
    }

    /// Chooses the type for text: a font that was loaded.
    package func setFont(_ font: LoadedFont, size: Double) {
        cairo_set_font_face(context, font.face)
        cairo_set_font_size(context, size)
    }

    /// The space that a line of text takes in the chosen type.
    package func metrics(of text: String) -> TextMetrics {
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return TextMetrics(
            advance: extents.x_advance,
            inkLeft: extents.x_bearing,
            inkRight: extents.x_bearing + extents.width,
            inkTop: extents.y_bearing,
            inkBottom: extents.y_bearing + extents.height
        )
    }

    /// The width of text in the chosen type.
    package func textWidth(_ text: String) -> Double {
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// Writes text with its baseline starting at a point.
    package func text(_ text: String, x: Double, y: Double, _ color: SceneColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_move_to(context, x, y)
        cairo_show_text(context, text)
        cairo_new_path(context)
    }
}

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
