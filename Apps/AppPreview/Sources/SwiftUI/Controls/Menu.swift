import Foundation
import ViewTree

/// Buttons that a press on another one shows.
public struct Menu<Label: View, Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let label: Label
    let content: () -> Content

    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content)
    }

    func render(in context: RenderContext) -> [Fragment] {
        let isOpen = context.remember("isOpen") { Storage(false) }
        let open = context.read { isOpen.value }
        var environment = context.environment
        environment.isInRow = false
        let labels = context.child(label, key: "label", environment: environment)
        var button = context.element("button", "menu", class: "button menu-button", children: labels)
        button.attributes["type"] = "button"
        button.attributes["aria-haspopup"] = "menu"
        button.attributes["aria-expanded"] = "\(open)"
        context.enable(&button) { button in
            context.listen(&button, "tap") { _ in isOpen.value.toggle() }
        }
        var element = context.element("div", "menu-area", class: "menu", children: [])
        element.children = [button]
        if open {
            element.children.append(
                context.menuItems(Deferred(make: content)) { isOpen.value = false }
            )
        }
        var fragment = Fragment(element: element)
        fragment.layout = .covering(labels)
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension RenderContext {
    /// The items of an open menu. A press on any of them closes it, and so does one beside it.
    func menuItems(_ content: some View, key: String = "items", close: @escaping @MainActor () -> Void) -> Element {
        var environment = environment
        environment.isInRow = false
        environment.isInMenu = true
        environment.buttonStyle = .named("menu-item")
        environment.menuDismissal = Performer(close)
        var items = element("div", "items", class: "menu-items", attributes: ["role": "menu"])
        items.children = child(content, key: key, environment: environment).map { fragment in
            var item = fragment.element
            if item.tag == "button" { item.attributes["role"] = item.attributes["role"] ?? "menuitem" }
            return item
        }
        listen(&items, "dismiss") { _ in close() }
        return items
    }
}

private enum IsInMenuKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private enum MenuDismissalKey: EnvironmentKey {
    static var defaultValue: Performer? { nil }
}

extension EnvironmentValues {
    var isInMenu: Bool {
        get { self[IsInMenuKey.self] }
        set { self[IsInMenuKey.self] = newValue }
    }

    /// Closes the menu that a button is in.
    var menuDismissal: Performer? {
        get { self[MenuDismissalKey.self] }
        set { self[MenuDismissalKey.self] = newValue }
    }
}

extension View {
    /// A menu that a long press shows.
    public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        _ContextMenuView(content: self, items: menuItems())
    }
}

struct _ContextMenuView<Content: View, Items: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let items: Items

    func render(in context: RenderContext) -> [Fragment] {
        let isOpen = context.remember("isOpen") { Storage(false) }
        let fragments = context.child(content)
        guard !fragments.isEmpty else { return [] }
        var wrapper = context.wrap(context.single(fragments), 0, class: "wrap gesture has-context-menu")
        wrapper.element.attributes["aria-haspopup"] = "menu"
        context.listen(&wrapper.element, "longPress") { _ in isOpen.value = true }
        if context.read({ isOpen.value }) {
            var items = context.menuItems(items) { isOpen.value = false }
            items.addClass("context-menu")
            wrapper.element.children.append(items)
        }
        return [wrapper]
    }
}

/// Something to press that shares something with other apps.
///
/// DEVIATION: what can be shared are addresses and words; the page downloads a file.
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label: View>: View, PrimitiveView {
    public typealias Body = Never

    enum Item {
        case file(URL)
        case words(String)
    }

    let items: [Item]
    let label: Label

    func render(in context: RenderContext) -> [Fragment] {
        let labels = context.child(label, key: "label")
        var button = context.element("a", "share", class: "button share-link", children: labels)
        button.attributes["role"] = "button"
        context.enable(&button) { button in
            for item in items.prefix(1) {
                switch item {
                case .file(let url) where url.isFileURL:
                    button.attributes["href"] = context.address(of: url)
                    button.attributes["download"] = url.lastPathComponent
                case .file(let url):
                    button.attributes["data-share"] = url.absoluteString
                case .words(let words):
                    button.attributes["data-share"] = words
                }
            }
        }
        var fragment = Fragment(element: button, layout: .covering(labels))
        if context.environment.isInRow { fragment.layout.fillsWidth = true }
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL> {
    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(items: [.file(item)], label: label())
    }
}
