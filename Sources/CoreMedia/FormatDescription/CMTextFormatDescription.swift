import FoundationExtras

/// How a text appears.
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` for formats that do not say.
@discardableResult
public func CMTextFormatDescriptionGetDisplayFlags(
    _ desc: CMFormatDescription,
    displayFlagsOut: UnsafeMutablePointer<CMTextDisplayFlags>
) -> OSStatus {
    status { displayFlagsOut.pointee = try desc.displayFlags().rawValue }
}

/// Where a text stands within its box.
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` for formats that do not say.
@discardableResult
public func CMTextFormatDescriptionGetJustification(
    _ desc: CMFormatDescription,
    horizontalOut horizontaJustificationlOut: UnsafeMutablePointer<CMTextJustificationValue>?,
    verticalOut verticalJustificationOut: UnsafeMutablePointer<CMTextJustificationValue>?
) -> OSStatus {
    status {
        let found = try desc.justification()
        horizontaJustificationlOut?.pointee = found.horizontal.rawValue
        verticalJustificationOut?.pointee = found.vertical.rawValue
    }
}

/// The box of a text that has none of its own.
///
/// - Parameters:
///   - originIsAtTopLeft: whether places are counted from the upper left corner, and not from the lower.
///   - heightOfTextTrack: the track's height, which is needed to count from below.
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` for formats that do not say.
@discardableResult
public func CMTextFormatDescriptionGetDefaultTextBox(
    _ desc: CMFormatDescription,
    originIsAtTopLeft: Bool,
    heightOfTextTrack: CGFloat,
    defaultTextBoxOut: UnsafeMutablePointer<CGRect>
) -> OSStatus {
    status {
        defaultTextBoxOut.pointee = try desc.defaultTextBox(
            originIsAtTopLeft: originIsAtTopLeft,
            heightOfTextTrack: heightOfTextTrack
        )
    }
}

/// The name of a font that a text's styles mention.
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` for formats that do not say.
@discardableResult
public func CMTextFormatDescriptionGetFontName(
    _ desc: CMFormatDescription,
    localFontID: UInt16,
    fontNameOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    status { fontNameOut.pointee = NSString(string: try desc.fontName(localFontID: Int(localFontID))) }
}

private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch {
        return OSStatus((error as NSError).code)
    }
}

extension CMFormatDescription {
    /// How a text appears.
    ///
    /// - Throws: ``Error/valueNotAvailable`` for formats that do not say.
    public func displayFlags() throws -> Extensions.Value.TextDisplayFlags {
        let flags: NSNumber = try textValue(kCMTextFormatDescriptionExtension_DisplayFlags)
        return .init(rawValue: CMTextDisplayFlags(truncatingIfNeeded: flags.int64Value))
    }

    /// Where a text stands within its box. QuickTime's text says it for both directions at once. UNKNOWN what Apple tells of the
    /// vertical one then; here, the top.
    ///
    /// - Throws: ``Error/valueNotAvailable`` for formats that do not say.
    public func justification() throws -> (
        horizontal: Extensions.Value.TextJustification, vertical: Extensions.Value.TextJustification
    ) {
        func value(_ key: CFString) throws -> Extensions.Value.TextJustification {
            .init(rawValue: try (textValue(key) as NSNumber).int8Value)
        }
        if subTypeCode == kCMTextFormatType_QTText {
            return (try value(kCMTextFormatDescriptionExtension_TextJustification), .top)
        }
        return (
            try value(kCMTextFormatDescriptionExtension_HorizontalJustification),
            try value(kCMTextFormatDescriptionExtension_VerticalJustification)
        )
    }

    /// The box of a text that has none of its own.
    ///
    /// - Parameters:
    ///   - originIsAtTopLeft: whether places are counted from the upper left corner, and not from the lower.
    ///   - heightOfTextTrack: the track's height, which is needed to count from below.
    /// - Throws: ``Error/valueNotAvailable`` for formats that do not say.
    public func defaultTextBox(originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat) throws -> CGRect {
        let box: NSDictionary = try textValue(kCMTextFormatDescriptionExtension_DefaultTextBox)
        func edge(_ key: CFString) throws -> Double { try (Self.textValue(key, in: box) as NSNumber).doubleValue }
        let (top, left) = (try edge(kCMTextFormatDescriptionRect_Top), try edge(kCMTextFormatDescriptionRect_Left))
        let bottom = try edge(kCMTextFormatDescriptionRect_Bottom)
        let right = try edge(kCMTextFormatDescriptionRect_Right)
        let y = originIsAtTopLeft ? top : Double(heightOfTextTrack) - bottom
        return CGRect(x: left, y: y, width: right - left, height: bottom - top)
    }

