import ViewTree

/// The material of controls since iOS 26.
@available(iOS 26.0, *)
public struct Glass: Equatable, Sendable {
    private(set) var classes: String
    private(set) var color: Color?

    public static var regular: Glass { Glass(classes: "glass") }

}

/// The shape that glass has if none is named: a capsule.
@available(iOS 26.0, *)
public struct DefaultGlassEffectShape: Shape {
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Capsule().path(in: rect) }
}

@available(iOS 26.0, *)
extension View {
    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape()) -> some View {
        let radius = (shape as? any BoxShape)?.cornerRadius ?? "9999px"
        return Modified(self) { context, fragments in
            fragments.enumerated().map { index, fragment in
                var css = "border-radius:\(radius);"
                if let color = glass.color { css += "--glass-tint:\(color.css);" }
                return context.wrap(fragment, index, class: "background \(glass.classes)", style: css)
            }
        }
    }
}
