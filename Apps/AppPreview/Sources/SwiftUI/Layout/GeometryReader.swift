import Foundation
import ViewTree

/// What a view may know of its size.
public struct GeometryProxy: Sendable {
    let rect: CGRect
    let insets: EdgeInsets

    public var size: CGSize { rect.size }

}

/// Where coordinates are counted from.
public protocol CoordinateSpaceProtocol: Sendable {}

/// The view's own coordinates.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}
}

/// The screen's coordinates.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

/// A view that fills its room and makes its content of that size.
///
/// DEVIATION: until the page has measured it, it takes the screen's size for its own.
public struct GeometryReader<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    public var content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    func render(in context: RenderContext) -> [Fragment] {
        var element = context.element("div", "geometry", class: "geometry")
        let rect = context.measuredFrame(of: &element)
        let screen = context.environment.screen
        let proxy = GeometryProxy(rect: rect ?? CGRect(origin: .zero, size: screen.size), insets: screen.safeArea)
        let fragments = context.child(Deferred { content(proxy) }, isFresh: true)
        element.children = fragments.map(\.element)
        var fragment = Fragment(element: element, layout: .fills)
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

/// A value that is kept at a view's place.
@MainActor
final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

extension RenderContext {
    /// The size that the page measured of an element; nil before it did. The view is rendered again when it changes.
    func measuredSize(of element: inout Element) -> CGSize? {
        measuredFrame(of: &element)?.size
    }

    func measuredFrame(of element: inout Element) -> CGRect? {
        let box = remember("frame") { Box<CGRect?>(nil) }
        let invalidation = invalidation
        listen(&element, "size") { value in
            guard let frame = CGRect(event: value), frame != box.value else { return }
            box.value = frame
            invalidation()
        }
        return box.value
    }
}

extension CGRect {
    /// What a `size` event says; the place on the screen where it says that, too.
    init?(event: EventValue) {
        guard let width = event["width"].number, let height = event["height"].number else { return nil }
        self.init(x: event["x"].number ?? 0, y: event["y"].number ?? 0, width: width, height: height)
    }
}

/// The screen that an app is shown on.
struct Screen: Equatable {
    var size = CGSize(width: 402, height: 874)
    var safeArea = EdgeInsets()
}

private enum ScreenKey: EnvironmentKey {
    static var defaultValue: Screen { Screen() }
}

extension EnvironmentValues {
    var screen: Screen {
        get { self[ScreenKey.self] }
        set { self[ScreenKey.self] = newValue }
    }
}
