import FoundationExtras

extension CMFormatDescription.Extensions {
    /// The value of an extension: a property list made by one of the functions below.
    public struct Value {
        /// The value as it stands in the dictionary of extensions.
        public var propertyListRepresentation: CFPropertyList

        /// Makes a value of any property list.
        public init(_ plist: CFPropertyList) {
            propertyListRepresentation = plist
        }

        /// A string.
        public static func string(_ value: CFString) -> Value { Value(value) }
        /// A string.
        public static func string(_ value: String) -> Value { Value(NSString(string: value)) }
        /// Bytes.
        public static func data(_ value: CFData) -> Value { Value(value) }
        /// A number.
        public static func number<T: Numeric>(_ value: T) -> Value { Value(object(value)) }
        /// How alpha is mixed into colours.
        public static func alphaChannelMode(_ alphaChannelMode: AlphaChannelMode) -> Value {
            Value(alphaChannelMode.rawValue)
        }
        /// Where chroma samples lie.
        public static func chromaLocation(_ chromaLocation: ChromaLocation) -> Value { Value(chromaLocation.rawValue) }
        /// The primaries of the colour space.
        public static func colorPrimaries(_ colorPrimaries: ColorPrimaries) -> Value { Value(colorPrimaries.rawValue) }
        /// The order of the fields.
        public static func fieldDetail(_ fieldDetail: FieldDetail) -> Value { Value(fieldDetail.rawValue) }
        /// The transfer function.
        public static func transferFunction(_ transferFunction: TransferFunction) -> Value {
            Value(transferFunction.rawValue)
        }
        /// The matrix from RGB to YCbCr.
        public static func yCbCrMatrix(_ yCbCrMatrix: YCbCrMatrix) -> Value { Value(yCbCrMatrix.rawValue) }
        /// Who made the compressor, in four characters.
        public static func vendor(_ fourCC: String) -> Value { Value(NSString(string: fourCC)) }
        /// Who made the compressor.
        public static func vendor(_ vendor: Vendor) -> Value { Value(vendor.rawValue) }

        /// The shape of a pixel.
        public static func pixelAspectRatio<Horizontal: Numeric, Vertical: Numeric>(
            horizontalSpacing: Horizontal,
            verticalSpacing: Vertical
        ) -> Value {
            dictionary([
                (kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing, object(horizontalSpacing)),
                (kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing, object(verticalSpacing)),
            ])
        }

        /// The part of the picture to be shown; offsets are from centre to centre, in pixels.
        public static func cleanAperture<Width: Numeric, Height: Numeric, Horizontal: Numeric, Vertical: Numeric>(
            width: Width,
            height: Height,
            horizontalOffet: Horizontal,
            verticalOffset: Vertical
        ) -> Value {
            dictionary([
                (kCMFormatDescriptionKey_CleanApertureWidth, object(width)),
                (kCMFormatDescriptionKey_CleanApertureHeight, object(height)),
                (kCMFormatDescriptionKey_CleanApertureHorizontalOffset, object(horizontalOffet)),
                (kCMFormatDescriptionKey_CleanApertureVerticalOffset, object(verticalOffset)),
            ])
        }

        /// The part of the picture to be shown, in exact fractions of pixels.
        public static func cleanAperture(
            width: (numerator: Int, denominator: Int),
            height: (numerator: Int, denominator: Int),
            horizontalOffet: (numerator: Int, denominator: Int),
            verticalOffset: (numerator: Int, denominator: Int)
        ) -> Value {
            dictionary([
                (kCMFormatDescriptionKey_CleanApertureWidthRational, pair(width)),
                (kCMFormatDescriptionKey_CleanApertureHeightRational, pair(height)),
                (kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational, pair(horizontalOffet)),
                (kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational, pair(verticalOffset)),
            ])
        }

        /// The name of a time code's source, with a QuickTime language code.
        public static func sourceReferenceName(value: String, langCode: Int) -> Value {
            dictionary([
                (kCMTimeCodeFormatDescriptionKey_Value, NSString(string: value)),
                (kCMTimeCodeFormatDescriptionKey_LangCode, NSNumber(value: langCode)),
            ])
        }

        private static func dictionary(_ entries: [(CFString, AnyObject)]) -> Value {
            Value(NSDictionary(objects: entries.map(\.1), forKeys: entries.map(\.0)))
        }

        private static func pair(_ fraction: (numerator: Int, denominator: Int)) -> AnyObject {
            NSArray(array: [NSNumber(value: fraction.numerator), NSNumber(value: fraction.denominator)])
        }

        private static func object<Number: Numeric>(_ number: Number) -> AnyObject {
            // Only Foundation knows how to put each of Swift's number types into an NSNumber.
            number as AnyObject
        }
    }
}

