import SwiftUI

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
