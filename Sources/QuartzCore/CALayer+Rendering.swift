import CoreGraphics
import Foundation

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
