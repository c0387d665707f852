import Foundation

/// A font of the system's.
public struct Font: Hashable, Sendable {
    private enum Base: Hashable, Sendable {
        case style(TextStyle)
        case size(CGFloat)
    }

    private let base: Base
    private let weight: Weight?
    private let design: Design?

    private init(_ base: Base, weight: Weight? = nil, design: Design? = nil) {
        self.base = base
        self.weight = weight
        self.design = design
    }

    /// The roles of text, each with a size that grows with the chosen one.
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

        fileprivate var css: String {
            switch self {
            case .largeTitle: "large-title"
            case .title: "title"
            case .title2: "title2"
            case .title3: "title3"
            case .headline: "headline"
            case .subheadline: "subheadline"
            case .body: "body"
            case .callout: "callout"
            case .footnote: "footnote"
            case .caption: "caption"
            case .caption2: "caption2"
            }
        }
    }

    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    public struct Weight: Hashable, Sendable {
        let css: Int
        public static let thin = Weight(css: 200)
        public static let light = Weight(css: 300)
        public static let medium = Weight(css: 500)
        public static let bold = Weight(css: 700)
    }

    public static let title2 = Font(.style(.title2))
    public static let title3 = Font(.style(.title3))
    public static let headline = Font(.style(.headline))
    public static let subheadline = Font(.style(.subheadline))
    public static let body = Font(.style(.body))
    public static let footnote = Font(.style(.footnote))
    public static let caption = Font(.style(.caption))
    public static let caption2 = Font(.style(.caption2))

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(.size(size), weight: weight, design: design)
    }

    /// As an inline style. Sizes of text styles are the page's, which knows the size of text that was chosen.
    var css: String {
        var css =
            switch base {
            case .style(let style): "font:var(--font-\(style.css));"
            // A size in points does not grow with the chosen one, as on a phone.
            case .size(let size): "font-size:\(points(size));line-height:1.2;"
            }
        if let weight { css += "font-weight:\(weight.css);" }
        switch design {
        case nil, .default: break
        case .serif: css += "font-family:var(--font-serif);"
        case .rounded: css += "font-family:var(--font-rounded);"
        case .monospaced: css += "font-family:var(--font-monospaced);"
        }
        return css
    }
}

extension DynamicTypeSize {
    /// The size of body text, in points, as the page has it.
    var bodySize: Double {
        switch self {
        case .xSmall: 14
        case .small: 15
        case .medium: 16
        case .large: 17
        case .xLarge: 19
        case .xxLarge: 21
        case .xxxLarge: 23
        case .accessibility1: 28
        case .accessibility2: 33
        case .accessibility3: 40
        case .accessibility4: 47
        case .accessibility5: 53
        }
    }
}

/// A length that grows with the size of text.
///
/// DEVIATION: each text style grows as body text does, here and on the page.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    @Environment(\.dynamicTypeSize) private var size
    private let base: Value

    /// - Parameter wrappedValue: the length at the size that nobody has changed.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        base = wrappedValue
    }

    public var wrappedValue: Value { base * Value(size.bodySize / DynamicTypeSize.large.bodySize) }
}

extension View {
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { dynamicTypeSize(size...size) }

    /// Keeps the size of text inside of a range.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        let sizes = DynamicTypeSize.allCases.filter { range.contains($0) }
        let (first, last) = (sizes.first ?? .xSmall, sizes.last ?? .accessibility5)
        let css = "--type:clamp(\(points(first.bodySize)),1rem,\(points(last.bodySize)));"
        return Modified(
            InEnvironment(self) { environment in
                environment.dynamicTypeSize = min(max(environment.dynamicTypeSize, first), last)
            }
        ) { context, fragments in
            fragments.enumerated().map { index, fragment in
                context.wrap(fragment, index, class: "wrap type-limit", style: css)
            }
        }
    }
}
