import Foundation
import FoundationExtras

extension CGContext {
    /// Draws an image, upright where y grows upwards, in a rectangle.
    ///
    /// - Parameters:
    ///   - image: an image; nothing is drawn of one with more than 32767 pixels in a direction.
    ///   - rect: what it fills. It is stretched.
    ///   - byTiling: whether `rect` is the place of one tile only, and the image is repeated over all that can be painted.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        guard byTiling else { return drawOnce(image, rect) }
        let clip = boundingBoxOfClipPath
        guard rect.width > 0, rect.height > 0, !clip.isNull else { return }
        let firstColumn = Int(((clip.minX - rect.minX) / rect.width).rounded(.down))
        let firstRow = Int(((clip.minY - rect.minY) / rect.height).rounded(.down))
        var y = rect.minY + CGFloat(firstRow) * rect.height
        while y < clip.maxY {
            var x = rect.minX + CGFloat(firstColumn) * rect.width
            while x < clip.maxX {
                drawOnce(image, CGRect(x: x, y: y, width: rect.width, height: rect.height))
                x += rect.width
            }
            y += rect.height
        }
    }

    private func drawOnce(_ image: CGImage, _ rect: CGRect) {
        let isDrawable = image.width <= cairoLargestSide && image.height <= cairoLargestSide
        let transform = state.transform
        let area = (transform.a * transform.d - transform.b * transform.c) * rect.width * rect.height
        guard isDrawable, area != 0, area.isFinite, rect.minX.isFinite, rect.minY.isFinite else { return }
        canvas.paint(in: rect.applying(transform)) {
            image.withNativePixels { paint($0, image, rect) }
        }
    }

    private func paint(_ pixels: CGImage.NativePixels, _ image: CGImage, _ rect: CGRect) {
        let painter = canvas.painter
        let surface = cairo_image_surface_create_for_data(
            // Cairo only reads from a source.
            UnsafeMutableRawPointer(mutating: pixels.rows).assumingMemoryBound(to: UInt8.self),
            pixels.isOpaque ? cairoFormatRGB24 : cairoFormatARGB32,
            Int32(image.width),
            Int32(image.height),
            Int32(pixels.bytesPerRow)
        )
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == cairoStatusSuccess else { return }
        let toRect = CGAffineTransform(
            a: rect.width / CGFloat(image.width),
            b: 0,
            c: 0,
            d: -rect.height / CGFloat(image.height),
            tx: rect.minX,
            ty: rect.maxY
        )
        cairo_save(painter)
        defer { cairo_restore(painter) }
        setMatrix(toRect.concatenating(state.transform))
        cairo_new_path(painter)
        let (width, height) = (Double(image.width), Double(image.height))
        cairo_move_to(painter, 0, 0)
        cairo_line_to(painter, width, 0)
        cairo_line_to(painter, width, height)
        cairo_line_to(painter, 0, height)
        cairo_close_path(painter)
        cairo_clip(painter)
        cairo_set_source_surface(painter, surface, 0, 0)
        let pattern = cairo_get_source(painter)
        // Beyond its border an image goes on as it is there: else its edges would be half transparent in other sizes.
        cairo_pattern_set_extend(pattern, cairoExtendPad)
        cairo_pattern_set_filter(pattern, state.interpolationQuality.cairoFilter)
        cairo_paint_with_alpha(painter, state.alpha)
        // The surface is about to go.
        cairo_set_source_rgba(painter, 0, 0, 0, 1)
    }
}
