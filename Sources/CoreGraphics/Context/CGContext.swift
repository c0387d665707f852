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
