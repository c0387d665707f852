import Foundation
import FoundationExtras

/// Paints paths and images into a bitmap.
///
/// The origin is the bitmap's lower left corner, y grows upwards; images are drawn upright there. Bitmaps have eight bits a sample: gray,
/// nothing but alpha, or RGB with alpha that is multiplied or means nothing, in any order. Cairo paints. Colours are not matched between
/// spaces. Contexts for PDF and other documents, shadows, gradients, patterns and text do not exist here.
///
/// Not thread-safe.
public class CGContext: CFTypeIdentified {
    /// What is saved and restored besides what cairo does.
    struct State {
        var transform: CGAffineTransform
        var fill = CGColor.black
        var stroke = CGColor.black
        var alpha: CGFloat = 1
        var interpolationQuality = CGInterpolationQuality.default
    }

    let canvas: BitmapCanvas
    var state: State
    private var saved: [State] = []
    /// The path in pixels from the upper left corner: later changes of the transform do not move it.
    var pathSegments = PathSegments()
    private let baseTransform: CGAffineTransform
    private let space: CGColorSpace
    /// How the bitmap's pixels are laid out.
    public let bitmapInfo: CGBitmapInfo

    /// Makes a context for a bitmap.
    ///
    /// - Parameters:
    ///   - data: the bitmap's memory, or nil for memory of the context's own that is zero at first.
    ///   - width: pixels across.
    ///   - height: pixels down.
    ///   - bitsPerComponent: bits of each sample: 8.
    ///   - bytesPerRow: bytes from one row to the next; 0 for as many as are convenient, if there is no `data`.
    ///   - space: gray or RGB.
    ///   - bitmapInfo: where samples are: a `CGImageAlphaInfo` with a byte order.
    /// - Returns: nil for layouts that are not supported, without pixels, and with more than 32767 in a direction.
    public init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        guard
            let layout = BitmapLayout(bitsPerComponent: bitsPerComponent, model: space.model, info: info),
            layout.alpha == nil || layout.isPremultiplied, data == nil || bytesPerRow > 0,
            let canvas = BitmapCanvas(
                memory: data,
                width: width,
                height: height,
                bytesPerRow: bytesPerRow,
                layout: layout
            )
        else { return nil }
        self.canvas = canvas
        self.space = space
        self.bitmapInfo = info
        baseTransform = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
        state = State(transform: baseTransform)
        cairo_set_line_width(canvas.painter, 1)
    }

    /// As with a number for the layout.
    public convenience init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: CGBitmapInfo
    ) {
        self.init(
            data: data,
            width: width,
            height: height,
            bitsPerComponent: bitsPerComponent,
            bytesPerRow: bytesPerRow,
            space: space,
            bitmapInfo: bitmapInfo.rawValue
        )
    }

    /// The type's number.
    public static var typeID: CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGContext.self)) }

    // MARK: The bitmap

    /// The bitmap's memory, the upper row first.
    public var data: UnsafeMutableRawPointer? { canvas.memory }
    /// Pixels across.
    public var width: Int { canvas.width }
    /// Pixels down.
    public var height: Int { canvas.height }
    /// Bits of each sample.
    public var bitsPerComponent: Int { 8 }
    /// Bits from one pixel to the next.
    public var bitsPerPixel: Int { canvas.layout.bytesPerPixel * 8 }
    /// Bytes from one row to the next.
    public var bytesPerRow: Int { canvas.bytesPerRow }
    /// What samples mean; nil for a bitmap of nothing but alpha.
    public var colorSpace: CGColorSpace? { canvas.layout.isAlphaOnly ? nil : space }
    /// Where a pixel's alpha is.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha }

    /// The bitmap as it is now, as an image.
    public func makeImage() -> CGImage? {
        CGImage(
            width: width,
            height: height,
            bitsPerComponent: 8,
            bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow,
            space: space,
            bitmapInfo: bitmapInfo,
            provider: CGDataProvider(bytes: Data(bytes: canvas.memory, count: bytesPerRow * height)),
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }

    /// Nothing: what was painted is in the bitmap at once.
    public func flush() {}

    /// Nothing: what was painted is in the bitmap at once.
    public func synchronize() {}

    // MARK: State

    /// Keeps transform, clip, colours and lines for ``restoreGState()``. The path is not among them.
    public func saveGState() {
        cairo_save(canvas.painter)
        saved.append(state)
    }

    /// Goes back to what was saved last; does nothing if nothing was.
    public func restoreGState() {
        guard let last = saved.popLast() else { return }
        cairo_restore(canvas.painter)
        state = last
    }

    /// How smoothly images are drawn in another size.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }

    /// Sets whether edges are smooth.
    public func setShouldAntialias(_ shouldAntialias: Bool) {
        cairo_set_antialias(canvas.painter, shouldAntialias ? 0 : 1)
    }

    /// Sets how much of everything that is painted covers, from 0 to 1.
    public func setAlpha(_ alpha: CGFloat) {
        state.alpha = min(max(alpha, 0), 1)
    }

    /// Sets how what is painted is mixed with what is there.
    public func setBlendMode(_ mode: CGBlendMode) {
        cairo_set_operator(canvas.painter, mode.cairoOperator)
    }

    // MARK: Transforms

    /// From the coordinates of what is painted to pixels counted from the lower left corner.
    public var ctm: CGAffineTransform { state.transform.concatenating(baseTransform.inverted()) }

    /// From the coordinates of what is painted to pixels counted from the lower left corner.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

    /// Moves the coordinates of what is painted from now on.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        state.transform = state.transform.translatedBy(x: tx, y: ty)
    }

    /// Changes the size of what is painted from now on.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        state.transform = state.transform.scaledBy(x: sx, y: sy)
    }

    /// Turns what is painted from now on, in radians from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) {
        state.transform = state.transform.rotated(by: angle)
    }

    /// Transforms what is painted from now on.
    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }

    /// Where a point is, in pixels from the lower left corner.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

    /// Where a rectangle is, in pixels from the lower left corner.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

    /// The point at a pixel, which is counted from the lower left corner.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

    /// The rectangle at pixels, which are counted from the lower left corner.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }

    // MARK: Colours and lines

    /// Sets the colour of what is filled.
    public func setFillColor(_ color: CGColor) { state.fill = color }

    /// Sets the colour of lines.
    public func setStrokeColor(_ color: CGColor) { state.stroke = color }

    /// Sets the colour of what is filled.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(.deviceRGB, [red, green, blue, alpha])
    }

    /// Sets the colour of lines.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(.deviceRGB, [red, green, blue, alpha])
    }

    /// Sets the shade of gray of what is filled.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(.deviceGray, [gray, alpha])
    }

    /// Sets the shade of gray of lines.
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(.deviceGray, [gray, alpha])
    }

    /// Sets how wide lines are; 1 at first.
    public func setLineWidth(_ width: CGFloat) { cairo_set_line_width(canvas.painter, width) }

    /// Sets how lines end.
    public func setLineCap(_ cap: CGLineCap) { cairo_set_line_cap(canvas.painter, cap.rawValue) }

    /// Sets how lines meet.
    public func setLineJoin(_ join: CGLineJoin) { cairo_set_line_join(canvas.painter, join.rawValue) }

    /// Sets how far, in line widths, a corner's point may reach before it is cut off.
    public func setMiterLimit(_ limit: CGFloat) { cairo_set_miter_limit(canvas.painter, limit) }

    /// Sets of what strokes and gaps lines consist.
    ///
    /// - Parameters:
    ///   - phase: how far into the pattern lines begin.
    ///   - lengths: of a stroke, a gap, and so on; none for whole lines. Negative lengths and only zeros mean whole lines, too.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        let isPattern = lengths.allSatisfy { $0 >= 0 } && lengths.contains { $0 > 0 }
        let pattern = isPattern ? lengths.map { Double($0) } : []
        cairo_set_dash(canvas.painter, pattern, Int32(pattern.count), phase)
    }
}

