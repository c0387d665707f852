import Foundation
import ViewTree

/// Rows one below the other, that scroll.
///
/// DEVIATION: rows cannot be selected, and rows that are not seen are made, too.
public struct List<SelectionValue: Hashable, Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    func render(in context: RenderContext) -> [Fragment] {
        [context.list(content)]
    }
}

extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) {
        self.init(content())
    }

}

/// Rows of settings.
public struct Form<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func render(in context: RenderContext) -> [Fragment] {
        [context.list(content)]
    }
}

/// Rows that belong together, with words above and below.
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
}

extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        var environment = context.environment
        guard environment.isInList else {
            return context.child(header, key: "header") + context.child(content) + context.child(footer, key: "footer")
        }
        var parts: [Element] = []
        let headers = context.child(header, key: "header")
        if !headers.isEmpty {
            parts.append(context.element("header", class: "section-header", children: headers))
        }
        environment.isInRow = true
        let rows = context.rows(context.child(content, environment: environment))
        if !rows.isEmpty { parts.append(context.rowsElement(rows, "rows")) }
        let footers = context.child(footer, key: "footer")
        if !footers.isEmpty {
            parts.append(context.element("footer", class: "section-footer", children: footers))
        }
        var section = context.element("section", class: "section")
        section.children = parts
        section.attributes["role"] = "group"
        if let title = headers.first?.element.allText, !title.isEmpty { section.attributes["aria-label"] = title }
        var fragment = Fragment(element: section)
        fragment.role = .section
        return [fragment]
    }
}

extension Section where Parent: View, Content: View, Footer: View {
    public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) {
        self.init(header: header(), content: content(), footer: footer())
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: EmptyView())
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(header: Text(titleKey), content: content(), footer: EmptyView())
    }

}

private enum IsInListKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private enum IsInRowKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    var isInList: Bool {
        get { self[IsInListKey.self] }
        set { self[IsInListKey.self] = newValue }
    }

    var isInRow: Bool {
        get { self[IsInRowKey.self] }
        set { self[IsInRowKey.self] = newValue }
    }
}

extension View {
    /// Buttons that a row shows when it is swiped.
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing,
        allowsFullSwipe: Bool = true,
        @ViewBuilder content: () -> T
    ) -> some View {
        _SwipeActionsView(content: self, actions: content(), edge: edge)
    }
}

struct _SwipeActionsView<Content: View, Actions: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let actions: Actions
    let edge: HorizontalEdge

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        let buttons = context.child(actions, key: "actions").map { button in
            var button = button
            button.element.addClass("row-action-\(edge)")
            return button
        }
        return fragments.map { fragment in
            var fragment = fragment
            fragment.rowActions += buttons
            return fragment
        }
    }
}

// MARK: Rows

extension RenderContext {
    func list(_ content: some View) -> Fragment {
        var environment = environment
        environment.isInList = true
        environment.isInRow = true
        let fragments = child(content, environment: environment)
        var list = element("div", "list", class: "list list-inset-grouped scroll scroll-y")
        list.attributes["tabindex"] = "0"
        list.children = sections(fragments)
        var fragment = Fragment(element: list, layout: .fills)
        fragment.applyLayoutClasses()
        return fragment
    }

    /// Rows outside of sections make sections of their own.
    private func sections(_ fragments: [Fragment]) -> [Element] {
        var sections: [Element] = []
        var loose: [Fragment] = []
        func finish() {
            guard !loose.isEmpty else { return }
            let name = "loose\(sections.count)"
            var section = element("section", name, class: "section")
            section.children = [rowsElement(rows(loose, name), "\(name).rows")]
            sections.append(section)
            loose = []
        }
        for fragment in fragments {
            if fragment.role == .section {
                finish()
                sections.append(fragment.element)
            } else {
                loose.append(fragment)
            }
        }
        finish()
        return sections
    }

    func rowsElement(_ rows: [Element], _ slot: String) -> Element {
        var element = element("div", slot, class: "rows", attributes: ["role": "list"])
        element.children = rows
        return element
    }

    /// A row round each fragment. Its identity is its content's, so that rows move with what they hold.
    func rows(_ fragments: [Fragment], _ prefix: String = "row") -> [Element] {
        fragments.map { fragment in
            let slot = "\(prefix).\(fragment.element.id)"
            var row = element("div", slot, class: "row", attributes: ["role": "listitem"])
            row.children = [fragment.element]
            if fragment.element.hasClass("row-link") { row.addClass("row-with-link") }
            if !fragment.rowActions.isEmpty {
                row.addClass("row-with-actions")
                row.children.append(
                    element("div", "\(slot).actions", class: "row-actions", children: fragment.rowActions)
                )
            }
            return row
        }
    }
}

/// A view for each element of a collection. State stays with an element's identity.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let identify: (Data.Element) -> ID
}

extension ForEach: View, PrimitiveView where Content: View {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        data.enumerated().flatMap { index, element in
            let id = identify(element)
            // A picker chooses by identity what has no tag of its own.
            let fragments = context.child(Deferred { content(element) }, key: id).map { fragment in
                var fragment = fragment
                fragment.tag = fragment.tag ?? AnyHashable(id)
                return fragment
            }
            return fragments
        }
    }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, identify: \.id)
    }
}

extension ForEach where Content: View {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.init(data: data, content: content, identify: { $0[keyPath: id] })
    }
}

/// Content that is larger than its room.
public struct ScrollView<Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let axes: Axis.Set
    let showsIndicators: Bool
    let content: Content

    public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
        self.init(axes, showsIndicators: true, content: content)
    }

    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool, @ViewBuilder content: () -> Content) {
        (self.axes, self.showsIndicators, self.content) = (axes, showsIndicators, content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var classes = "scroll"
        if axes.contains(.horizontal) { classes += " scroll-x" }
        if axes.contains(.vertical) { classes += " scroll-y" }
        if !showsIndicators { classes += " without-indicators" }
        var fragment = Fragment(element: context.element("div", "scroll", class: classes, children: fragments))
        // Who scrolls with the keyboard has to get there.
        fragment.element.attributes["tabindex"] = "0"
        // Across the direction of scrolling it is as large as its content.
        let content = FragmentLayout.covering(fragments)
        fragment.layout.fillsWidth = axes.contains(.horizontal) || content.fillsWidth
        fragment.layout.fillsHeight = axes.contains(.vertical) || content.fillsHeight
        fragment.applyLayoutClasses()
        return [fragment]
    }
}
