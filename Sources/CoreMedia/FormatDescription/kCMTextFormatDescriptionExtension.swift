import FoundationExtras

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
