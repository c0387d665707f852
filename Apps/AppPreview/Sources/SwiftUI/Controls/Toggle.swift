import ViewTree

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
