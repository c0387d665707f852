extension View {
    private func textStyle(_ change: @escaping @MainActor (inout TextStyleOptions) -> Void) -> some View {
        InEnvironment(self) { change(&$0.textStyle) }
    }

    public func font(_ font: Font?) -> some View { textStyle { $0.font = font } }
    public func fontWeight(_ weight: Font.Weight?) -> some View { textStyle { $0.weight = weight } }
    public func bold(_ isActive: Bool = true) -> some View { textStyle { $0.weight = isActive ? .bold : nil } }
    public func italic(_ isActive: Bool = true) -> some View { textStyle { $0.isItalic = isActive } }
    public func monospacedDigit() -> some View { textStyle { $0.hasMonospacedDigits = true } }
    public func monospaced(_ isActive: Bool = true) -> some View { textStyle { $0.isMonospaced = isActive } }
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
        textStyle { $0.isStruckThrough = isActive }
    }
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
        textStyle { $0.isUnderlined = isActive }
    }
    public func textCase(_ textCase: Text.Case?) -> some View { environment(\.textCase, textCase) }

    /// How many lines of text there are at most.
    public func lineLimit(_ number: Int?) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                guard let number else { return fragment }
                var fragment = fragment
                fragment.element.addClass("line-limit")
                fragment.element.addStyle("--line-limit", "\(number)")
                return fragment
            }
        }
    }

    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lineLimit(limit.upperBound) }

    /// How far text may shrink to fit; the page decides whether it does.
    public func minimumScaleFactor(_ factor: CGFloat) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                fragment.element.attributes["data-minimum-scale"] = number(factor)
                return fragment
            }
        }
    }

    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                fragment.element.addStyle("text-align", alignment.css)
                return fragment
            }
        }
    }

    public func truncationMode(_ mode: Text.TruncationMode) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                fragment.element.addClass("truncate-\(mode)")
                return fragment
            }
        }
    }
}

extension Text {
    public enum TruncationMode: Sendable {
        case head, tail, middle
    }
}

/// To which side the lines of a paragraph lie.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
    case leading, center, trailing

    var css: String {
        switch self {
        case .leading: "start"
        case .center: "center"
        case .trailing: "end"
        }
    }
}
