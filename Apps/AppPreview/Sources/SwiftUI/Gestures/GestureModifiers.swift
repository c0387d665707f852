import Foundation
import ViewTree

/// Which gestures of a view count.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        recognizing(gesture, mask, precedence: nil)
    }

    /// A gesture that is recognised even where what is inside recognises another one.
    public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        recognizing(gesture, mask, precedence: "simultaneous")
    }

    private func recognizing<T: Gesture>(_ gesture: T, _ mask: GestureMask, precedence: String?) -> some View {
        Modified(self) { context, fragments in
            let recognizer = gesture.anyRecognizer(
                GestureCallbacks(),
                context.remember("gesture") { GestureMemory() }
            )
            // The last one counts: nobody hears of the end of a gesture whose view is gone.
            let last = context.remember("recognizer") {
                let last = Box(recognizer)
                context.onLeave { last.value.cancel() }
                return last
            }
            last.value = recognizer
            guard !fragments.isEmpty, mask.contains(.gesture), context.environment.isEnabled else {
                context.afterRendering(recognizer.cancel)
                return fragments
            }
            var wrapper = context.wrap(context.single(fragments), 0, class: "wrap gesture")
            wrapper.element.attributes.merge(recognizer.attributes) { $1 }
            wrapper.element.attributes["data-gesture"] = precedence
            for (event, handler) in recognizer.handlers.sorted(by: { $0.key < $1.key }) {
                context.listen(&wrapper.element, event, handler)
            }
            return [wrapper]
        }
    }

    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        gesture(TapGesture(count: count).onEnded(action))
    }

}
