import Foundation
import ViewTree

/// What a primitive view makes its elements with.
@MainActor
final class RenderContext {
    private let node: Node
    private let isKnown: Bool
    private(set) var visited: Set<AnyHashable> = []
    /// What the views inside said, and what this view adds to it.
    var preferences = Preferences()

    init(node: Node, isKnown: Bool) {
        self.node = node
        self.isKnown = isKnown
    }

    var environment: EnvironmentValues { node.environment }
    var renderer: Renderer { node.renderer }

    // MARK: Views inside

    /// The fragments of a view inside; what it tells goes further up.
    ///
    /// - Parameters:
    ///   - key: tells apart the views inside; state stays with it.
    ///   - isFresh: whether the view is made anew in this render, of something other than this view's own fields.
    func child(
        _ view: any View,
        key: AnyHashable = "content",
        environment: EnvironmentValues? = nil,
        isFresh: Bool = false
    ) -> [Fragment] {
        let output = childOutput(view, key: key, environment: environment, isFresh: isFresh)
        preferences.merge(output.preferences)
        return output.fragments
    }

    /// The same for a view that keeps to itself what the view inside tells.
    func childOutput(
        _ view: any View,
        key: AnyHashable = "content",
        environment: EnvironmentValues? = nil,
        isFresh: Bool = false
    ) -> Output {
        var key = key
        var copy = 1
        while !visited.insert(key).inserted {
            // Two with one identity, in a ForEach for example: the second is another one.
            copy += 1
            key = AnyHashable([key, AnyHashable(copy)])
        }
        return node.child(
            view,
            key: key,
            environment: environment ?? self.environment,
            isKnown: isKnown && !isFresh
        )
    }

    // MARK: Values

    /// Calls a function and renders the view again when something observable changes that it read.
    func read<T>(_ body: () -> T) -> T {
        node.read(body)
    }

    /// A binding's value, read as `read(_:)` does.
    func value<T>(of binding: Binding<T>) -> T {
        node.read { binding.wrappedValue }
    }

    /// An object that lives as long as the view stays where it is.
    func remember<T: AnyObject>(_ key: AnyHashable = "", _ make: () -> T) -> T {
        node.remember(key, make)
    }

    func install(propertiesOf owner: Any, as name: String) {
        node.install(propertiesOf: owner, as: name)
    }

    /// Renders the view again.
    func invalidate() {
        node.renderer.invalidations.insert(node.number)
    }

    /// A function that renders the view again whenever it is called.
    var invalidation: @MainActor () -> Void {
        { [invalidations = node.renderer.invalidations, number = node.number] in invalidations.insert(number) }
    }

    /// Calls a function after the render.
    func afterRendering(_ action: @escaping @MainActor () -> Void) {
        renderer.afterRendering(action)
    }

    /// Calls a function after the view went. Ask for it once.
    func onLeave(_ action: @escaping @MainActor () -> Void) {
        node.onLeave(action)
    }

    // MARK: Elements

    /// Makes an element, the same one in each render.
    ///
    /// - Parameter slot: tells apart the elements that one view makes.
    func element(
        _ tag: String,
        _ slot: String = "",
        class classes: String? = nil,
        attributes: [String: String] = [:],
        text: String? = nil,
        children: [Fragment] = []
    ) -> Element {
        var attributes = attributes
        if let classes { attributes["class"] = classes }
        return Element(
            id: node.elementID(slot.isEmpty ? tag : slot),
            tag: tag,
            attributes: attributes,
            text: text,
            children: children.map(\.element)
        )
    }

    /// The address of a file, for as long as an element of this view refers to it.
    func address(of file: URL) -> String {
        refer(to: renderer.resources.id(of: file))
    }

    /// The address of an object's bytes, for as long as an element of this view refers to it.
    func address(of object: AnyObject, type: String, data: () -> Data) -> String {
        refer(to: renderer.resources.id(of: object, type: type, data: data))
    }

