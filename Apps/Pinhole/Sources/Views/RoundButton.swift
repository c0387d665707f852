import SwiftUI

/// A round button with a symbol, on the picture.
struct RoundButton: View {
    let title: LocalizedStringKey
    let symbol: String
    var side: CGFloat = 44
    var isOn = false
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            RoundSymbol(symbol: symbol, side: side, isOn: isOn)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(title)
        .accessibilityAddTraits(isOn ? .isSelected : [])
        .accessibilityShowsLargeContentViewer { Label(title, systemImage: symbol) }
    }
}

/// What stands in a round button, or in a round menu. It keeps its size, so that the picture stays in view; who needs it larger holds a
/// finger on it, and sees it large with its name.
struct RoundSymbol: View {
    let symbol: String
    var side: CGFloat = 44
    var isOn = false

    var body: some View {
        Image(systemName: symbol)
            .font(.system(size: side * 0.42, weight: .medium))
            .foregroundStyle(isOn ? Color.yellow : Color.white)
            .frame(width: side, height: side)
            .contentShape(Circle())
            .glassBackground(in: Circle())
    }
}

/// A number or a mark at the edge of a round button.
struct Badge: View {
    let text: String

    var body: some View {
        Text(verbatim: text)
            .font(.system(size: 12, weight: .bold))
            .foregroundStyle(.black)
            .padding(.horizontal, 5)
            .frame(minWidth: 20, minHeight: 20)
            .background(Color.yellow, in: Capsule())
            .accessibilityHidden(true)
    }
}

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

/// Buttons beside each other; below each other where text is so large that their titles need the whole width.
struct AdaptiveStack<Content: View>: View {
    @Environment(\.dynamicTypeSize) private var dynamicTypeSize
    let content: Content

    init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    var body: some View {
        if dynamicTypeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 10) { content }
        } else {
            HStack(spacing: 10) { content }
        }
    }
}

extension View {
    /// Animates what changes with a value, for whoever has not asked for less motion; not at all with `nil`.
    func motionAnimation(_ animation: Animation? = .default, value: some Equatable) -> some View {
        modifier(MotionAnimation(animation: animation, value: value))
    }
}

private struct MotionAnimation<Value: Equatable>: ViewModifier {
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    let animation: Animation?
    let value: Value

    func body(content: Content) -> some View {
        content.animation(reduceMotion ? nil : animation, value: value)
    }
}
