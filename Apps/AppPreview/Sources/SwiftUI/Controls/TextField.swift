import Foundation
import ViewTree

/// A line that somebody writes.
public struct TextField<Label: View>: View, PrimitiveView {
    public typealias Body = Never
    let label: Label
    let prompt: Text?
    let text: Binding<String>
    let axis: Axis

    init(label: Label, prompt: Text?, text: Binding<String>, axis: Axis) {
        (self.label, self.prompt, self.text, self.axis) = (label, prompt, text, axis)
    }

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(label: label(), prompt: prompt, text: text, axis: .horizontal)
    }

    func render(in context: RenderContext) -> [Fragment] {
        let environment = context.environment
        let name = context.childOutput(label, key: "label").fragments.map(\.element.allText).joined(separator: " ")
        var input = context.element(axis == .vertical ? "textarea" : "input", "field", class: "text-field")
        if axis == .horizontal { input.attributes["type"] = environment.keyboardType ?? "text" }
        input.attributes["placeholder"] = prompt?.plain(in: environment.locale) ?? name
        input.attributes["aria-label"] = name
        input.attributes["value"] = context.value(of: text)
        input.attributes["style"] = TextStyleOptions().css(inherited: environment.textStyle)
        input.attributes["autocapitalize"] = environment.capitalization
        if environment.disablesAutocorrection { input.attributes["autocorrect"] = "off" }
        let focus = environment.fieldFocus
        if let focus, context.read({ focus.read() }) { input.attributes["data-focused"] = "true" }
        context.enable(&input) { input in
            context.listen(&input, "value") { [text] value in
                if let string = value.string { text.wrappedValue = string }
            }
            if let focus { context.listen(&input, "focus") { focus.write($0.bool ?? false) } }
            if let submit = environment.submitAction { context.listen(&input, "submit") { _ in submit.perform() } }
        }
        var fragment = Fragment(element: input, layout: FragmentLayout(fillsWidth: true))
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(label: Text(titleKey), prompt: nil, text: text, axis: .horizontal)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(label: Text(titleKey), prompt: prompt, text: text, axis: .horizontal)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
        self.init(label: Text(titleKey), prompt: nil, text: text, axis: axis)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
        self.init(label: Text(titleKey), prompt: prompt, text: text, axis: axis)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(label: Text(title), prompt: nil, text: text, axis: .horizontal)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {
        self.init(label: Text(title), prompt: prompt, text: text, axis: .horizontal)
    }
}

/// What is written into a field with suggestions.
public struct TextInputAutocapitalization: Sendable {
    let html: String
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization(html: "none") }
    public static var words: TextInputAutocapitalization { TextInputAutocapitalization(html: "words") }
    public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization(html: "sentences") }
    public static var characters: TextInputAutocapitalization { TextInputAutocapitalization(html: "characters") }
}

/// What sends off what was written.
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

/// What the keyboard's return key says.
public struct SubmitLabel: Sendable {
    let html: String
    public static var done: SubmitLabel { SubmitLabel(html: "done") }
    public static var go: SubmitLabel { SubmitLabel(html: "go") }
    public static var send: SubmitLabel { SubmitLabel(html: "send") }
    public static var join: SubmitLabel { SubmitLabel(html: "go") }
    public static var search: SubmitLabel { SubmitLabel(html: "search") }
    public static var `return`: SubmitLabel { SubmitLabel(html: "enter") }
    public static var next: SubmitLabel { SubmitLabel(html: "next") }
}

public protocol TextFieldStyle {}

public struct DefaultTextFieldStyle: TextFieldStyle {
    public init() {}
}

public struct PlainTextFieldStyle: TextFieldStyle {
    public init() {}
}

public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

private enum SubmitKey: EnvironmentKey {
    static var defaultValue: Performer? { nil }
}

private enum CapitalizationKey: EnvironmentKey {
    static var defaultValue: String? { nil }
}

private enum AutocorrectionKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private enum KeyboardTypeKey: EnvironmentKey {
    static var defaultValue: String? { nil }
}

extension EnvironmentValues {
    var submitAction: Performer? {
        get { self[SubmitKey.self] }
        set { self[SubmitKey.self] = newValue }
    }

    var capitalization: String? {
        get { self[CapitalizationKey.self] }
        set { self[CapitalizationKey.self] = newValue }
    }

    var disablesAutocorrection: Bool {
        get { self[AutocorrectionKey.self] }
        set { self[AutocorrectionKey.self] = newValue }
    }

    var keyboardType: String? {
        get { self[KeyboardTypeKey.self] }
        set { self[KeyboardTypeKey.self] = newValue }
    }
}

extension View {
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        InEnvironment(self) { environment in
            let outer = environment.submitAction
            environment.submitAction = Performer {
                action()
                outer?.perform()
            }
        }
    }

    public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                fragment.element.attributes["enterkeyhint"] = submitLabel.html
                return fragment
            }
        }
    }

    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        InEnvironment(self) { $0.capitalization = autocapitalization?.html }
    }

    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        InEnvironment(self) { $0.disablesAutocorrection = disable }
    }

    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        withClass("field-with-border", if: style is RoundedBorderTextFieldStyle)
    }
}
