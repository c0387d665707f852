import Foundation
import ViewTree

/// A line or a paragraph of text.
public struct Text: Equatable, @unchecked Sendable {
    // @unchecked: its fields are values that nobody changes.
    indirect enum Content: Equatable {
        case verbatim(String)
        case key(LocalizedStringKey, table: String?)
        case resource(LocalizedStringResource)
        case localized(_FormatArgument)
        case image(String)
        case joined(Text, Text)
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

    public init<F: FormatStyle>(
        _ input: F.FormatInput,
        format: F
    ) where F.FormatInput: Equatable, F.FormatOutput == String {
        // Formatted when it is shown, in the language of the view.
        let shown = Formatted(input: input, format: format)
        self.init(content: .localized(.localized { shown.words(in: $0) }))
    }

    public init(_ image: Image) {
        self.init(content: .image(image.symbolName ?? ""))
    }

    public static func + (lhs: Text, rhs: Text) -> Text {
        Text(content: .joined(lhs, rhs))
    }

    public static func == (first: Text, second: Text) -> Bool {
        first.content == second.content && first.style == second.style
    }

    fileprivate func inheriting(_ outer: TextStyleOptions) -> Text {
        var text = self
        text.style = style.inheriting(outer)
        return text
    }

    /// The words, without looks.
    func plain(in locale: Locale) -> String {
        switch content {
        case .verbatim(let string): string
        case .key(let key, let table): AppWords.current.sentence(key, table: table, locale: locale)
        case .resource(let resource): resource.sentence(in: locale)
        case .localized(.localized(let format)): format(locale)
        case .localized, .image: ""
        case .joined(let first, let second): first.plain(in: locale) + second.plain(in: locale)
        }
    }

    fileprivate func plain(in locale: Locale, case textCase: Case?) -> String {
        let words = plain(in: locale)
        return switch textCase {
        case nil: words
        case .uppercase: words.uppercased(with: locale)
        case .lowercase: words.lowercased(with: locale)
        }
    }

    public enum Case: Hashable, Sendable {
        case uppercase
        case lowercase
    }
}

extension Text: View, PrimitiveView {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        let environment = context.environment
        var element = context.element("span", "text", class: "text")
        if case .joined = content {
            element.children = parts(in: context, environment: environment, prefix: "part")
        } else {
            element.text = plain(in: environment.locale, case: environment.textCase)
        }
        element.attributes["style"] = style.css(inherited: environment.textStyle)
        return [Fragment(element: element)]
    }

    @MainActor
    private func parts(in context: RenderContext, environment: EnvironmentValues, prefix: String) -> [Element] {
        if case .joined(let first, let second) = content {
            return first.inheriting(style).parts(in: context, environment: environment, prefix: prefix + "a")
                + second.inheriting(style).parts(in: context, environment: environment, prefix: prefix + "b")
        }
        var element = context.element("span", prefix, text: plain(in: environment.locale, case: environment.textCase))
        element.attributes["style"] = style.css(inherited: nil)
        return [element]
    }
}

/// A value and its format.
private struct Formatted<F: FormatStyle> where F.FormatOutput == String {
    let input: F.FormatInput
    let format: F

    func words(in locale: Locale) -> String { format.locale(locale).format(input) }
}

/// How words look.
struct TextStyleOptions: Equatable {
    var font: Font?
    var weight: Font.Weight?
    var isItalic = false
    var hasMonospacedDigits = false
    var isMonospaced = false
    var isStruckThrough = false
    var isUnderlined = false
    var color: String?
    var tracking: CGFloat?

    func inheriting(_ outer: TextStyleOptions) -> TextStyleOptions {
        var options = self
        options.font = font ?? outer.font
        options.weight = weight ?? outer.weight
        options.isItalic = isItalic || outer.isItalic
        options.hasMonospacedDigits = hasMonospacedDigits || outer.hasMonospacedDigits
        options.isMonospaced = isMonospaced || outer.isMonospaced
        options.isStruckThrough = isStruckThrough || outer.isStruckThrough
        options.isUnderlined = isUnderlined || outer.isUnderlined
        options.color = color ?? outer.color
        options.tracking = tracking ?? outer.tracking
        return options
    }

    /// As an inline style; what views round it say in the environment is of less weight.
    func css(inherited: TextStyleOptions?) -> String? {
        let options = inherited.map(inheriting) ?? self
        var css = options.font?.css ?? ""
        if let weight = options.weight { css += "font-weight:\(weight.css);" }
        if options.isItalic { css += "font-style:italic;" }
        if options.hasMonospacedDigits { css += "font-variant-numeric:tabular-nums;" }
        if options.isMonospaced { css += "font-family:var(--font-monospaced);" }
        let lines = [options.isUnderlined ? "underline" : nil, options.isStruckThrough ? "line-through" : nil]
            .compactMap { $0 }
        if !lines.isEmpty { css += "text-decoration:\(lines.joined(separator: " "));" }
        if let color = options.color { css += "color:\(color);" }
        if let tracking = options.tracking { css += "letter-spacing:\(points(tracking));" }
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
    public func fontWeight(_ weight: Font.Weight?) -> Text { with { $0.weight = weight } }
    public func bold() -> Text { with { $0.weight = .bold } }
    public func bold(_ isActive: Bool) -> Text { with { $0.weight = isActive ? .bold : nil } }
    public func italic() -> Text { with { $0.isItalic = true } }
    public func monospacedDigit() -> Text { with { $0.hasMonospacedDigits = true } }
    public func monospaced(_ isActive: Bool = true) -> Text { with { $0.isMonospaced = isActive } }
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        with { $0.isStruckThrough = isActive }
    }
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { with { $0.isUnderlined = isActive } }
    public func tracking(_ tracking: CGFloat) -> Text { with { $0.tracking = tracking } }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { with { $0.color = style.paint.css } }
}

private enum TextStyleKey: EnvironmentKey {
    static var defaultValue: TextStyleOptions { TextStyleOptions() }
}

private enum TextCaseKey: EnvironmentKey {
    static var defaultValue: Text.Case? { nil }
}

extension EnvironmentValues {
    var textStyle: TextStyleOptions {
        get { self[TextStyleKey.self] }
        set { self[TextStyleKey.self] = newValue }
    }

    public var textCase: Text.Case? {
        get { self[TextCaseKey.self] }
        set { self[TextCaseKey.self] = newValue }
    }

    public var font: Font? {
        get { textStyle.font }
        set { textStyle.font = newValue }
    }
}
