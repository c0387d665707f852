import Foundation
import UIKit
import ViewTree

/// A line that somebody writes.
public struct TextField<Label: View>: View, PrimitiveView {
    public typealias Body = Never
    let label: Label
    let text: Binding<String>

    func render(in context: RenderContext) -> [Fragment] {
        let environment = context.environment
        let name = context.childOutput(label, key: "label").fragments.map(\.element.allText).joined(separator: " ")
        var input = context.element("input", "field", class: "text-field")
        input.attributes["type"] = "text"
        input.attributes["inputmode"] = environment.keyboardType
        input.attributes["placeholder"] = name
        input.attributes["aria-label"] = name
        input.attributes["value"] = context.value(of: text)
        input.attributes["style"] = TextStyleOptions().css(inherited: environment.textStyle)
        input.attributes["autocapitalize"] = environment.capitalization
        if environment.disablesAutocorrection { input.attributes["autocorrect"] = "off" }
        context.enable(&input) { input in
            context.listen(&input, "value") { [text] value in
                if let string = value.string { text.wrappedValue = string }
            }
        }
        var fragment = Fragment(element: input, layout: FragmentLayout(fillsWidth: true))
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(label: Text(titleKey), text: text)
    }

}

/// What is written into a field with suggestions.
public struct TextInputAutocapitalization: Sendable {
    let html: String
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization(html: "none") }
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
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        InEnvironment(self) { $0.capitalization = autocapitalization?.html }
    }

    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        InEnvironment(self) { $0.disablesAutocorrection = disable }
    }

    /// What the keyboard's return key says.
    public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                fragment.element.attributes["enterkeyhint"] = submitLabel.html
                return fragment
            }
        }
    }
}

/// What the keyboard's return key says.
public struct SubmitLabel: Sendable {
    let html: String
    public static var done: SubmitLabel { SubmitLabel(html: "done") }
}

extension View {
    /// The keyboard for what is typed inside. A browser on a phone shows it; others have a keyboard of their own.
    public func keyboardType(_ type: UIKeyboardType) -> some View {
        InEnvironment(self) { environment in
            environment.keyboardType =
                switch type {
                case .default: nil
                case .URL: "url"
                }
        }
    }
}
