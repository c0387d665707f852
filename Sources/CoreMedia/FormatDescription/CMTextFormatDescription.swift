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
