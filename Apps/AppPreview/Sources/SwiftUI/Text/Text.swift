import Foundation
import ViewTree

/// A line or a paragraph of text.
public struct Text: Equatable, @unchecked Sendable {
    // @unchecked: all fields are values made of values; a key, which is not Sendable by itself, is one as well.
    enum Content: Equatable {
        case verbatim(String)
        case key(LocalizedStringKey, table: String?)
        case resource(LocalizedStringResource)
    }

    let content: Content
    var style = TextStyleOptions()

    init(content: Content) {
        self.content = content
    }

    public init(verbatim content: String) {
        self.init(content: .verbatim(content))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) {
        self.init(content: .verbatim(String(content)))
    }

    public init(
        _ key: LocalizedStringKey,
        tableName: String? = nil,
        bundle: Bundle? = nil,
        comment: StaticString? = nil
    ) {
        self.init(content: .key(key, table: tableName))
    }

    @_disfavoredOverload
    public init(_ resource: LocalizedStringResource) {
        self.init(content: .resource(resource))
    }

    public static func == (first: Text, second: Text) -> Bool {
        first.content == second.content && first.style == second.style
    }

    /// The words, without looks.
    func plain(in locale: Locale) -> String {
        switch content {
        case .verbatim(let string): string
        case .key(let key, let table): StringCatalogs.current.sentence(key, table: table, locale: locale)
        case .resource(let resource): resource.sentence(in: locale)
        }
    }
}

extension Text: View, PrimitiveView {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        var element = context.element("span", "text", class: "text")
        element.text = plain(in: context.environment.locale)
        element.attributes["style"] = style.css(inherited: context.environment.textStyle)
        return [Fragment(element: element)]
    }
}

/// How words look.
struct TextStyleOptions: Equatable {
    var font: Font?
    var weight: Font.Weight?
    var hasMonospacedDigits = false
    var color: String?

    func inheriting(_ outer: TextStyleOptions) -> TextStyleOptions {
        var options = self
        options.font = font ?? outer.font
        options.weight = weight ?? outer.weight
        options.hasMonospacedDigits = hasMonospacedDigits || outer.hasMonospacedDigits
        options.color = color ?? outer.color
        return options
    }

    /// As an inline style; what views round it say in the environment is of less weight.
    func css(inherited: TextStyleOptions?) -> String? {
        let options = inherited.map(inheriting) ?? self
        var css = options.font?.css ?? ""
        if let weight = options.weight { css += "font-weight:\(weight.css);" }
        if options.hasMonospacedDigits { css += "font-variant-numeric:tabular-nums;" }
        if let color = options.color { css += "color:\(color);" }
        return css.isEmpty ? nil : css
    }
}

extension Text {
    private func with(_ change: (inout TextStyleOptions) -> Void) -> Text {
        var text = self
        change(&text.style)
        return text
    }

    public func font(_ font: Font?) -> Text { with { $0.font = font } }
    public func bold() -> Text { with { $0.weight = .bold } }
    public func monospacedDigit() -> Text { with { $0.hasMonospacedDigits = true } }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { with { $0.color = style.paint.css } }
}

private enum TextStyleKey: EnvironmentKey {
    static var defaultValue: TextStyleOptions { TextStyleOptions() }
}

extension EnvironmentValues {
    var textStyle: TextStyleOptions {
        get { self[TextStyleKey.self] }
        set { self[TextStyleKey.self] = newValue }
    }

}

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
