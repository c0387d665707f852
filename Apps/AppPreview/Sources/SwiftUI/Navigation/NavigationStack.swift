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
