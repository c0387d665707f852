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
        let style = context.environment.toggleStyle
        let labels = context.child(label, key: "label")
        var element = context.element("button", "toggle", class: "toggle toggle-\(style.rawValue)")
        element.attributes["type"] = "button"
        element.attributes["role"] = "switch"
        element.attributes["aria-checked"] = "\(value)"
        element.children = [context.element("span", "label", class: "toggle-label", children: labels)]
        if style == .switch { element.children.append(context.element("span", "switch", class: "switch")) }
        context.enable(&element) { element in
            context.listen(&element, "tap") { [isOn] _ in isOn.wrappedValue.toggle() }
        }
        var fragment = Fragment(element: element)
        fragment.layout.fillsWidth = style == .switch
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension Toggle where Label == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

/// How toggles look.
public protocol ToggleStyle {}

enum ToggleStyleKind: String {
    case `switch`, button
}

protocol NamedToggleStyle {
    var kind: ToggleStyleKind { get }
}

public struct DefaultToggleStyle: ToggleStyle, NamedToggleStyle {
    public init() {}
    var kind: ToggleStyleKind { .switch }
}

public struct SwitchToggleStyle: ToggleStyle, NamedToggleStyle {
    public init() {}
    var kind: ToggleStyleKind { .switch }
}

public struct ButtonToggleStyle: ToggleStyle, NamedToggleStyle {
    public init() {}
    var kind: ToggleStyleKind { .button }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

private enum ToggleStyleKey: EnvironmentKey {
    static var defaultValue: ToggleStyleKind { .switch }
}

extension EnvironmentValues {
    var toggleStyle: ToggleStyleKind {
        get { self[ToggleStyleKey.self] }
        set { self[ToggleStyleKey.self] = newValue }
    }
}

extension View {
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        guard let kind = (style as? any NamedToggleStyle)?.kind else {
            preconditionFailure("There are no toggle styles of one's own here: \(S.self).")
        }
        return InEnvironment(self) { $0.toggleStyle = kind }
    }
}
