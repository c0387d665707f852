import SwiftUI

extension View {
    /// The ground of controls and words that lie on the picture: glass where the system has it, else a material; opaque for who wants
    /// less transparency.
    func glassBackground(in shape: some InsettableShape) -> some View {
        modifier(GlassBackground(shape: shape))
    }
}

private struct GlassBackground<Ground: InsettableShape>: ViewModifier {
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    let shape: Ground

    func body(content: Content) -> some View {
        if reduceTransparency {
            content.background(Color.black, in: shape)
        } else if #available(iOS 26, *) {
            content.glassEffect(.regular, in: shape)
        } else {
            content.background(.ultraThinMaterial, in: shape)
        }
    }
}
