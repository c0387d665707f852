import CCairo

/// A colour with components from 0 to 1.
struct SceneColor: Sendable, Hashable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha = 1.0

    /// Makes a colour of a hexadecimal number `0xRRGGBB`.
    init(_ hex: UInt32, alpha: Double = 1) {
        red = Double((hex >> 16) & 0xff) / 255
        green = Double((hex >> 8) & 0xff) / 255
        blue = Double(hex & 0xff) / 255
        self.alpha = alpha
    }

    /// Mixes in some of another colour.
    func mixed(with other: SceneColor, _ amount: Double) -> SceneColor {
        var color = self
        color.red += (other.red - red) * amount
        color.green += (other.green - green) * amount
        color.blue += (other.blue - blue) * amount
        return color
    }
}

/// A colour at a place, 0 to 1, along a gradient.
struct GradientStop: Sendable {
    var place: Double
    var color: SceneColor

    init(_ place: Double, _ color: SceneColor) {
        self.place = place
        self.color = color
    }
}

/// Something to draw on with Cairo, in coordinates that the caller chooses; used by one thread at a time.
final class Canvas {
    private let surface: OpaquePointer
    /// Cairo's drawing context, for paths.
    let context: OpaquePointer
    /// Pixels in a row.
    let width: Int
    /// Rows.
    let height: Int

    /// Makes an empty, transparent canvas.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        context = cairo_create(surface)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Makes all further drawing go through a matrix, after what is set already.
    func transform(_ matrix: cairo_matrix_t) {
        var matrix = matrix
        cairo_transform(context, &matrix)
    }

    /// Runs drawing commands and forgets their transformations and clips.
    func group(_ draw: () -> Void) {
        cairo_save(context)
        draw()
        cairo_restore(context)
    }

    /// Fills the current path.
    func fill(_ color: SceneColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_fill(context)
    }

    /// Draws a line along the current path.
    func stroke(_ color: SceneColor, width: Double) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    /// Fills the current path with a gradient along a line.
    func fillLinear(from a: (x: Double, y: Double), to b: (x: Double, y: Double), _ stops: [GradientStop]) {
        fill(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), stops)
    }

    /// Fills the current path with a gradient from a point outward.
    func fillRadial(center: (x: Double, y: Double), from inner: Double = 0, radius: Double, _ stops: [GradientStop]) {
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

    /// A path around a rectangle.
    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        cairo_rectangle(context, x, y, width, height)
    }

    /// A path around a rectangle with round corners.
    func roundedRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
        cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
        cairo_arc(context, x + radius, y + radius, radius, .pi, 3 * .pi / 2)
        cairo_close_path(context)
    }

    /// A path around an ellipse.
    func ellipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) {
        group {
            cairo_translate(context, x, y)
            cairo_scale(context, radiusX, radiusY)
            cairo_new_sub_path(context)
            cairo_arc(context, 0, 0, 1, 0, 2 * .pi)
        }
    }

    /// Moves the origin and makes one unit of length so many pixels.
    func moveOrigin(x: Double, y: Double, scale: Double) {
        cairo_translate(context, x, y)
        cairo_scale(context, scale, scale)
    }

    /// Moves the origin and makes everything wider or narrower.
    func stretch(x: Double, y: Double, horizontally factor: Double) {
        cairo_translate(context, x, y)
        cairo_scale(context, factor, 1)
    }

    /// A path around corners.
    func polygon(_ corners: [(Double, Double)]) {
        line(corners)
        cairo_close_path(context)
    }

    /// A path through points.
    func line(_ points: [(Double, Double)]) {
        guard let first = points.first else { return }
        cairo_move_to(context, first.0, first.1)
        for point in points.dropFirst() {
            cairo_line_to(context, point.0, point.1)
        }
    }

    /// A path of Bezier curves, each with two control points and an end.
    func curve(
        from start: (Double, Double),
        _ pieces: [((Double, Double), (Double, Double), (Double, Double))]
    ) {
        cairo_move_to(context, start.0, start.1)
        for (first, second, end) in pieces {
            cairo_curve_to(context, first.0, first.1, second.0, second.1, end.0, end.1)
        }
    }

    /// A path around everything below a ridge.
    func path(below ridge: Ridge, _ extent: (x: Double, y: Double)) {
        let step = 0.006
        var x = -extent.x - step
        cairo_move_to(context, x, extent.y)
        while x < extent.x + step {
            cairo_line_to(context, x, ridge.height(at: x))
            x += step
        }
        cairo_line_to(context, x, extent.y)
        cairo_close_path(context)
    }

    /// Lets nothing be drawn outside of the path that `path` makes, until the group ends.
    func clip(_ path: () -> Void) {
        path()
        cairo_clip(context)
    }

    /// Chooses the type for text.
    func setFont(size: Double, bold: Bool) {
        cairo_select_font_face(
            context,
            "DejaVu Sans",
            CAIRO_FONT_SLANT_NORMAL,
            bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
        )
        cairo_set_font_size(context, size)
    }

    /// The width of text in the chosen type.
    func textWidth(_ text: String) -> Double {
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// Writes text with its baseline starting at a point.
    func text(_ text: String, x: Double, y: Double, _ color: SceneColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_move_to(context, x, y)
        cairo_show_text(context, text)
        cairo_new_path(context)
    }

    /// Gives the finished pixels to `body`: blue, green, red, alpha in memory, alpha multiplied in.
    func withPixels(_ body: (_ base: UnsafeMutablePointer<UInt8>, _ stride: Int) -> Void) {
        cairo_surface_flush(surface)
        guard let base = cairo_image_surface_get_data(surface) else { return }
        body(base, Int(cairo_image_surface_get_stride(surface)))
    }
}
