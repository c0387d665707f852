import AVFoundation
import Foundation
import QuartzCore

/// What takes part in an app's chain of responders. Here it is the root of UIKit's classes, and nothing else.
@MainActor
@preconcurrency
open class UIResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }
}

/// A view with a layer that a `UIViewRepresentable` shows.
///
/// DEVIATION: nothing is drawn but what the layer gives to the page: the pictures of an `AVCaptureVideoPreviewLayer`.
@MainActor
@preconcurrency
open class UIView: UIResponder {
    /// The class of the view's layer.
    open class var layerClass: AnyClass { CALayer.self }

    /// The layer, an instance of `layerClass`.
    open private(set) lazy var layer: CALayer = Self.makeLayer()

    private static func makeLayer() -> CALayer {
        // Swift makes no object of a class that it learns at run time unless the initializer is `required`, which Apple's is not.
        if layerClass == AVCaptureVideoPreviewLayer.self { return AVCaptureVideoPreviewLayer() }
        precondition(
            layerClass == CALayer.self,
            "\(Self.self).layerClass is neither CALayer nor AVCaptureVideoPreviewLayer."
        )
        return CALayer()
    }

    /// Makes a view without a size.
    public override init() {
        super.init()
    }

    /// The rectangle in the parent's coordinates, in points; the layer's.
    open var frame: CGRect {
        get { layer.frame }
        set {
            layer.frame = newValue
            setNeedsLayout()
        }
    }

    /// The rectangle in the view's own coordinates, in points; the layer's.
    open var bounds: CGRect {
        get { layer.bounds }
        set {
            layer.bounds = newValue
            setNeedsLayout()
        }
    }

    open private(set) weak var superview: UIView?
    open private(set) var subviews: [UIView] = []

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        layer.addSublayer(view.layer)
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        layer.removeFromSuperlayer()
    }

    private var needsLayout = false

    /// Asks for `layoutSubviews()`.
    open func setNeedsLayout() {
        needsLayout = true
    }

    /// Calls `layoutSubviews()` if it was asked for.
    open func layoutIfNeeded() {
        guard needsLayout else { return }
        needsLayout = false
        layoutSubviews()
    }

    /// Called after the view's size changed.
    open func layoutSubviews() {}

}
