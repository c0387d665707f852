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
        switch context.environment.pickerStyle ?? .menu {
        case .menu: return [menu(options, selected, labels, name, context)]
        case .segmented: return [group(options, selected, name, "segmented", context)]
        case .inline: return [group(options, selected, name, "inline", context)]
        case .wheel: return [group(options, selected, name, "wheel", context)]
        }
    }

    private func choose(_ tag: AnyHashable?) {
        guard let value = SelectionValue(tag: tag) else { return }
        selection.wrappedValue = value
    }

    private func group(
        _ options: [Fragment],
        _ selected: AnyHashable,
        _ name: String,
        _ style: String,
        _ context: RenderContext
    ) -> Fragment {
        var group = context.element(
            "div",
            "picker",
            class: "picker picker-\(style)",
            attributes: ["role": "radiogroup"]
        )
        if !name.isEmpty { group.attributes["aria-label"] = name }
        group.children = options.map { option in
            var button = context.element("button", "option.\(option.element.id)", class: "option", children: [option])
            button.attributes["type"] = "button"
            button.attributes["role"] = "radio"
            button.attributes["aria-checked"] = "\(isTag(option.tag, selected))"
            // What identifies the option is what a test looks for.
            for attribute in ["data-identifier", "aria-label"] {
                button.attributes[attribute] = option.element.attributes[attribute]
            }
            context.enable(&button) { button in
                context.listen(&button, "tap") { _ in choose(option.tag) }
            }
            return button
        }
        var fragment = Fragment(element: group, layout: FragmentLayout(fillsWidth: true))
        fragment.applyLayoutClasses()
        return fragment
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
                guard let index = value.string.flatMap({ Int($0) }) ?? value.number.map({ Int($0) }),
                    options.indices.contains(index)
                else { return }
                choose(options[index].tag)
            }
        }
        let showsLabel = !context.environment.hidesLabels && context.environment.isInRow
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

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
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

    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        let kind = (style as? any NamedPickerStyle)?.kind
        return InEnvironment(self) { $0.pickerStyle = kind }
    }

    /// Whether controls inside show their labels.
    public func labelsHidden() -> some View {
        InEnvironment(self) { $0.hidesLabels = true }
    }
}

public protocol PickerStyle {}

enum PickerStyleKind {
    case menu, segmented, inline, wheel
}

protocol NamedPickerStyle {
    var kind: PickerStyleKind { get }
}

public struct DefaultPickerStyle: PickerStyle, NamedPickerStyle {
    public init() {}
    var kind: PickerStyleKind { .menu }
}

public struct MenuPickerStyle: PickerStyle, NamedPickerStyle {
    public init() {}
    var kind: PickerStyleKind { .menu }
}

public struct SegmentedPickerStyle: PickerStyle, NamedPickerStyle {
    public init() {}
    var kind: PickerStyleKind { .segmented }
}

public struct InlinePickerStyle: PickerStyle, NamedPickerStyle {
    public init() {}
    var kind: PickerStyleKind { .inline }
}

public struct WheelPickerStyle: PickerStyle, NamedPickerStyle {
    public init() {}
    var kind: PickerStyleKind { .wheel }
}

extension PickerStyle where Self == DefaultPickerStyle {
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension PickerStyle where Self == WheelPickerStyle {
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

private enum PickerStyleKey: EnvironmentKey {
    static var defaultValue: PickerStyleKind? { nil }
}

private enum HidesLabelsKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    var pickerStyle: PickerStyleKind? {
        get { self[PickerStyleKey.self] }
        set { self[PickerStyleKey.self] = newValue }
    }

    var hidesLabels: Bool {
        get { self[HidesLabelsKey.self] }
        set { self[HidesLabelsKey.self] = newValue }
    }
}
