import ViewTree

extension View {
    /// The colour of text, symbols and shapes inside.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        let paint = style.paint
        return InEnvironment(self) { environment in
            environment.textStyle.color = paint.css
            environment.foreground = paint
        }
    }

    /// The colour of controls inside.
    public func tint(_ tint: Color?) -> some View {
        Modified(self) { _, fragments in
            guard let css = tint?.css else { return fragments }
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.addStyle("--tint", css)
                return fragment
            }
        }
    }
}

private enum ForegroundKey: EnvironmentKey {
    static var defaultValue: Paint? { nil }
}

extension EnvironmentValues {
    /// What shapes inside are filled with.
    var foreground: Paint? {
        get { self[ForegroundKey.self] }
        set { self[ForegroundKey.self] = newValue }
    }
}
