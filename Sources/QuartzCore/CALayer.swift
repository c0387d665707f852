@_exported import CoreGraphics
@_exported import Foundation
import FoundationExtras
import Synchronization

/// The part of Core Animation's layer that capture code needs: geometry, the layer tree, and plain contents.
///
/// Linux has no layer renderer, so a layer shows nothing by itself; it says where things are, and ``render(in:)`` paints it into a bitmap.
/// There is no animation: changes are there at once. Like Apple's, a layer belongs to the thread that lays it out; reading its geometry
/// from other threads is safe.
open class CALayer: NSObject {
    // Safe on any thread: all mutable state lies in the mutex.
    struct State: @unchecked Sendable {
        // @unchecked: layers guard their state with locks.

        var bounds = CGRect.zero
        var position = CGPoint.zero
        var anchorPoint = CGPoint(x: 0.5, y: 0.5)
        var isHidden = false
        var opacity: Float = 1
        var cornerRadius: CGFloat = 0
        var masksToBounds = false
        var name: String?
        var transform = CATransform3DIdentity
        var zPosition: CGFloat = 0
        var isOpaque = false
        var contentsScale: CGFloat = 1
        var contentsGravity = CALayerContentsGravity.resize
        var contents: CALayerContents?
        var backgroundColor: CGColor?
        var borderColor = CGColor?.some(.black)
        var borderWidth: CGFloat = 0
        var isLayingOut = false
        var sublayers: [CALayer] = []
        weak var superlayer: CALayer?
        var onParentChange: (@Sendable () -> Void)?
    }

    let state = Mutex(State())

    /// Makes a layer without a size and without a parent.
    public override init() {
        super.init()
    }

    /// Makes a copy of a layer's geometry, as Core Animation does for presentation layers.
    ///
    /// - Parameter layer: the layer to copy; anything that is not a `CALayer` gives a fresh layer.
    public init(layer: Any) {
        super.init()
        guard let other = layer as? CALayer else { return }
        let copied = other.state.withLock { $0 }
        state.withLock { own in
            own = copied
            own.sublayers = []
            own.superlayer = nil
            own.onParentChange = nil
            own.isLayingOut = false
        }
    }

    /// The rectangle in the layer's own coordinates.
    open var bounds: CGRect {
        get { state.withLock { $0.bounds } }
        set {
            state.withLock { $0.bounds = newValue }
            layoutSublayers()
        }
    }

    /// Where the anchor point lies in the parent's coordinates.
    open var position: CGPoint {
        get { state.withLock { $0.position } }
        set { state.withLock { $0.position = newValue } }
    }

    /// The point of the bounds that `position` refers to, in unit coordinates; the centre at first.
    open var anchorPoint: CGPoint {
        get { state.withLock { $0.anchorPoint } }
        set { state.withLock { $0.anchorPoint = newValue } }
    }

    /// The rectangle in the parent's coordinates, derived from bounds, position, anchor point and transform: the smallest upright one
    /// around the layer. Setting it changes position and the size of the bounds.
    open var frame: CGRect {
        get { bounds.applying(transformToParent) }
        set {
            state.withLock { s in
                let inverse = CATransform3DGetAffineTransform(s.transform).inverted()
                s.bounds.size = CGRect(origin: .zero, size: newValue.size).applying(inverse).size
                s.position = CGPoint(
                    x: newValue.minX + newValue.width * s.anchorPoint.x,
                    y: newValue.minY + newValue.height * s.anchorPoint.y
                )
            }
            layoutSublayers()
        }
    }

    /// What is done with the layer in its parent, around the anchor point. Only its part in the plane counts here.
    open var transform: CATransform3D {
        get { state.withLock { $0.transform } }
        set { state.withLock { $0.transform = newValue } }
    }

    /// How near the layer is, which decides what is painted above what among the children of a layer.
    open var zPosition: CGFloat {
        get { state.withLock { $0.zPosition } }
        set { state.withLock { $0.zPosition = newValue } }
    }

