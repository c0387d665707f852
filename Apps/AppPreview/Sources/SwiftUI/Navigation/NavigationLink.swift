import ViewTree

/// Something to press that shows another page.
public struct NavigationLink<Label: View, Destination: View>: View, PrimitiveView {
    public typealias Body = Never
    let label: Label
    let target: Target

    enum Target {
        case view(() -> Destination)
        case value(AnyHashable?)
    }

    func render(in context: RenderContext) -> [Fragment] {
        var environment = context.environment
        let isInRow = environment.isInRow
        environment.isInRow = false
        let labels = context.child(label, key: "label", environment: environment)
        var button = context.element("button", "link", class: "button navigation-link", children: labels)
        button.attributes["type"] = "button"
        if case .named(let name) = environment.buttonStyle, name != "automatic" { button.addClass("button-\(name)") }
        if isInRow { button.addClass("row-link") }
        let navigation = environment.navigation
        context.enable(&button) { button in
            context.listen(&button, "tap") { [target] _ in
                switch target {
                case .view(let make): navigation?.push(make())
                case .value(let value?): navigation?.push(value)
                case .value(nil): break
                }
            }
        }
        var fragment = Fragment(element: button, layout: .covering(labels))
        if isInRow { fragment.layout.fillsWidth = true }
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension NavigationLink {
    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(label: label(), target: .view(destination))
    }

    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        self.init(label: label(), target: .view { destination })
    }
}

extension NavigationLink where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(label: Text(titleKey), target: .view(destination))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(label: Text(title), target: .view(destination))
    }

    public init(_ titleKey: LocalizedStringKey, destination: Destination) {
        self.init(label: Text(titleKey), target: .view { destination })
    }
}

extension NavigationLink where Destination == Never {
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.init(label: label(), target: .value(value.map { AnyHashable($0) }))
    }

    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        self.init(label: Text(titleKey), target: .value(value.map { AnyHashable($0) }))
    }

    @_disfavoredOverload
    public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
        self.init(label: Text(title), target: .value(value.map { AnyHashable($0) }))
    }
}

extension View {
    /// The page for values of a type.
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        Modified(self) { context, fragments in
            context.preferences.destinations[ObjectIdentifier(data)] = { value in
                guard let value = value as? D else { preconditionFailure("\(value) is no \(D.self).") }
                return Deferred { destination(value) }
            }
            return fragments
        }
    }
}