    /// The style of a text that has none of its own; the color's components are red, green, blue and opacity, from 0 to 1.
    ///
    /// - Throws: ``Error/valueNotAvailable`` for formats that do not say.
    public func defaultStyle() throws -> (
        localFontID: Int, bold: Bool, italic: Bool, underline: Bool, fontSize: CGFloat, colorComponents: [CGFloat]
    ) {
        let style: NSDictionary = try textValue(kCMTextFormatDescriptionExtension_DefaultStyle)
        func number(_ key: CFString) throws -> NSNumber { try Self.textValue(key, in: style) }
        let face = Extensions.Value.FontFace(
            rawValue: try number(kCMTextFormatDescriptionStyle_FontFace).int8Value
        )
        let color: NSDictionary = try Self.textValue(kCMTextFormatDescriptionStyle_ForegroundColor, in: style)
        let isQuickTime = subTypeCode == kCMTextFormatType_QTText
        let largest = isQuickTime ? TextColorRange.quickTime : TextColorRange.mobile3GPP
        let components = try TextColorRange.keys.map { key in
            CGFloat(try (Self.textValue(key, in: color) as NSNumber).doubleValue / largest)
        }
        return (
            localFontID: try number(kCMTextFormatDescriptionStyle_Font).intValue,
            bold: face.contains(.bold), italic: face.contains(.italic), underline: face.contains(.underline),
            fontSize: CGFloat(try number(kCMTextFormatDescriptionStyle_FontSize).doubleValue),
            colorComponents: components
        )
    }

    /// The name of a font that a text's styles mention. QuickTime's text has one font, whatever the number.
    ///
    /// - Throws: ``Error/valueNotAvailable`` for a number that the format does not know.
    public func fontName(localFontID: Int) throws -> String {
        guard subTypeCode == kCMTextFormatType_QTText else {
            let table: NSDictionary = try textValue(kCMTextFormatDescriptionExtension_FontTable)
            return "\(try Self.textValue(NSString(string: "\(localFontID)"), in: table) as NSString)"
        }
        let key = kCMTextFormatDescriptionExtension_DefaultFontName
        if let name: NSString = try? textValue(key) { return "\(name)" }
        let style: NSDictionary = try textValue(kCMTextFormatDescriptionExtension_DefaultStyle)
        return "\(try Self.textValue(key, in: style) as NSString)"
    }

    private func textValue<Value: NSObject>(_ key: CFString) throws -> Value {
        guard mediaTypeCode == kCMMediaType_Text || mediaTypeCode == kCMMediaType_Subtitle,
            let value = CMFormatDescriptionGetExtension(self, extensionKey: key) as? Value
        else { throw Error.valueNotAvailable }
        return value
    }

