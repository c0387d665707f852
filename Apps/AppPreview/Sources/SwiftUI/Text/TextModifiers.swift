extension View {
    private func textStyle(_ change: @escaping @MainActor (inout TextStyleOptions) -> Void) -> some View {
        InEnvironment(self) { change(&$0.textStyle) }
    }

    public func font(_ font: Font?) -> some View { textStyle { $0.font = font } }
    public func monospacedDigit() -> some View { textStyle { $0.hasMonospacedDigits = true } }

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

    /// How far text may shrink to fit.
    ///
    /// DEVIATION: it does not shrink; the page ends it with an ellipsis.
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
