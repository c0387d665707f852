import Foundation

/// A font of the system's.
public struct Font: Hashable, Sendable {
    private enum Base: Hashable, Sendable {
        case style(TextStyle)
        case size(CGFloat)
    }

    private var base: Base
    private var weight: Weight?
    private var design: Design?
    private var isItalic = false
    private var hasMonospacedDigits = false

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
        public static let ultraLight = Weight(css: 100)
        public static let thin = Weight(css: 200)
        public static let light = Weight(css: 300)
        public static let regular = Weight(css: 400)
        public static let medium = Weight(css: 500)
        public static let semibold = Weight(css: 600)
        public static let bold = Weight(css: 700)
        public static let heavy = Weight(css: 800)
        public static let black = Weight(css: 900)
    }

    public static let largeTitle = Font(.style(.largeTitle))
    public static let title = Font(.style(.title))
    public static let title2 = Font(.style(.title2))
    public static let title3 = Font(.style(.title3))
    public static let headline = Font(.style(.headline))
    public static let subheadline = Font(.style(.subheadline))
    public static let body = Font(.style(.body))
    public static let callout = Font(.style(.callout))
    public static let footnote = Font(.style(.footnote))
    public static let caption = Font(.style(.caption))
    public static let caption2 = Font(.style(.caption2))

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(.size(size), weight: weight, design: design)
    }

    private func with(_ change: (inout Font) -> Void) -> Font {
        var font = self
        change(&font)
        return font
    }

    public func weight(_ weight: Weight) -> Font { with { $0.weight = weight } }
    public func bold() -> Font { with { $0.weight = .bold } }
    public func italic() -> Font { with { $0.isItalic = true } }
    public func monospaced() -> Font { with { $0.design = .monospaced } }
    public func monospacedDigit() -> Font { with { $0.hasMonospacedDigits = true } }

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
        if isItalic { css += "font-style:italic;" }
        if hasMonospacedDigits { css += "font-variant-numeric:tabular-nums;" }
        return css
    }
}
