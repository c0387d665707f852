import ViewTree

/// A page with its bars.
///
/// DEVIATION: no page can be put on top of the first one; the app has none.
public struct NavigationStack<Data, Root: View>: View, PrimitiveView {
    public typealias Body = Never
    let root: Root

    func render(in context: RenderContext) -> [Fragment] {
        var environment = context.environment
        environment.isInList = false
        environment.isInRow = false
        let output = context.childOutput(root, key: "root", environment: environment)
        context.preferences.merge(output.preferences.beyondNavigation)
        let page = Fragment(element: context.page(output))
        var fragment = Fragment(element: context.element("div", "stack", class: "navigation-stack", children: [page]))
        fragment.layout = .fills
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension NavigationStack where Data == NavigationPath {
    public init(@ViewBuilder root: () -> Root) {
        self.init(root: root())
    }

}

/// The path of a stack that keeps its own.
public struct NavigationPath {}

extension Preferences {
    /// What a stack of pages does not answer itself.
    fileprivate var beyondNavigation: Preferences {
        var others = self
        others.navigationTitle = nil
        others.titleDisplayMode = nil
        others.toolbar = []
        others.search = nil
        return others
    }
}

extension RenderContext {
    /// The page with its bars.
    fileprivate func page(_ output: Output) -> Element {
        var children = [navigationBar(output.preferences)]
        if let search = output.preferences.search { children.append(search.element) }
        children.append(element("div", "content", class: "page-content", children: output.fragments))
        var page = element("section", "page", class: "page")
        page.children = children
        return page
    }

    private func navigationBar(_ preferences: Preferences) -> Element {
        func items(_ bar: ToolbarItemPlacement.Bar) -> [Fragment] {
            preferences.toolbar.filter { $0.placement.bar == bar }.flatMap(\.fragments)
        }
        var title = element("div", "title", class: "title")
        if let words = preferences.navigationTitle?.plain(in: environment.locale) {
            title.children = [element("h1", "heading", text: words)]
        }
        let isLarge = preferences.titleDisplayMode != .inline
        var bar = element("header", "bar", class: "navigation-bar title-\(isLarge ? "large" : "inline")")
        bar.children = [
            element("div", "leading", class: "bar-leading", children: items(.leading)), title,
            element("div", "trailing", class: "bar-trailing", children: items(.trailing)),
        ]
        return bar
    }
}

/// What a bar with a title is like.
public struct NavigationBarItem: Sendable {
    public enum TitleDisplayMode: Sendable {
        case automatic, inline, large
    }
}

extension View {
    private func preferring(_ change: @escaping @MainActor (inout Preferences) -> Void) -> some View {
        Modified(self) { context, fragments in
            change(&context.preferences)
            return fragments
        }
    }

    public func navigationTitle(_ title: Text) -> some View { preferring { $0.navigationTitle = title } }
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }

    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        preferring { $0.titleDisplayMode = displayMode == .automatic ? nil : displayMode }
    }

    public func statusBarHidden(_ hidden: Bool = true) -> some View { preferring { $0.hidesStatusBar = hidden } }

    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        preferring { $0.colorScheme = $0.colorScheme ?? colorScheme }
    }

}

extension View {
    /// Buttons of bars.
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        _ToolbarView(content: self, items: content().items)
    }
}

/// Where in the bars something lies.
public struct ToolbarItemPlacement: Sendable {
    enum Bar {
        case leading, trailing
    }

    let bar: Bar
    public static let automatic = ToolbarItemPlacement(bar: .trailing)
    public static let primaryAction = ToolbarItemPlacement(bar: .trailing)
    public static let confirmationAction = ToolbarItemPlacement(bar: .trailing)
    public static let cancellationAction = ToolbarItemPlacement(bar: .leading)
}

/// Items of bars.
@MainActor
@preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// An item, as bars show it.
struct ToolbarItemValue {
    let placement: ToolbarItemPlacement
    let view: any View
}

/// What is made of items.
@MainActor
protocol ToolbarItems {
    var toolbarItems: [ToolbarItemValue] { get }
}

extension ToolbarContent {
    var items: [ToolbarItemValue] {
        if let items = self as? any ToolbarItems { return items.toolbarItems }
        return body.items
    }
}

/// One thing in a bar.
public struct ToolbarItem<ID, Content: View>: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    let placement: ToolbarItemPlacement
    let content: Content
    var toolbarItems: [ToolbarItemValue] { [ToolbarItemValue(placement: placement, view: content)] }
}

extension ToolbarItem where ID == () {
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(placement: placement, content: content())
    }
}

/// Several items.
public struct _ToolbarContentGroup: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    let toolbarItems: [ToolbarItemValue]
}

/// Makes one content of the items in a closure.
@resultBuilder
@MainActor
public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> _ToolbarContentGroup {
        var items: [ToolbarItemValue] = []
        for part in repeat each content { items += part.items }
        return _ToolbarContentGroup(toolbarItems: items)
    }

}

struct _ToolbarView<Content: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let items: [ToolbarItemValue]

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var environment = context.environment
        environment.isInRow = false
        environment.isInList = false
        for (index, item) in items.enumerated() {
            let parts = context.child(item.view, key: "item\(index)", environment: environment)
            context.preferences.toolbar.append(ToolbarFragment(placement: item.placement, fragments: parts))
        }
        return fragments
    }
}

/// Where a search field lies.
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()

}

extension View {
    /// A field above the page that searches in it.
    public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        Modified(self) { context, fragments in
            let locale = context.environment.locale
            let words = prompt?.plain(in: locale) ?? SystemMessage.search.text(in: locale.identifier)
            var input = context.element("input", "search", class: "search-field", attributes: ["type": "search"])
            input.attributes["placeholder"] = words
            input.attributes["aria-label"] = words
            input.attributes["value"] = context.value(of: text)
            context.listen(&input, "value") { value in
                if let string = value.string { text.wrappedValue = string }
            }
            context.preferences.search = Fragment(element: input)
            return fragments
        }
    }

    public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searchable(text: text, placement: placement, prompt: Text(prompt))
    }
}
