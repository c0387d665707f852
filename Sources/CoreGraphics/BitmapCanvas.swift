import Foundation
import FoundationExtras

/// A bitmap in somebody's layout that cairo paints on.
///
/// Where the layout is not one of cairo's, each painting reads the part of the bitmap that it may change, and writes it back, so that the
/// bitmap is always up to date for whoever reads or writes its memory besides.
final class BitmapCanvas {
    let memory: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    let bytesPerRow: Int
    let layout: BitmapLayout
    let painter: CairoObject
    private let surface: CairoObject
    private let ownsMemory: Bool
    /// The bitmap in cairo's layout, if its own is another.
    private let copy: UnsafeMutablePointer<UInt8>?

    /// - Returns: nil for sizes that cairo does not take, rows that are too short, and without memory.
    init?(memory: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int, layout: BitmapLayout) {
        let sides = 1...cairoLargestSide
        let shortest = width.multipliedReportingOverflow(by: layout.bytesPerPixel)
        guard sides.contains(width), sides.contains(height), !shortest.overflow else { return nil }
        // Rows on whole words, as cairo wants them.
        let stride = bytesPerRow == 0 ? (shortest.partialValue + 15) / 16 * 16 : bytesPerRow
        guard stride >= shortest.partialValue, !stride.multipliedReportingOverflow(by: height).overflow else {
            return nil
        }
        let bitmap = memory ?? Self.allocate(stride * height)
        let isUsable = layout.isNative && stride % 4 == 0 && Int(bitPattern: bitmap) % 4 == 0
        let copy = isUsable ? nil : Self.allocate(width * height * 4).assumingMemoryBound(to: UInt8.self)
        let surface = cairo_image_surface_create_for_data(
            copy ?? bitmap.assumingMemoryBound(to: UInt8.self),
            copy == nil ? layout.cairoFormat : cairoFormatARGB32,
            Int32(width),
            Int32(height),
            Int32(copy == nil ? stride : width * 4)
        )
        self.memory = bitmap
        self.width = width
        self.height = height
        self.bytesPerRow = stride
        self.layout = layout
        self.copy = copy
        self.surface = surface
        ownsMemory = memory == nil
        painter = cairo_create(surface)
        guard cairo_surface_status(surface) == cairoStatusSuccess else { return nil }
    }

    deinit {
        cairo_destroy(painter)
        cairo_surface_destroy(surface)
        if ownsMemory { memory.deallocate() }
        copy?.deallocate()
    }

    private static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
        memset(memory, 0, count)
        return memory
    }

    /// Paints.
    ///
    /// - Parameters:
    ///   - box: the part of the bitmap, from its upper left corner, that may change.
    ///   - body: paints with ``painter``.
    func paint(in box: CGRect, _ body: () -> Void) {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        let part = box.insetBy(dx: -2, dy: -2).integral.intersection(whole)
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return }
        let (columns, rows) = (Int(part.minX)..<Int(part.maxX), Int(part.minY)..<Int(part.maxY))
        load(columns, rows)
        cairo_surface_mark_dirty_rectangle(
            surface,
            Int32(columns.lowerBound),
            Int32(rows.lowerBound),
            Int32(columns.count),
            Int32(rows.count)
        )
        body()
        cairo_surface_flush(surface)
        store(columns, rows)
    }

    private func load(_ columns: Range<Int>, _ rows: Range<Int>) {
        guard let copy else { return }
        for row in rows {
            layout.load(
                pixel(columns.lowerBound, row),
                into: copy + (row * width + columns.lowerBound) * 4,
                count: columns.count
            )
        }
    }

    private func store(_ columns: Range<Int>, _ rows: Range<Int>) {
        guard let copy else { return }
        for row in rows {
            layout.store(
                copy + (row * width + columns.lowerBound) * 4,
                into: pixel(columns.lowerBound, row),
                count: columns.count
            )
        }
    }

    private func pixel(_ column: Int, _ row: Int) -> UnsafeMutablePointer<UInt8> {
        (memory + row * bytesPerRow + column * layout.bytesPerPixel).assumingMemoryBound(to: UInt8.self)
    }
}
