import CCairo
import CoreVideo
import Foundation

/// A white picture with black text.
struct DrawnText {
    var text: String
    /// Where its base line begins, in pixels from the upper left corner.
    var x: Double
    var y: Double
    var size = 32.0
    /// Clockwise.
    var degrees = 0.0

    static func picture(_ texts: [DrawnText], width: Int = 640, height: Int = 480) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let buffer = made else { throw CancellationError() }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let surface = cairo_image_surface_create_for_data(
            CVPixelBufferGetBaseAddress(buffer)?.assumingMemoryBound(to: UInt8.self),
            CAIRO_FORMAT_RGB24,
            Int32(width),
            Int32(height),
            Int32(CVPixelBufferGetBytesPerRow(buffer))
        )
        let context = cairo_create(surface)
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_set_source_rgb(context, 0, 0, 0)
        cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        for text in texts {
            cairo_save(context)
            cairo_translate(context, text.x, text.y)
            cairo_rotate(context, text.degrees * .pi / 180)
            cairo_set_font_size(context, text.size)
            cairo_move_to(context, 0, 0)
            cairo_show_text(context, text.text)
            cairo_restore(context)
        }
        cairo_surface_flush(surface)
        return buffer
    }

    /// The same picture as a PNG file.
    static func png(_ buffer: CVPixelBuffer) throws -> Data {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let surface = cairo_image_surface_create_for_data(
            CVPixelBufferGetBaseAddress(buffer)?.assumingMemoryBound(to: UInt8.self),
            CAIRO_FORMAT_RGB24,
            Int32(CVPixelBufferGetWidth(buffer)),
            Int32(CVPixelBufferGetHeight(buffer)),
            Int32(CVPixelBufferGetBytesPerRow(buffer))
        )
        defer { cairo_surface_destroy(surface) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        guard cairo_surface_write_to_png(surface, file.path) == CAIRO_STATUS_SUCCESS else { throw CancellationError() }
        return try Data(contentsOf: file)
    }
}