extension CGContext: Hashable {
    /// Contexts are equal when they are the same object.
    public static func == (left: CGContext, right: CGContext) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

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

/// How what is painted is mixed with what is there.
public enum CGBlendMode: Int32, Sendable {
    /// It covers, as far as its alpha goes.
    case normal = 0
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case softLight
    case hardLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    /// Nothing remains.
    case clear
    /// It replaces what is there.
    case copy
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case sourceIn
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case sourceOut
    /// It covers what is there and nothing else.
    case sourceAtop
    /// It lies behind what is there.
    case destinationOver
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case destinationIn
    /// What is there is taken away as far as its alpha goes.
    case destinationOut
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case destinationAtop
    /// Both, where the other is not.
    case xor
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case plusDarker
    /// The sum of both.
    case plusLighter

    /// Cairo's number of it.
    var cairoOperator: Int32 {
        switch self {
        case .multiply: 14
        case .screen: 15
        case .overlay: 16
        case .darken: 17
        case .lighten: 18
        case .colorDodge: 19
        case .colorBurn: 20
        case .hardLight: 21
        case .softLight: 22
        case .difference: 23
        case .exclusion: 24
        case .hue: 25
        case .saturation: 26
        case .color: 27
        case .luminosity: 28
        case .clear: 0
        case .copy: 1
        case .sourceAtop: 5
        case .destinationOver: 7
        case .destinationOut: 8
        case .xor: 11
        case .plusLighter: 12
        default: 2
        }
    }
}

/// How smoothly images are drawn in another size.
public enum CGInterpolationQuality: Int32, Sendable {
    /// The context's choice.
    case `default` = 0
    /// Each pixel is the nearest one.
    case none
    /// Interpolated between four.
    case low
    /// As good as possible.
    case high
    /// All pixels count when shrinking.
    case medium

    /// Cairo's number of the filter.
    var cairoFilter: Int32 {
        switch self {
        case .default, .medium: 1
        case .high: 2
        case .none: 3
        case .low: 4
        }
    }
}
