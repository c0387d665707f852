import Foundation
import ViewTree

/// Which gestures of a view count.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let none: GestureMask = []
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

    /// A gesture that is recognised instead of those of what is inside.
    public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        recognizing(gesture, mask, precedence: "high")
    }

    public func gesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        recognizing(gesture, isEnabled ? .all : .subviews, precedence: nil)
    }

    private func recognizing<T: Gesture>(_ gesture: T, _ mask: GestureMask, precedence: String?) -> some View {
        listening(mask, precedence) { gesture.anyRecognizer(GestureCallbacks()) }
    }

    private func listening(
        _ mask: GestureMask,
        _ precedence: String?,
        _ make: @escaping @MainActor () -> GestureRecognizer
    ) -> some View {
        Modified(self) { context, fragments in
            guard !fragments.isEmpty, mask.contains(.gesture), context.environment.isEnabled else { return fragments }
            var wrapper = context.wrap(context.single(fragments), 0, class: "wrap gesture")
            let recognizer = make()
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

    public func onTapGesture(
        count: Int = 1,
        coordinateSpace: some CoordinateSpaceProtocol = .local,
        perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(SpatialTapGesture(count: count).onEnded { action($0.location) })
    }

    public func onLongPressGesture(
        minimumDuration: Double = 0.5,
        maximumDistance: CGFloat = 10,
        perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        gesture(
            LongPressGesture(minimumDuration: minimumDuration, maximumDistance: maximumDistance)
                .onEnded { _ in action() }
        )
    }
}
