import Foundation
import ViewTree

/// What a button does, in general.
public struct ButtonRole: Equatable, Sendable {
    private let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

/// Something to press.
public struct Button<Label: View>: View, PrimitiveView {
    public typealias Body = Never
    let role: ButtonRole?
    let action: @MainActor () -> Void
    let label: Label

    @preconcurrency
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    @preconcurrency
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        (self.role, self.action, self.label) = (role, action, label())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let style = context.environment.buttonStyle
        if case .primitive(let style) = style { return renderPrimitive(style, in: context) }
        var button = context.element("button", class: "button")
        button.attributes["type"] = "button"
        if role == .destructive { button.addClass("destructive") }
        if role == .cancel { button.addClass("cancel") }
        if case .named(let name) = style { button.addClass("button-\(name)") }
        let content = context.child(label, key: "label", environment: context.environment.insideButton)
        button.children = content.map(\.element)
        button.attributes["data-control-size"] = context.environment.controlSizeName
        context.enable(&button) { button in
            let close = context.environment.menuDismissal
            context.listen(&button, "tap") { [action] _ in
                close?.perform()
                action()
            }
        }
        var fragment = Fragment(element: button, layout: .covering(content))
        fragment.isDestructive = role == .destructive
        fragment.isCancel = role == .cancel
        if context.environment.isInRow, case .named("automatic") = style { fragment.layout.fillsWidth = true }
        fragment.applyLayoutClasses()
        return [fragment]
    }

    private func renderPrimitive(_ style: any PrimitiveButtonStyle, in context: RenderContext) -> [Fragment] {
        let configuration = PrimitiveButtonStyleConfiguration(role: role, label: .init(view: label), action: action)
        return context.child(style.makeAnyBody(configuration), key: "primitive", isFresh: true)
    }
}

extension Button where Label == Text {
    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(titleKey) }
    }

    @_disfavoredOverload
    @preconcurrency
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }

    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

}

extension Button where Label == SwiftUI.Label<Text, Image> {
    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    @preconcurrency
    public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }

    @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

}

extension EnvironmentValues {
    /// A button's label is no row, and buttons in it would not be pressed.
    fileprivate var insideButton: EnvironmentValues {
        var environment = self
        environment.isInRow = false
        return environment
    }
}

extension RenderContext {
    /// Lets an element be used, or says that it cannot.
    func enable(_ element: inout Element, _ listen: (inout Element) -> Void) {
        guard environment.isEnabled else {
            if ["button", "input", "select", "textarea"].contains(element.tag) {
                element.attributes["disabled"] = ""
            } else {
                element.attributes["aria-disabled"] = "true"
            }
            element.addClass("disabled")
            return
        }
        listen(&element)
    }
}

extension View {
    /// Whether what is inside can be used. What is inside of something disabled stays so.
    public func disabled(_ disabled: Bool) -> some View {
        InEnvironment(self) { $0.isEnabled = $0.isEnabled && !disabled }
    }

    /// Whether what is inside takes touches.
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        Modified(self) { _, fragments in
            guard !enabled else { return fragments }
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.addClass("without-touches")
                return fragment
            }
        }
    }
}

/// How buttons look and when they act.
///
/// DEVIATION: a style of one's own can change the button's label, and is drawn as the page draws a button; the app has none.
@MainActor
@preconcurrency
public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    typealias Configuration = PrimitiveButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// What such a style is told of a button.
public struct PrimitiveButtonStyleConfiguration {
    public struct Label: View, PrimitiveView {
        public typealias Body = Never
        let view: any View
        func render(in context: RenderContext) -> [Fragment] { context.child(view) }
    }

    public let role: ButtonRole?
    public let label: Label
    let action: @MainActor () -> Void
}

extension PrimitiveButtonStyle {
    func makeAnyBody(_ configuration: Configuration) -> any View { makeBody(configuration: configuration) }
}

/// A style that the page draws.
protocol NamedButtonStyle {
    nonisolated var name: String { get }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// The button that a style was asked for.
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: configuration.action) { configuration.label }
    }
}

public struct PlainButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    public nonisolated init() {}
    nonisolated var name: String { "plain" }
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

public struct BorderedButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    public nonisolated init() {}
    nonisolated var name: String { "bordered" }
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    public nonisolated init() {}
    nonisolated var name: String { "prominent" }
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

/// The style that buttons get from what is round them.
enum SelectedButtonStyle {
    case named(String)
    case primitive(any PrimitiveButtonStyle)
}

private enum ButtonStyleKey: EnvironmentKey {
    static var defaultValue: SelectedButtonStyle { .named("automatic") }
}

extension EnvironmentValues {
    var buttonStyle: SelectedButtonStyle {
        get { self[ButtonStyleKey.self] }
        set { self[ButtonStyleKey.self] = newValue }
    }
}

extension View {
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        InEnvironment(self) { environment in
            environment.buttonStyle = (style as? any NamedButtonStyle).map { .named($0.name) } ?? .primitive(style)
        }
    }
}

/// The size of controls.
public enum ControlSize: Hashable, CaseIterable, Sendable {
    case mini, small, regular, large, extraLarge
}

private enum ControlSizeKey: EnvironmentKey {
    static var defaultValue: ControlSize { .regular }
}

extension EnvironmentValues {
    public var controlSize: ControlSize {
        get { self[ControlSizeKey.self] }
        set { self[ControlSizeKey.self] = newValue }
    }

    /// For the page; nil where it is the usual one.
    var controlSizeName: String? { controlSize == .regular ? nil : "\(controlSize)" }
}

extension View {
    public func controlSize(_ controlSize: ControlSize) -> some View { environment(\.controlSize, controlSize) }

}