extension CMFormatDescription.Extensions.Value {
    /// How alpha is mixed into colours.
    // @unchecked: values are immutable strings.
    public struct AlphaChannelMode: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha`.
        public static let premultipliedAlpha = AlphaChannelMode(
            rawValue: kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha
        )
        /// `kCMFormatDescriptionAlphaChannelMode_StraightAlpha`.
        public static let straightAlpha = AlphaChannelMode(rawValue: kCMFormatDescriptionAlphaChannelMode_StraightAlpha)
    }

    /// Where chroma samples lie.
    // @unchecked: values are immutable strings.
    public struct ChromaLocation: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionChromaLocation_Bottom`.
        public static let bottom = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Bottom)
        /// `kCMFormatDescriptionChromaLocation_BottomLeft`.
        public static let bottomLeft = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_BottomLeft)
        /// `kCMFormatDescriptionChromaLocation_Center`.
        public static let center = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Center)
        /// `kCMFormatDescriptionChromaLocation_DV420`.
        public static let dv420 = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_DV420)
        /// `kCMFormatDescriptionChromaLocation_Left`.
        public static let left = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Left)
        /// `kCMFormatDescriptionChromaLocation_Top`.
        public static let top = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Top)
        /// `kCMFormatDescriptionChromaLocation_TopLeft`.
        public static let topLeft = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_TopLeft)
    }

    /// The primaries of the colour space.
    // @unchecked: values are immutable strings.
    public struct ColorPrimaries: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionColorPrimaries_DCI_P3`.
        public static let dci_P3 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_DCI_P3)
        /// `kCMFormatDescriptionColorPrimaries_EBU_3213`.
        public static let ebu_3213 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_EBU_3213)
        /// `kCMFormatDescriptionColorPrimaries_ITU_R_2020`.
        public static let itu_R_2020 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_2020)
        /// `kCMFormatDescriptionColorPrimaries_ITU_R_709_2`.
        public static let itu_R_709_2 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
        /// `kCMFormatDescriptionColorPrimaries_P22`.
        public static let p22 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_P22)
        /// `kCMFormatDescriptionColorPrimaries_P3_D65`.
        public static let p3_D65 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_P3_D65)
        /// `kCMFormatDescriptionColorPrimaries_SMPTE_C`.
        public static let smpte_C = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_SMPTE_C)
    }

    /// The order of the fields.
    // @unchecked: values are immutable strings.
    public struct FieldDetail: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly`.
        public static let spatialFirstLineEarly = FieldDetail(
            rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly
        )
        /// `kCMFormatDescriptionFieldDetail_SpatialFirstLineLate`.
        public static let spatialFirstLineLate = FieldDetail(
            rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineLate
        )
        /// `kCMFormatDescriptionFieldDetail_TemporalBottomFirst`.
        public static let temporalBottomFirst = FieldDetail(
            rawValue: kCMFormatDescriptionFieldDetail_TemporalBottomFirst
        )
        /// `kCMFormatDescriptionFieldDetail_TemporalTopFirst`.
        public static let temporalTopFirst = FieldDetail(rawValue: kCMFormatDescriptionFieldDetail_TemporalTopFirst)
    }

    /// The transfer function.
    // @unchecked: values are immutable strings.
    public struct TransferFunction: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionTransferFunction_ITU_R_2020`.
        public static let itu_R_2020 = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2020)
        /// `kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG`.
        public static let itu_R_2100_HLG = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG
        )
        /// `kCMFormatDescriptionTransferFunction_ITU_R_709_2`.
        public static let itu_R_709_2 = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_709_2)
        /// `kCMFormatDescriptionTransferFunction_Linear`.
        public static let linear = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_Linear)
        /// `kCMFormatDescriptionTransferFunction_SMPTE_240M_1995`.
        public static let smpte_240M_1995 = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_SMPTE_240M_1995
        )
        /// `kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ`.
        public static let smpte_ST_2084_PQ = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ
        )
        /// `kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1`.
        public static let smpte_ST_428_1 = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1
        )
        /// `kCMFormatDescriptionTransferFunction_sRGB`.
        public static let sRGB = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_sRGB)
        /// `kCMFormatDescriptionTransferFunction_UseGamma`.
        public static let useGamma = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_UseGamma)
    }

    /// Who made the compressor.
    // @unchecked: values are immutable strings.
    public struct Vendor: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionVendor_Apple`.
        public static let apple = Vendor(rawValue: kCMFormatDescriptionVendor_Apple)
    }

    /// The matrix from RGB to YCbCr.
    // @unchecked: values are immutable strings.
    public struct YCbCrMatrix: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionYCbCrMatrix_ITU_R_2020`.
        public static let itu_R_2020 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_2020)
        /// `kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4`.
        public static let itu_R_601_4 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
        /// `kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2`.
        public static let itu_R_709_2 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
        /// `kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995`.
        public static let smpted_240M_1995 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
    }
}

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
