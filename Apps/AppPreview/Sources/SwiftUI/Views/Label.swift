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
