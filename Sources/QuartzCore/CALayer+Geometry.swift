import CoreGraphics
import Foundation

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
