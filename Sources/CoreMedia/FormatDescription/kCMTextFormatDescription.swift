import FoundationExtras

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
