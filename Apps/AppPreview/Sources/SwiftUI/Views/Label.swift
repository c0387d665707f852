import ViewTree

/// An icon and its title.
public struct Label<Title: View, Icon: View>: View, PrimitiveView {
    public typealias Body = Never
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }

    func render(in context: RenderContext) -> [Fragment] {
        var element = context.element("span", "label", class: "label label-automatic")
        var icons = context.element("span", "icon", class: "icon", children: context.child(icon, key: "icon"))
        // The title says what the icon shows.
        icons.attributes["aria-hidden"] = "true"
        let titles = context.element("span", "title", class: "title", children: context.child(title, key: "title"))
        element.children = [icons, titles]
        return [Fragment(element: element)]
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

}

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

}
