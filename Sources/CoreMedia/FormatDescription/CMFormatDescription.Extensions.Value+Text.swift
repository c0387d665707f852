import FoundationExtras

extension CMFormatDescription.Extensions.Value {
    /// How the letters of a text look.
    public struct FontFace: OptionSet, Hashable, Sendable {
        /// The bits as they stand in the extensions. UNKNOWN which type Apple's has.
        public let rawValue: Int8

        /// Makes a value from the bits.
        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// Bold.
        public static let bold = FontFace(rawValue: 1)
        /// Italic.
        public static let italic = FontFace(rawValue: 2)
        /// Underlined.
        public static let underline = FontFace(rawValue: 4)
        /// Bold, italic and underlined.
        public static let all: FontFace = [.bold, .italic, .underline]
    }

    /// How a text appears.
    public struct TextDisplayFlags: OptionSet, Hashable, Sendable {
        /// The bits as they stand in the extensions.
        public let rawValue: CMTextDisplayFlags

        /// Makes flags from the bits.
        public init(rawValue: CMTextDisplayFlags) {
            self.rawValue = rawValue
        }

        /// The bits that tell where it scrolls to.
        public var scrollDirection: TextDisplayFlags { intersection(.scrollDirectionMask) }

        /// The text scrolls in.
        public static let scrollIn = TextDisplayFlags(rawValue: kCMTextDisplayFlag_scrollIn)
        /// The text scrolls out.
        public static let scrollOut = TextDisplayFlags(rawValue: kCMTextDisplayFlag_scrollOut)
        /// The two bits that tell where it scrolls to.
        public static let scrollDirectionMask = TextDisplayFlags(rawValue: kCMTextDisplayFlag_scrollDirectionMask)
        /// It scrolls upwards.
        public static let scrollDirection_bottomToTop = TextDisplayFlags(
            rawValue: kCMTextDisplayFlag_scrollDirection_bottomToTop
        )
        /// It scrolls to the left.
        public static let scrollDirection_rightToLeft = TextDisplayFlags(
            rawValue: kCMTextDisplayFlag_scrollDirection_rightToLeft
        )
        /// It scrolls downwards.
        public static let scrollDirection_topToBottom = TextDisplayFlags(
            rawValue: kCMTextDisplayFlag_scrollDirection_topToBottom
        )
        /// It scrolls to the right.
        public static let scrollDirection_leftToRight = TextDisplayFlags(
            rawValue: kCMTextDisplayFlag_scrollDirection_leftToRight
        )
        /// What has been sung stays marked.
        public static let continuousKaraoke = TextDisplayFlags(rawValue: kCMTextDisplayFlag_continuousKaraoke)
        /// The text is written from top to bottom.
        public static let writeTextVertically = TextDisplayFlags(rawValue: kCMTextDisplayFlag_writeTextVertically)
        /// The background fills the whole region.
        public static let fillTextRegion = TextDisplayFlags(rawValue: kCMTextDisplayFlag_fillTextRegion)
        /// Subtitles keep their own formatting.
        public static let obeySubtitleFormatting = TextDisplayFlags(rawValue: kCMTextDisplayFlag_obeySubtitleFormatting)
        /// There are subtitles that must be shown.
        public static let forcedSubtitlesPresent = TextDisplayFlags(rawValue: kCMTextDisplayFlag_forcedSubtitlesPresent)
        /// All subtitles must be shown.
        public static let allSubtitlesForced = TextDisplayFlags(rawValue: kCMTextDisplayFlag_allSubtitlesForced)
    }

    /// Where a text stands within its box.
    public struct TextJustification: RawRepresentable, Hashable, Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CMTextJustificationValue

        /// Makes a value.
        public init(rawValue: CMTextJustificationValue) {
            self.rawValue = rawValue
        }

