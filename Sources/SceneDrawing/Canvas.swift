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
