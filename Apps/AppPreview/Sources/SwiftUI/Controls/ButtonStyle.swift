import Foundation

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
