import CoreGraphics
import Foundation
import Synchronization

/// Which points are inside of a shape.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Those that the path goes around.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// Those that the path goes around an odd number of times.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// How a shape's lines end.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// At their end.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// With a half disc.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// With half a square.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// How a shape's lines meet.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// With a point.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// Round.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// With the point cut off.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer that shows a path, such as the box around a face or a code.
open class CAShapeLayer: CALayer {
    // Safe on any thread: all mutable state lies in the mutex.
    private struct Shape {
        var path: CGPath?
        var fillColor: CGColor? = .black
        var fillRule = CAShapeLayerFillRule.nonZero
        var strokeColor: CGColor?
        var lineWidth: CGFloat = 1
        var lineCap = CAShapeLayerLineCap.butt
        var lineJoin = CAShapeLayerLineJoin.miter
        var miterLimit: CGFloat = 10
        var lineDashPhase: CGFloat = 0
        var lineDashPattern: [Double]?
    }

    private let shape = Mutex(Shape())

    /// Makes a layer without a path.
    public override init() {
        super.init()
    }

    /// Makes a copy of a layer.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAShapeLayer else { return }
        let copied = other.shape.withLock { $0 }
        shape.withLock { $0 = copied }
    }

    /// The path, in the layer's own coordinates.
    open var path: CGPath? {
        get { shape.withLock { $0.path } }
        set {
            // A path that goes on changing is not the layer's.
            let copy = newValue?.copy()
            shape.withLock { $0.path = copy }
        }
    }

    /// The colour of the inside, which is black at first; nil for none.
    open var fillColor: CGColor? {
        get { shape.withLock { $0.fillColor } }
        set { shape.withLock { $0.fillColor = newValue } }
    }

    /// What inside means.
    open var fillRule: CAShapeLayerFillRule {
        get { shape.withLock { $0.fillRule } }
        set { shape.withLock { $0.fillRule = newValue } }
    }

    /// The colour of the line; nil, as at first, for none.
    open var strokeColor: CGColor? {
        get { shape.withLock { $0.strokeColor } }
        set { shape.withLock { $0.strokeColor = newValue } }
    }

    /// The width of the line.
    open var lineWidth: CGFloat {
        get { shape.withLock { $0.lineWidth } }
        set { shape.withLock { $0.lineWidth = newValue } }
    }

    /// How lines end.
    open var lineCap: CAShapeLayerLineCap {
        get { shape.withLock { $0.lineCap } }
        set { shape.withLock { $0.lineCap = newValue } }
    }

    /// How lines meet.
    open var lineJoin: CAShapeLayerLineJoin {
        get { shape.withLock { $0.lineJoin } }
        set { shape.withLock { $0.lineJoin = newValue } }
    }

    /// How far, in line widths, a corner's point may reach before it is cut off.
    open var miterLimit: CGFloat {
        get { shape.withLock { $0.miterLimit } }
        set { shape.withLock { $0.miterLimit = newValue } }
    }

    /// How far into their pattern lines begin.
    open var lineDashPhase: CGFloat {
        get { shape.withLock { $0.lineDashPhase } }
        set { shape.withLock { $0.lineDashPhase = newValue } }
    }

    /// The lengths of a stroke, a gap, and so on; nil for whole lines.
    open var lineDashPattern: [NSNumber]? {
        get { shape.withLock { $0.lineDashPattern }?.map { NSNumber(value: $0) } }
        set {
            let pattern = newValue?.map(\.doubleValue)
            shape.withLock { $0.lineDashPattern = pattern }
        }
    }

    /// Paints the path.
    open override func draw(in ctx: CGContext) {
        let shape = shape.withLock { $0 }
        guard let path = shape.path else { return }
        if let color = shape.fillColor {
            ctx.setFillColor(color)
            ctx.addPath(path)
            ctx.fillPath(using: shape.fillRule == .evenOdd ? .evenOdd : .winding)
        }
        guard let color = shape.strokeColor, shape.lineWidth > 0 else { return }
        ctx.setStrokeColor(color)
        ctx.setLineWidth(shape.lineWidth)
        ctx.setLineCap(shape.lineCap == .round ? .round : shape.lineCap == .square ? .square : .butt)
        ctx.setLineJoin(shape.lineJoin == .round ? .round : shape.lineJoin == .bevel ? .bevel : .miter)
        ctx.setMiterLimit(shape.miterLimit)
        ctx.setLineDash(phase: shape.lineDashPhase, lengths: (shape.lineDashPattern ?? []).map { CGFloat($0) })
        ctx.addPath(path)
        ctx.strokePath()
    }
}