    private func refer(to resource: String) -> String {
        node.refer(to: resource)
        return "/resources/\(resource)"
    }

    /// A listener at an element; the last one for an event counts.
    func listen(_ element: inout Element, _ event: String, _ handler: @escaping Renderer.Handler) {
        element.addEvent(event)
        node.listen(to: element.id, event, handler)
    }

    /// An element round another one, as large as that.
    func wrap(_ fragment: Fragment, _ index: Int, class classes: String, style: String? = nil) -> Fragment {
        var wrapper = fragment
        wrapper.element = element("div", "wrap\(index)", class: classes, children: [fragment])
        wrapper.isWrapper = true
        wrapper.applyLayoutClasses()
        if let style { wrapper.element.attributes["style"] = style }
        return wrapper
    }

    /// One fragment for all: the one that there is, or a stack in depth.
    func single(_ fragments: [Fragment], slot: String = "single", class classes: String = "vstack") -> Fragment {
        if fragments.count == 1 { return fragments[0] }
        var fragment = Fragment(element: element("div", slot, class: classes, children: fragments))
        fragment.layout = .covering(fragments)
        fragment.applyLayoutClasses()
        return fragment
    }
}

extension FragmentLayout {
    /// The layout of what holds fragments.
    static func covering(_ fragments: [Fragment]) -> FragmentLayout {
        FragmentLayout(
            fillsWidth: fragments.contains { $0.layout.fillsWidth },
            fillsHeight: fragments.contains { $0.layout.fillsHeight }
        )
    }
}

extension Fragment {
    /// Tells the page's style sheet in which directions the element grows.
    mutating func applyLayoutClasses() {
        var names = element.attributes["class"]?.split(separator: " ").map(String.init) ?? []
        names.removeAll { $0 == "fill-x" || $0 == "fill-y" }
        if layout.fillsWidth { names.append("fill-x") }
        if layout.fillsHeight { names.append("fill-y") }
        element.attributes["class"] = names.isEmpty ? nil : names.joined(separator: " ")
    }
}

/// An element that a view made, and what those around it have to know.
struct Fragment {
    var element: Element
    var layout = FragmentLayout()
    /// What a picker chooses by.
    var tag: AnyHashable?
    /// What the fragment is, to lists and forms.
    var role = FragmentRole.content
    /// Buttons that a row of a list shows when it is swiped.
    var rowActions: [Fragment] = []
    /// Whether the element holds one other only, so that what is said of it is said of the other.
    var isWrapper = false
    /// What the element is called in menus, bars and alerts: their buttons are taken out of other looks.
    var isDestructive = false
    var isCancel = false
}

/// In which directions a fragment takes all the room that it is offered.
struct FragmentLayout: Equatable {
    var fillsWidth = false
    var fillsHeight = false
    /// A spacer fills only the main axis of its stack.
    var isSpacer = false
    var isDivider = false

    static let fills = FragmentLayout(fillsWidth: true, fillsHeight: true)
}

enum FragmentRole: Equatable {
    case content
    case section
}

extension Element {
    mutating func addClass(_ name: String) {
        let names = attributes["class"].map { $0.split(separator: " ").map(String.init) } ?? []
        guard !names.contains(name) else { return }
        attributes["class"] = (names + [name]).joined(separator: " ")
    }

    func hasClass(_ name: String) -> Bool {
        attributes["class"]?.split(separator: " ").contains { $0 == name } ?? false
    }

    /// Adds a property to the inline style, before those that are there.
    mutating func addStyle(_ property: String, _ value: String) {
        attributes["style"] = attributes["style"].map { "\(property):\(value);" + $0 } ?? "\(property):\(value);"
    }

    mutating func addEvent(_ event: String) {
        if !events.contains(event) { events.append(event) }
    }
}

/// A length in CSS: points are pixels of the page.
func points(_ length: CGFloat) -> String {
    "\(number(length))px"
}

/// A number without digits that say nothing.
func number(_ value: CGFloat) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(Double(rounded))
}
