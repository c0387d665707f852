import ViewTree

/// A name and its value.
public struct LabeledContent<Label, Content> {
    let label: Label
    let content: Content
}

extension LabeledContent: View, PrimitiveView where Label: View, Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(label: label(), content: content())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let labels = context.child(label, key: "label")
        let values = context.child(content)
        let label = context.element("span", "name", class: "label", children: labels)
        let value = context.element("span", "value", class: "value", children: values)
        var element = context.element("div", "labeled", class: "labeled-content")
        element.children = [label, value]
        var fragment = Fragment(element: element, layout: FragmentLayout(fillsWidth: true))
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension LabeledContent where Label == Text, Content: View {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(label: Text(titleKey), content: content())
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(label: Text(title), content: content())
    }
}

extension LabeledContent where Label == Text, Content == Text {
    public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        self.init(label: Text(titleKey), content: Text(value))
    }

    @_disfavoredOverload
    public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        self.init(label: Text(title), content: Text(value))
    }

    public init<F: FormatStyle>(
        _ titleKey: LocalizedStringKey,
        value: F.FormatInput,
        format: F
    ) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(label: Text(titleKey), content: Text(value, format: format))
    }
}

/// Content that a press on its name shows and hides.
public struct DisclosureGroup<Label: View, Content: View>: View, PrimitiveView {
    public typealias Body = Never
    let label: Label
    let isExpanded: Binding<Bool>?
    let content: () -> Content

    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.isExpanded, self.content) = (label(), nil, content)
    }

    public init(
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        (self.label, self.isExpanded, self.content) = (label(), isExpanded, content)
    }

    func render(in context: RenderContext) -> [Fragment] {
        let own = context.remember("isExpanded") { Storage(false) }
        let binding = isExpanded ?? Binding(source: nil, get: { own.value }, set: { own.value = $0 })
        let isOpen = context.value(of: binding)
        let labels = context.child(label, key: "label")
        var button = context.element("button", "disclosure", class: "disclosure", children: labels)
        button.attributes["aria-expanded"] = "\(isOpen)"
        context.enable(&button) { button in
            context.listen(&button, "tap") { _ in binding.wrappedValue.toggle() }
        }
        var fragment = Fragment(element: button, layout: FragmentLayout(fillsWidth: true))
        fragment.applyLayoutClasses()
        return [fragment] + (isOpen ? context.child(Deferred(make: content)) : [])
    }
}

extension DisclosureGroup where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    public init(
        _ titleKey: LocalizedStringKey,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }
}

/// What is shown instead of content that is not there.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View, PrimitiveView {
    public typealias Body = Never
    let label: Label
    let description: Description
    let actions: Actions

    public init(
        @ViewBuilder label: () -> Label,
        @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        (self.label, self.description, self.actions) = (label(), description(), actions())
    }

    func render(in context: RenderContext) -> [Fragment] {
        var element = context.element("div", "unavailable", class: "content-unavailable")
        let parts = [
            ("label", context.child(label, key: "label")),
            ("description", context.child(description, key: "description")),
            ("actions", context.child(actions, key: "actions")),
        ]
        element.children = parts.filter { !$0.1.isEmpty }.map { name, fragments in
            context.element("div", name, class: "unavailable-\(name)", children: fragments)
        }
        var fragment = Fragment(element: element, layout: .fills)
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }
}

/// What a search says that finds nothing.
public struct SearchUnavailableContent {
    public struct Label: View {
        let text: String?
        @Environment(\.locale) private var locale

        init(text: String?) {
            self.text = text
        }

        public var body: some View {
            let words = SystemWords.noResults.words(in: locale.identifier)
            SwiftUI.Label {
                Text(verbatim: text.map { "\(words): “\($0)”" } ?? words)
            } icon: {
                Image(systemName: "magnifyingglass")
            }
        }
    }

    public struct Description: View {
        @Environment(\.locale) private var locale

        init() {}

        public var body: some View {
            Text(verbatim: SystemWords.tryAnotherSearch.words(in: locale.identifier))
        }
    }

    public struct Actions: View {
        public var body: some View { EmptyView() }
    }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    public static var search:
        ContentUnavailableView<
            SearchUnavailableContent.Label, SearchUnavailableContent.Description, SearchUnavailableContent.Actions
        >
    {
        forSearch(nil)
    }

    public static func search(
        text: String
    ) -> ContentUnavailableView<
        SearchUnavailableContent.Label, SearchUnavailableContent.Description, SearchUnavailableContent.Actions
    > {
        forSearch(text)
    }

    private static func forSearch(_ text: String?) -> ContentUnavailableView {
        ContentUnavailableView {
            SearchUnavailableContent.Label(text: text)
        } description: {
            SearchUnavailableContent.Description()
        } actions: {
            SearchUnavailableContent.Actions()
        }
    }
}
