import ViewTree

extension View {
    /// The colour of text, symbols and shapes inside.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        let paint = style.paint
        return InEnvironment(self) { environment in
            environment.textStyle.color = paint.isGradient ? nil : paint.css
            environment.foreground = paint
        }
    }

    /// The colours of the levels of symbols and text inside; the first is what shapes are filled with.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
        foregroundStyle(primary)
    }

    /// The colour of controls inside.
    public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
        tinted(tint?.paint.css)
    }

    public func tint(_ tint: Color?) -> some View {
        tinted(tint?.css)
    }

    private func tinted(_ css: String?) -> some View {
        Modified(self) { _, fragments in
            guard let css else { return fragments }
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
