// What contexts use of cairo, which paints. The functions are declared here and cairo's header is not imported: packages that ask
// `canImport(CoreGraphics)` find this module in SwiftPM's folder of all modules, whether or not they depend on it, and it would not load
// without a C module that they have no path to.

/// A painter, or something to paint with or on.
typealias CairoObject = OpaquePointer

/// Cairo's matrix: `cairo_matrix_t`.
struct CairoMatrix {
    var xx: Double
    var yx: Double
    var xy: Double
    var yy: Double
    var x0: Double
    var y0: Double
}

/// `CAIRO_FORMAT_ARGB32`.
let cairoFormatARGB32: Int32 = 0
/// `CAIRO_FORMAT_RGB24`.
let cairoFormatRGB24: Int32 = 1
/// `CAIRO_STATUS_SUCCESS`.
let cairoStatusSuccess: Int32 = 0
/// `CAIRO_EXTEND_PAD`.
let cairoExtendPad: Int32 = 3
/// The most pixels that a surface has in a direction.
let cairoLargestSide = 32767

@_extern(c) func cairo_image_surface_create_for_data(
    _ data: UnsafeMutablePointer<UInt8>,
    _ format: Int32,
    _ width: Int32,
    _ height: Int32,
    _ stride: Int32
) -> CairoObject
@_extern(c) func cairo_surface_status(_ surface: CairoObject) -> Int32
@_extern(c) func cairo_surface_flush(_ surface: CairoObject)
@_extern(c) func cairo_surface_mark_dirty_rectangle(
    _ surface: CairoObject,
    _ x: Int32,
    _ y: Int32,
    _ width: Int32,
    _ height: Int32
)
@_extern(c) func cairo_surface_destroy(_ surface: CairoObject)
@_extern(c) func cairo_create(_ target: CairoObject) -> CairoObject
@_extern(c) func cairo_destroy(_ context: CairoObject)
@_extern(c) func cairo_save(_ context: CairoObject)
@_extern(c) func cairo_restore(_ context: CairoObject)

/// Takes the address of a ``CairoMatrix``, which C does not know.
@_extern(c) func cairo_set_matrix(_ context: CairoObject, _ matrix: UnsafeRawPointer)

@_extern(c) func cairo_set_operator(_ context: CairoObject, _ value: Int32)
@_extern(c) func cairo_set_antialias(_ context: CairoObject, _ value: Int32)
@_extern(c) func cairo_set_fill_rule(_ context: CairoObject, _ value: Int32)
@_extern(c) func cairo_set_line_width(_ context: CairoObject, _ value: Double)
@_extern(c) func cairo_set_line_cap(_ context: CairoObject, _ value: Int32)
@_extern(c) func cairo_set_line_join(_ context: CairoObject, _ value: Int32)
@_extern(c) func cairo_set_miter_limit(_ context: CairoObject, _ value: Double)
@_extern(c) func cairo_set_dash(
    _ context: CairoObject,
    _ lengths: UnsafePointer<Double>?,
    _ count: Int32,
    _ phase: Double
)
@_extern(c) func cairo_set_source_rgba(
    _ context: CairoObject,
    _ red: Double,
    _ green: Double,
    _ blue: Double,
    _ alpha: Double
)
@_extern(c) func cairo_set_source_surface(_ context: CairoObject, _ surface: CairoObject, _ x: Double, _ y: Double)
@_extern(c) func cairo_get_source(_ context: CairoObject) -> CairoObject
@_extern(c) func cairo_pattern_set_filter(_ pattern: CairoObject, _ filter: Int32)
@_extern(c) func cairo_pattern_set_extend(_ pattern: CairoObject, _ extend: Int32)

@_extern(c) func cairo_new_path(_ context: CairoObject)
@_extern(c) func cairo_move_to(_ context: CairoObject, _ x: Double, _ y: Double)
@_extern(c) func cairo_line_to(_ context: CairoObject, _ x: Double, _ y: Double)
@_extern(c) func cairo_curve_to(
    _ context: CairoObject,
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double,
    _ x3: Double,
    _ y3: Double
)
@_extern(c) func cairo_close_path(_ context: CairoObject)

@_extern(c) func cairo_fill(_ context: CairoObject)
@_extern(c) func cairo_stroke(_ context: CairoObject)
@_extern(c) func cairo_clip(_ context: CairoObject)
@_extern(c) func cairo_reset_clip(_ context: CairoObject)
@_extern(c) func cairo_paint_with_alpha(_ context: CairoObject, _ alpha: Double)
@_extern(c) func cairo_clip_extents(
    _ context: CairoObject,
    _ left: UnsafeMutablePointer<Double>,
    _ top: UnsafeMutablePointer<Double>,
    _ right: UnsafeMutablePointer<Double>,
    _ bottom: UnsafeMutablePointer<Double>
)
@_extern(c) func cairo_stroke_extents(
    _ context: CairoObject,
    _ left: UnsafeMutablePointer<Double>,
    _ top: UnsafeMutablePointer<Double>,
    _ right: UnsafeMutablePointer<Double>,
    _ bottom: UnsafeMutablePointer<Double>
)