    /// Whether the layer is not to be shown.
    open var isHidden: Bool {
        get { state.withLock { $0.isHidden } }
        set { state.withLock { $0.isHidden = newValue } }
    }

    /// From 0, transparent, to 1.
    open var opacity: Float {
        get { state.withLock { $0.opacity } }
        set { state.withLock { $0.opacity = newValue } }
    }

    /// The radius of the corners.
    open var cornerRadius: CGFloat {
        get { state.withLock { $0.cornerRadius } }
        set { state.withLock { $0.cornerRadius = newValue } }
    }

    /// Whether children are cut off at the bounds.
    open var masksToBounds: Bool {
        get { state.withLock { $0.masksToBounds } }
        set { state.withLock { $0.masksToBounds = newValue } }
    }

    /// A name for finding the layer again.
    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// What is painted behind everything else of the layer.
    open var backgroundColor: CGColor? {
        get { state.withLock { $0.backgroundColor } }
        set { state.withLock { $0.backgroundColor = newValue } }
    }

    /// The colour of the border, which is black at first.
    open var borderColor: CGColor? {
        get { state.withLock { $0.borderColor } }
        set { state.withLock { $0.borderColor = newValue } }
    }

    /// The width of the border, which lies inside of the bounds.
    open var borderWidth: CGFloat {
        get { state.withLock { $0.borderWidth } }
        set { state.withLock { $0.borderWidth = newValue } }
    }

    /// What the layer shows: a `CGImage`, or something that this package's programs know.
    open var contents: Any? {
        get { state.withLock { $0.contents }?.value }
        set {
            let contents = newValue.map(CALayerContents.init)
            state.withLock { $0.contents = contents }
        }
    }

    /// How contents fill the bounds.
    open var contentsGravity: CALayerContentsGravity {
        get { state.withLock { $0.contentsGravity } }
        set { state.withLock { $0.contentsGravity = newValue } }
    }

    /// How many pixels of the contents are one unit of the bounds.
    open var contentsScale: CGFloat {
        get { state.withLock { $0.contentsScale } }
        set { state.withLock { $0.contentsScale = newValue } }
    }

    /// Whether the layer has no transparent part.
    open var isOpaque: Bool {
        get { state.withLock { $0.isOpaque } }
        set { state.withLock { $0.isOpaque = newValue } }
    }

    /// The parent.
    open var superlayer: CALayer? { state.withLock { $0.superlayer } }

    /// The children, backmost first; `nil` when there are none. Setting them takes them away from their parents.
    open var sublayers: [CALayer]? {
        get { state.withLock { $0.sublayers.isEmpty ? nil : $0.sublayers } }
        set {
            let kept = newValue ?? []
            for layer in sublayers ?? [] where !kept.contains(where: { $0 === layer }) { layer.removeFromSuperlayer() }
            kept.forEach(addSublayer)
        }
    }

    /// Adds a child in front of all others, taking it away from its parent.
    open func addSublayer(_ layer: CALayer) {
        insertSublayer(layer, at: .max)
    }

    /// Adds a child at a place among the others; places beyond the end mean the end.
    open func insertSublayer(_ layer: CALayer, at index: UInt32) {
        precondition(!layer.isAncestor(of: self), "a layer cannot be a child of its own children")
        layer.removeFromSuperlayer()
        state.withLock { $0.sublayers.insert(layer, at: min(Int(index), $0.sublayers.count)) }
        layer.setSuperlayer(self)
    }

