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

/// A switch.
public struct Toggle<Label: View>: View, PrimitiveView {
    public typealias Body = Never
    let isOn: Binding<Bool>
    let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        (self.isOn, self.label) = (isOn, label())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let value = context.value(of: isOn)
        let labels = context.child(label, key: "label")
        var element = context.element("button", "toggle", class: "toggle toggle-switch")
        element.attributes["type"] = "button"
        element.attributes["role"] = "switch"
        element.attributes["aria-checked"] = "\(value)"
        element.children = [
            context.element("span", "label", class: "toggle-label", children: labels),
            context.element("span", "switch", class: "switch"),
        ]
        context.enable(&element) { element in
            context.listen(&element, "tap") { [isOn] _ in isOn.wrappedValue.toggle() }
        }
        var fragment = Fragment(element: element)
        fragment.layout.fillsWidth = true
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension Toggle where Label == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(titleKey) }
    }

}

/// How far something is, or that it goes on.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
    public typealias Body = Never
    /// From 0 to 1; nil for what nobody can tell.
    let fraction: Double?

    func render(in context: RenderContext) -> [Fragment] {
        guard let fraction else {
            var spinner = context.element("div", "spinner", class: "spinner", attributes: ["role": "progressbar"])
            spinner.attributes["data-control-size"] = context.environment.controlSizeName
            return [Fragment(element: spinner)]
        }
        var bar = Fragment(element: context.element("progress", class: "progress"))
        bar.element.attributes["max"] = "1"
        bar.element.attributes["value"] = number(fraction)
        bar.layout.fillsWidth = true
        bar.applyLayoutClasses()
        return [bar]
    }

    private static func fraction<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
        value.map { total > 0 ? min(max(Double($0 / total), 0), 1) : 0 }
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView {
        self.init(fraction: nil)
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(fraction: Self.fraction(value, total))
    }

}
