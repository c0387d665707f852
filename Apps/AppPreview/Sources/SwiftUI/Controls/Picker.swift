import ViewTree

/// One of several values, each shown by a view with a `tag`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let selection: Binding<SelectionValue>
    let label: Label
    let content: Content

    public init(
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        (self.selection, self.label, self.content) = (selection, label(), content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let selected = AnyHashable(context.value(of: selection))
        let labels = context.child(label, key: "label")
        var environment = context.environment
        environment.isInRow = false
        let options = context.child(content, environment: environment)
        let name = labels.map(\.element.allText).joined(separator: " ")
        return [menu(options, selected, labels, name, context)]
    }

    private func choose(_ tag: AnyHashable?) {
        guard let value = SelectionValue(tag: tag) else { return }
        selection.wrappedValue = value
    }

    private func menu(
        _ options: [Fragment],
        _ selected: AnyHashable,
        _ labels: [Fragment],
        _ name: String,
        _ context: RenderContext
    ) -> Fragment {
        var select = context.element("select", class: "picker-menu")
        if !name.isEmpty { select.attributes["aria-label"] = name }
        select.children = options.enumerated().map { index, option in
            var element = context.element("option", "option.\(option.element.id)", text: option.element.allText)
            element.attributes["value"] = "\(index)"
            return element
        }
        if let index = options.firstIndex(where: { isTag($0.tag, selected) }) {
            select.attributes["value"] = "\(index)"
        }
        context.enable(&select) { select in
            context.listen(&select, "value") { value in
                guard let index = value.string.flatMap({ Int($0) }) ?? value.number.flatMap({ Int(exactly: $0) }),
                    options.indices.contains(index)
                else { return }
                choose(options[index].tag)
            }
        }
        let showsLabel = context.environment.isInRow
        var picker = context.element("label", "picker", class: "picker picker-menu-row")
        picker.children = showsLabel ? labels.map(\.element) + [select] : [select]
        var fragment = Fragment(element: picker)
        fragment.layout.fillsWidth = showsLabel
        fragment.applyLayoutClasses()
        return fragment
    }

    /// A tag may be of the value's type, or of the type in an optional.
    private func isTag(_ tag: AnyHashable?, _ selected: AnyHashable) -> Bool {
        guard let tag, let value = SelectionValue(tag: tag) else { return false }
        return AnyHashable(value) == selected
    }
}

extension Hashable {
    fileprivate init?(tag: AnyHashable?) {
        guard let value = tag?.base as? Self else { return nil }
        self = value
    }
}

extension Picker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(titleKey) }
    }

}

extension View {
    /// The value that a picker takes when this view is chosen.
    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
        Modified(self) { context, fragments in
            guard !fragments.isEmpty else { return fragments }
            var fragment = context.single(fragments, class: "hstack")
            fragment.tag = AnyHashable(tag)
            return [fragment]
        }
    }

}