    /// Adds a child behind another; in front of all if there is no such child.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        insert(layer, beside: sibling, offset: 0)
    }

    /// Adds a child in front of another; in front of all if there is no such child.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        insert(layer, beside: sibling, offset: 1)
    }

    private func insert(_ layer: CALayer, beside sibling: CALayer?, offset: Int) {
        guard layer !== sibling else { return }
        layer.removeFromSuperlayer()
        let place = (sublayers ?? []).firstIndex { $0 === sibling }
        insertSublayer(layer, at: place.map { UInt32($0 + offset) } ?? .max)
    }

    /// Puts a layer in a child's place; does nothing if there is no such child.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        insertSublayer(newLayer, below: oldLayer)
        oldLayer.removeFromSuperlayer()
    }

    /// Takes the layer away from its parent.
    open func removeFromSuperlayer() {
        guard let parent = superlayer else { return }
        parent.state.withLock { s in s.sublayers.removeAll { $0 === self } }
        setSuperlayer(nil)
    }

    private func isAncestor(of layer: CALayer) -> Bool {
        sequence(first: layer, next: \.superlayer).contains { $0 === self }
    }

    /// Lays the children out. There is no display cycle that could do it later, so it happens at once.
    open func setNeedsLayout() {
        let isFirst = state.withLock { s in
            defer { s.isLayingOut = true }
            return !s.isLayingOut
        }
        // Asking for it while it is done is no reason to begin anew.
        guard isFirst else { return }
        layoutSublayers()
        state.withLock { $0.isLayingOut = false }
    }

    /// Nothing: the children are laid out already.
    open func layoutIfNeeded() {}

    /// Nothing: nothing is kept of what was painted, and ``render(in:)`` paints anew.
    open func setNeedsDisplay() {}

    /// Paints what a subclass shows besides contents; does nothing, for subclasses to override.
    open func draw(in ctx: CGContext) {}

    /// Whether a point, in the layer's own coordinates, is inside of it.
    open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

    /// The foremost layer, of this one and all below it, that has a point and is not hidden.
    ///
    /// - Parameter p: in the parent's coordinates.
    open func hitTest(_ p: CGPoint) -> CALayer? {
        let point = p.applying(transformToParent.inverted())
        guard !isHidden, contains(point) || !masksToBounds else { return nil }
        for layer in paintingOrder.reversed() {
            if let hit = layer.hitTest(point) { return hit }
        }
        return contains(point) ? self : nil
    }

    /// Called when the size has changed; does nothing, for subclasses to override.
    open func layoutSublayers() {}

    private func setSuperlayer(_ layer: CALayer?) {
        state.withLock { $0.superlayer = layer }
        onParentChange?()
    }

    /// Called after the layer got another parent; set by whoever in this package depends on the layer being shown.
    package var onParentChange: (@Sendable () -> Void)? {
        get { state.withLock { $0.onParentChange } }
        set { state.withLock { $0.onParentChange = newValue } }
    }
}

extension CALayer {
    /// The transform as one of the plane.
    public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

    /// Sets the transform to one of the plane.
    public func setAffineTransform(_ m: CGAffineTransform) {
        transform = CATransform3DMakeAffineTransform(m)
    }

    /// From the layer's own coordinates to its parent's.
    var transformToParent: CGAffineTransform {
        state.withLock { s in
            let anchor = CGPoint(
                x: s.bounds.minX + s.bounds.width * s.anchorPoint.x,
                y: s.bounds.minY + s.bounds.height * s.anchorPoint.y
            )
            return CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
                .concatenating(CATransform3DGetAffineTransform(s.transform))
                .concatenating(CGAffineTransform(translationX: s.position.x, y: s.position.y))
        }
    }

    /// From the layer's own coordinates to those of the foremost parent's parent.
    private var transformToRoot: CGAffineTransform {
        sequence(first: self, next: \.superlayer).reduce(.identity) { $0.concatenating($1.transformToParent) }
    }

    /// From the layer's own coordinates to another's; nil means the coordinates that the foremost parent is placed in.
    private func transform(to layer: CALayer?) -> CGAffineTransform {
        transformToRoot.concatenating(layer?.transformToRoot.inverted() ?? .identity)
    }