        /// At the left; the same as ``top``.
        public static let left = TextJustification(rawValue: kCMTextJustification_left_top)
        /// At the top; the same as ``left``.
        public static let top = TextJustification(rawValue: kCMTextJustification_left_top)
        /// In the middle.
        public static let centered = TextJustification(rawValue: kCMTextJustification_centered)
        /// At the right; the same as ``bottom``.
        public static let right = TextJustification(rawValue: kCMTextJustification_bottom_right)
        /// At the bottom; the same as ``right``.
        public static let bottom = TextJustification(rawValue: kCMTextJustification_bottom_right)
    }

    /// How a text appears.
    public static func textDisplayFlags(_ textDisplayFlags: Set<TextDisplayFlags>) -> Self {
        Self(NSNumber(value: textDisplayFlags.reduce(into: TextDisplayFlags()) { $0.formUnion($1) }.rawValue))
    }

    /// Where a text stands within its box.
    public static func textJustification(_ textJustification: TextJustification) -> Self {
        Self(NSNumber(value: textJustification.rawValue))
    }

    /// The names of fonts by their local IDs, for 3GPP text.
    public static func fontTable(_ fontTable: [Int: String]) -> Self {
        let table = NSMutableDictionary()
        // UNKNOWN: whether Apple's keys are numbers or, as property lists want them, strings.
        for (number, name) in fontTable {
            table.setObject(NSString(string: name), forKey: NSString(string: "\(number)"))
        }
        return Self(table)
    }

    /// A box for text, in pixels.
    public static func textRect(top: Int, left: Int, bottom: Int, right: Int) -> Self {
        textDictionary([
            (kCMTextFormatDescriptionRect_Top, NSNumber(value: top)),
            (kCMTextFormatDescriptionRect_Left, NSNumber(value: left)),
            (kCMTextFormatDescriptionRect_Bottom, NSNumber(value: bottom)),
            (kCMTextFormatDescriptionRect_Right, NSNumber(value: right)),
        ])
    }

    /// A color of 3GPP text, of components from 0 to 1.
    public static func mobile3GPPTextColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
        color([red, green, blue, alpha], largest: TextColorRange.mobile3GPP)
    }

    /// A color of QuickTime's text, of components from 0 to 1.
    public static func qtTextColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
        color([red, green, blue, alpha], largest: TextColorRange.quickTime)
    }

    /// The style of 3GPP text that has none of its own.
    ///
    /// - Parameter foregroundColor: made with ``mobile3GPPTextColor(red:green:blue:alpha:)``.
    public static func mobile3GPPTextDefaultStyle(
        startChar: Int,
        endChar: Int,
        localFontID: Int,
        fontFace: FontFace,
        fontSize: Int,
        foregroundColor: Self
    ) -> Self {
        textDictionary([
            (kCMTextFormatDescriptionStyle_StartChar, NSNumber(value: startChar)),
            (kCMTextFormatDescriptionStyle_EndChar, NSNumber(value: endChar)),
            (kCMTextFormatDescriptionStyle_Font, NSNumber(value: localFontID)),
            (kCMTextFormatDescriptionStyle_FontFace, NSNumber(value: fontFace.rawValue)),
            (kCMTextFormatDescriptionStyle_FontSize, NSNumber(value: fontSize)),
            (kCMTextFormatDescriptionStyle_ForegroundColor, foregroundColor.propertyListRepresentation),
        ])
    }

    /// The style of QuickTime's text that has none of its own.
    ///
    /// - Parameters:
    ///   - foregroundColor: made with ``qtTextColor(red:green:blue:alpha:)``.
    ///   - defaultFontName: the font's name, if it is known. UNKNOWN where Apple puts it; here it stands in the style.
    public static func qtTextDefaultStyle(
        startChar: Int,
        height: Int,
        ascent: Int,
        localFontID: Int,
        fontFace: FontFace,
        fontSize: Int,
        foregroundColor: Self,
        defaultFontName: String?
    ) -> Self {
        var entries: [(CFString, AnyObject)] = [
            (kCMTextFormatDescriptionStyle_StartChar, NSNumber(value: startChar)),
            (kCMTextFormatDescriptionStyle_Height, NSNumber(value: height)),
            (kCMTextFormatDescriptionStyle_Ascent, NSNumber(value: ascent)),
            (kCMTextFormatDescriptionStyle_Font, NSNumber(value: localFontID)),
            (kCMTextFormatDescriptionStyle_FontFace, NSNumber(value: fontFace.rawValue)),
            (kCMTextFormatDescriptionStyle_FontSize, NSNumber(value: fontSize)),
            (kCMTextFormatDescriptionStyle_ForegroundColor, foregroundColor.propertyListRepresentation),
        ]
        if let name = defaultFontName {
            entries.append((kCMTextFormatDescriptionExtension_DefaultFontName, NSString(string: name)))
        }
        return textDictionary(entries)
    }

    private static func color(_ components: [CGFloat], largest: Double) -> Self {
        textDictionary(
            zip(TextColorRange.keys, components).map { key, component in
                (key, NSNumber(value: Int((min(max(Double(component), 0), 1) * largest).rounded())))
            }
        )
    }

    private static func textDictionary(_ entries: [(CFString, AnyObject)]) -> Self {
        Self(NSDictionary(objects: entries.map(\.1), forKeys: entries.map(\.0)))
    }
}

/// How colors of text are written.
enum TextColorRange {
    static let mobile3GPP = 255.0
    static let quickTime = 65_535.0

    static var keys: [CFString] {
        [
            kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green,
            kCMTextFormatDescriptionColor_Blue, kCMTextFormatDescriptionColor_Alpha,
        ]
    }
}
