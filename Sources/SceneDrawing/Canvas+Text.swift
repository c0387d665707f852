import CCairo

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