    private static func textValue<Value: NSObject>(_ key: CFString, in table: NSDictionary) throws -> Value {
        guard let value = table.object(forKey: key) as? Value else { throw Error.valueNotAvailable }
        return value
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class. UNKNOWN: the strings; Apple publishes the names only.

/// A description of text.
public typealias CMTextFormatDescription = CMFormatDescription
/// The coding of text, as four characters.
public typealias CMTextFormatType = FourCharCode
/// How text appears: `kCMTextDisplayFlag_...` bits.
public typealias CMTextDisplayFlags = UInt32
/// Where text stands: `kCMTextJustification_...`.
public typealias CMTextJustificationValue = Int8

/// Text format: that of QuickTime (`text`).
public let kCMTextFormatType_QTText: CMTextFormatType = 0x7465_7874
/// Text format: 3GPP timed text (`tx3g`).
public let kCMTextFormatType_3GText: CMTextFormatType = 0x7478_3367

/// Text display flag: the text scrolls in.
public let kCMTextDisplayFlag_scrollIn: CMTextDisplayFlags = 0x20
/// Text display flag: the text scrolls out.
public let kCMTextDisplayFlag_scrollOut: CMTextDisplayFlags = 0x40
/// Text display flag: the two bits that tell where it scrolls to.
public let kCMTextDisplayFlag_scrollDirectionMask: CMTextDisplayFlags = 0x180
/// Text display flag: it scrolls upwards.
public let kCMTextDisplayFlag_scrollDirection_bottomToTop: CMTextDisplayFlags = 0
/// Text display flag: it scrolls to the left.
public let kCMTextDisplayFlag_scrollDirection_rightToLeft: CMTextDisplayFlags = 0x80
/// Text display flag: it scrolls downwards.
public let kCMTextDisplayFlag_scrollDirection_topToBottom: CMTextDisplayFlags = 0x100
/// Text display flag: it scrolls to the right.
public let kCMTextDisplayFlag_scrollDirection_leftToRight: CMTextDisplayFlags = 0x180
/// Text display flag: what has been sung stays marked.
public let kCMTextDisplayFlag_continuousKaraoke: CMTextDisplayFlags = 0x800
/// Text display flag: the text is written from top to bottom.
public let kCMTextDisplayFlag_writeTextVertically: CMTextDisplayFlags = 0x2_0000
/// Text display flag: the background fills the whole region.
public let kCMTextDisplayFlag_fillTextRegion: CMTextDisplayFlags = 0x4_0000
/// Text display flag: subtitles keep their own formatting.
public let kCMTextDisplayFlag_obeySubtitleFormatting: CMTextDisplayFlags = 0x2000_0000
/// Text display flag: there are subtitles that must be shown.
public let kCMTextDisplayFlag_forcedSubtitlesPresent: CMTextDisplayFlags = 0x4000_0000
/// Text display flag: all subtitles must be shown.
public let kCMTextDisplayFlag_allSubtitlesForced: CMTextDisplayFlags = 0x8000_0000

/// Text justification: left, or at the top.
public let kCMTextJustification_left_top: CMTextJustificationValue = 0
/// Text justification: in the middle.
public let kCMTextJustification_centered: CMTextJustificationValue = 1
/// Text justification: right, or at the bottom.
public let kCMTextJustification_bottom_right: CMTextJustificationValue = -1

/// Key of a text's color: red, up to 255 for 3GPP text and to 65,535 for QuickTime's.
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Red: CFString = "Red"
/// Key of a text's color: green.
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Green: CFString = "Green"
/// Key of a text's color: blue.
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Blue: CFString = "Blue"
/// Key of a text's color: opacity.
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Alpha: CFString = "Alpha"
/// Key of a text's rectangle: the upper edge.
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Top: CFString = "Top"
/// Key of a text's rectangle: the left edge.
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Left: CFString = "Left"
/// Key of a text's rectangle: the lower edge.
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Bottom: CFString = "Bottom"
/// Key of a text's rectangle: the right edge.
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Right: CFString = "Right"
/// Key of a text's style: the first character that it is for.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_StartChar: CFString = "StartChar"
/// Key of a text's style: the last character that it is for; 3GPP text only.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_EndChar: CFString = "EndChar"
/// Key of a text's style: the font's local ID.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_Font: CFString = "Font"
/// Key of a text's style: bold (1), italic (2) and underlined (4).
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_FontFace: CFString = "FontFace"
/// Key of a text's style: the size in points.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_FontSize: CFString = "FontSize"
/// Key of a text's style: a dictionary of a color.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_ForegroundColor: CFString = "ForegroundColor"
/// Key of a text's style: the line's height; QuickTime's text only.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_Height: CFString = "Height"
/// Key of a text's style: the font's ascent; QuickTime's text only.
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_Ascent: CFString = "Ascent"

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Extension key of text formats: background color.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_BackgroundColor: CFString = "BackgroundColor"
/// Extension key of text formats: default font name.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DefaultFontName: CFString = "DefaultFontName"
/// Extension key of text formats: default style.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DefaultStyle: CFString = "DefaultStyle"
/// Extension key of text formats: default text box.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DefaultTextBox: CFString = "DefaultTextBox"
/// Extension key of text formats: display flags.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DisplayFlags: CFString = "DisplayFlags"
/// Extension key of text formats: font table.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_FontTable: CFString = "FontTable"
/// Extension key of text formats: horizontal justification.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_HorizontalJustification: CFString =
    "HorizontalJustification"
/// Extension key of text formats: text justification.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_TextJustification: CFString = "TextJustification"
/// Extension key of text formats: vertical justification.
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_VerticalJustification: CFString =
    "VerticalJustification"
