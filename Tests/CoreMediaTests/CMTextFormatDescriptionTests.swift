import CoreMedia
import Testing

@Suite("Descriptions of text")
struct CMTextFormatDescriptionTests {
    private typealias Value = CMFormatDescription.Extensions.Value

    private func make(_ type: CMTextFormatType, _ extensions: CMFormatDescription.Extensions) throws
        -> CMFormatDescription
    {
        try describe(kCMMediaType_Text, type, extensions)
    }

    private func describe(
        _ media: CMMediaType,
        _ type: FourCharCode,
        _ extensions: CMFormatDescription.Extensions
    ) throws -> CMFormatDescription {
        let table = NSMutableDictionary()
        for (key, value) in extensions { table.setObject(value.propertyListRepresentation, forKey: key.rawValue) }
        var made: CMFormatDescription?
        let status = CMFormatDescriptionCreate(
            allocator: nil,
            mediaType: media,
            mediaSubType: type,
            extensions: table,
            formatDescriptionOut: &made
        )
        #expect(status == noErr)
        return try #require(made)
    }

    @Test("What 3GPP text is told, it tells")
    func mobile() throws {
        let color = Value.mobile3GPPTextColor(red: 1, green: 0.2, blue: 0, alpha: 2)
        let format = try make(
            kCMTextFormatType_3GText,
            [
                .displayFlags: .textDisplayFlags([.scrollIn, .scrollDirection_topToBottom, .allSubtitlesForced]),
                .horizontalJustification: .textJustification(.centered),
                .verticalJustification: .textJustification(.bottom),
                .defaultTextBox: .textRect(top: 10, left: 20, bottom: 40, right: 120),
                .fontTable: .fontTable([1: "Serif", 7: "Mono"]),
                .defaultStyle: .mobile3GPPTextDefaultStyle(
                    startChar: 0,
                    endChar: 0,
                    localFontID: 7,
                    fontFace: [.bold, .underline],
                    fontSize: 18,
                    foregroundColor: color
                ),
            ]
        )
        let flags = try format.displayFlags()
        #expect(flags == [.scrollIn, .scrollDirection_topToBottom, .allSubtitlesForced])
        #expect(flags.scrollDirection == .scrollDirection_topToBottom)
        let place = try format.justification()
        #expect(place.horizontal == .centered && place.vertical == .bottom)
        let fromAbove = try format.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 240)
        #expect(fromAbove == CGRect(x: 20, y: 10, width: 100, height: 30))
        let fromBelow = try format.defaultTextBox(originIsAtTopLeft: false, heightOfTextTrack: 240)
        #expect(fromBelow == CGRect(x: 20, y: 200, width: 100, height: 30))
        let style = try format.defaultStyle()
        #expect(style.localFontID == 7 && style.bold && !style.italic && style.underline && style.fontSize == 18)
        #expect(style.colorComponents == [1, 0.2, 0, 1])
        #expect(try format.fontName(localFontID: 7) == "Mono")
        #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.fontName(localFontID: 2) }
    }

    @Test("QuickTime's text has colors of 16 bits, one font, and says for both directions where it stands")
    func quickTime() throws {
        let format = try make(
            kCMTextFormatType_QTText,
            [
                .textJustification: .textJustification(.right),
                .defaultStyle: .qtTextDefaultStyle(
                    startChar: 0,
                    height: 14,
                    ascent: 11,
                    localFontID: 3,
                    fontFace: .italic,
                    fontSize: 12,
                    foregroundColor: .qtTextColor(red: 0, green: 0.5, blue: 1, alpha: 1),
                    defaultFontName: "Helvetica"
                ),
            ]
        )
        let place = try format.justification()
        #expect(place.horizontal == .right && place.vertical == .top)
        let style = try format.defaultStyle()
        #expect(style.italic && !style.bold && !style.underline && style.localFontID == 3)
        #expect(zip(style.colorComponents, [0, 0.5, 1, 1]).allSatisfy { abs($0 - $1) < 0.001 })
        #expect(try format.fontName(localFontID: 3) == "Helvetica")
        #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.displayFlags() }
    }

    @Test("The functions of C answer with a status")
    func functions() throws {
        let format = try make(
            kCMTextFormatType_3GText,
            [
                .displayFlags: .textDisplayFlags([.continuousKaraoke]),
                .defaultTextBox: .textRect(top: 1, left: 2, bottom: 3, right: 4),
                .fontTable: .fontTable([1: "Serif"]),
            ]
        )
        var flags: CMTextDisplayFlags = 0
        #expect(CMTextFormatDescriptionGetDisplayFlags(format, displayFlagsOut: &flags) == noErr)
        #expect(flags == kCMTextDisplayFlag_continuousKaraoke)
        var box = CGRect.zero
        let status = CMTextFormatDescriptionGetDefaultTextBox(
            format,
            originIsAtTopLeft: true,
            heightOfTextTrack: 10,
            defaultTextBoxOut: &box
        )
        #expect(status == noErr && box == CGRect(x: 2, y: 1, width: 2, height: 2))
        var name: CFString?
        #expect(CMTextFormatDescriptionGetFontName(format, localFontID: 1, fontNameOut: &name) == noErr)
        #expect(name == "Serif")
        let refusal = kCMFormatDescriptionError_ValueNotAvailable
        #expect(CMTextFormatDescriptionGetFontName(format, localFontID: 9, fontNameOut: &name) == refusal)
        var horizontal = kCMTextJustification_centered
        #expect(
            CMTextFormatDescriptionGetJustification(format, horizontalOut: &horizontal, verticalOut: nil) == refusal
        )
    }

    @Test("What is no text says nothing of text")
    func video() throws {
        let flags: CMFormatDescription.Extensions = [.displayFlags: .textDisplayFlags([.scrollIn])]
        let format = try describe(kCMMediaType_Video, kCMVideoCodecType_H264, flags)
        #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.displayFlags() }
    }
}
