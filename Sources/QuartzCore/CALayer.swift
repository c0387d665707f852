@_exported import Foundation
import FoundationExtras
import Synchronization

/// The part of Core Animation's layer that a capture preview needs: geometry and the layer tree.
///
/// Linux has no layer renderer, so a layer draws nothing here; it says where things are. Like Apple's, a layer belongs to
/// the thread that lays it out; reading its geometry from other threads is safe.
open class CALayer: NSObject, @unchecked Sendable {
    // @unchecked: all mutable state lies in the mutex.
    private struct State {
        var bounds = CGRect.zero
        var position = CGPoint.zero
        var anchorPoint = CGPoint(x: 0.5, y: 0.5)
        var isHidden = false
        var opacity: Float = 1
        var cornerRadius: CGFloat = 0
        var masksToBounds = false
        var name: String?
        var sublayers: [CALayer] = []
        weak var superlayer: CALayer?
        var onParentChange: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

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
        bounds = other.bounds
        position = other.position
        anchorPoint = other.anchorPoint
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

    /// The rectangle in the parent's coordinates, derived from bounds, position and anchor point.
    open var frame: CGRect {
        get {
            state.withLock { s in
                CGRect(
                    x: s.position.x - s.bounds.width * s.anchorPoint.x,
                    y: s.position.y - s.bounds.height * s.anchorPoint.y,
                    width: s.bounds.width,
                    height: s.bounds.height
                )
            }
        }
        set {
            state.withLock { s in
                s.bounds.size = newValue.size
                s.position = CGPoint(
                    x: newValue.minX + newValue.width * s.anchorPoint.x,
                    y: newValue.minY + newValue.height * s.anchorPoint.y
                )
            }
            layoutSublayers()
        }
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

    /// The parent.
    open var superlayer: CALayer? { state.withLock { $0.superlayer } }

    /// The children, backmost first; `nil` when there are none.
    open var sublayers: [CALayer]? {
        state.withLock { $0.sublayers.isEmpty ? nil : $0.sublayers }
    }

    /// Adds a child in front of all others, taking it away from its parent.
    open func addSublayer(_ layer: CALayer) {
        insertSublayer(layer, at: UInt32(sublayers?.count ?? 0))
    }

    /// Adds a child at a place among the others; places beyond the end mean the end.
    open func insertSublayer(_ layer: CALayer, at index: UInt32) {
        layer.removeFromSuperlayer()
        state.withLock { $0.sublayers.insert(layer, at: min(Int(index), $0.sublayers.count)) }
        layer.setSuperlayer(self)
    }

    /// Takes the layer away from its parent.
    open func removeFromSuperlayer() {
        guard let parent = superlayer else { return }
        parent.state.withLock { s in s.sublayers.removeAll { $0 === self } }
        setSuperlayer(nil)
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