    /// Where a point of another layer is in this one.
    public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
        p.applying(transform(to: l).inverted())
    }

    /// Where a point of this layer is in another.
    public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { p.applying(transform(to: l)) }

    /// Where a rectangle of another layer is in this one.
    public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
        r.applying(transform(to: l).inverted())
    }

    /// Where a rectangle of this layer is in another.
    public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { r.applying(transform(to: l)) }

    /// The children in the order in which they are painted: the farther first, of those as far away the backmost first.
    var paintingOrder: [CALayer] {
        let layers = sublayers ?? []
        return layers.enumerated().sorted { left, right in
            let (near, far) = (left.element.zPosition, right.element.zPosition)
            return near == far ? left.offset < right.offset : near < far
        }.map(\.element)
    }
}

extension CALayer {
    /// Paints the layer and its children into a context, in the layer's own coordinates, whose y grows downwards as on iOS: a context whose
    /// y grows upwards shows it upside down.
    ///
    /// Painted are background, contents that are a `CGImage`, what ``draw(in:)`` paints, children, and the border. A layer's opacity
    /// counts for each of these parts by itself.
    public func render(in ctx: CGContext) {
        render(in: ctx, opacity: 1)
    }

    private func render(in context: CGContext, opacity inherited: Float) {
        let opacity = inherited * self.opacity
        guard !isHidden, opacity > 0 else { return }
        let outline = CGPath(roundedRect: bounds, cornerWidth: cornerRadius, cornerHeight: cornerRadius, transform: nil)
        context.saveGState()
        defer { context.restoreGState() }
        context.setAlpha(CGFloat(opacity))
        if let color = backgroundColor { paint(outline, color, context) }
        context.saveGState()
        if masksToBounds {
            context.addPath(outline)
            context.clip()
        }
        if let image = contents as? CGImage { paint(image, context) }
        draw(in: context)
        for layer in paintingOrder {
            context.saveGState()
            context.concatenate(layer.transformToParent)
            layer.render(in: context, opacity: opacity)
            context.restoreGState()
        }
        context.restoreGState()
        paintBorder(context)
    }

    private func paint(_ path: CGPath, _ color: CGColor, _ context: CGContext) {
        context.setFillColor(color)
        context.addPath(path)
        context.fillPath()
    }

    /// Images have their first row where y is greatest, layers where it is least.
    private func paint(_ image: CGImage, _ context: CGContext) {
        let place = contentsPlace(CGSize(width: image.width, height: image.height))
        context.saveGState()
        context.clip(to: bounds)
        context.translateBy(x: 0, y: place.minY + place.maxY)
        context.scaleBy(x: 1, y: -1)
        context.draw(image, in: place)
        context.restoreGState()
    }

    private func contentsPlace(_ pixels: CGSize) -> CGRect {
        let bounds = bounds
        let ratios = (bounds.width / pixels.width, bounds.height / pixels.height)
        let factor: CGFloat
        switch contentsGravity {
        case .center: factor = 1 / contentsScale
        case .resizeAspect: factor = min(ratios.0, ratios.1)
        case .resizeAspectFill: factor = max(ratios.0, ratios.1)
        default: return bounds
        }
        let size = CGSize(width: pixels.width * factor, height: pixels.height * factor)
        return CGRect(
            x: bounds.midX - size.width / 2,
            y: bounds.midY - size.height / 2,
            width: size.width,
            height: size.height
        )
    }

    private func paintBorder(_ context: CGContext) {
        let width = borderWidth
        guard width > 0, let color = borderColor else { return }
        let radius = max(0, cornerRadius - width / 2)
        let middle = bounds.insetBy(dx: width / 2, dy: width / 2)
        guard !middle.isNull else { return }
        context.setStrokeColor(color)
        context.setLineWidth(width)
        context.addPath(CGPath(roundedRect: middle, cornerWidth: radius, cornerHeight: radius, transform: nil))
        context.strokePath()
    }
}

/// Whatever a client has a layer show.
// @unchecked: it is only handed back; it belongs to the thread that lays the layer out.
struct CALayerContents: @unchecked Sendable {
    let value: Any
}

/// How contents fill a layer.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In their size, in the middle.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// Stretched to the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// As large as the bounds allow, in their shape.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// Large enough for all of the bounds, in their shape.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}
