import CoreMedia
import Foundation
import FoundationExtras

/// How 3GPP timed text (`tx3g`, 3GPP TS 26.245) is shown where its samples do not say otherwise.
public struct TimedTextDescription: Sendable, Hashable {
    /// A colour: red, green, blue, and how much it covers.
    public struct Color: Sendable, Hashable {
        public var red, green, blue, alpha: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }

        public static let white = Color(red: 255, green: 255, blue: 255, alpha: 255)
        public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

        public var bytes: Data { Data([red, green, blue, alpha]) }
    }

    /// The size of the region that the text is in, which is that of the pictures.
    public var width: Int16
    public var height: Int16
    /// In pixels.
    public var fontSize: UInt8
    public var textColor = Color.white
    public var background = Color.clear

    /// Text at the lower edge of pictures, in the middle, in white letters.
    ///
    /// - Parameters:
    ///   - width: of the pictures.
    ///   - height: of the pictures.
    public init(width: Int, height: Int) {
        self.width = Int16(clamping: max(0, width))
        self.height = Int16(clamping: max(0, height))
        fontSize = UInt8(clamping: max(10, height / Self.linesPerFrame))
    }

    /// How many lines of text would fill the pictures.
    private static let linesPerFrame = 18
    /// The number of the one font.
    public static let font: UInt16 = 1
    private static let fontName = "Sans-Serif"
    /// The length of the numbers before the table of fonts.
    private static let fixedLength = 30

    // MARK: In files

    /// What stands in a sample description.
    var content: Data {
        var content = MovieBoxes.bytes(UInt32(0))
        // In the middle, and at the lower edge.
        content += Data([1, 0xff]) + background.bytes
        content += Self.bytes(0) + Self.bytes(0) + Self.bytes(UInt16(height)) + Self.bytes(UInt16(width))
        content += Self.bytes(0) + Self.bytes(0) + Self.bytes(Self.font) + Data([0, fontSize]) + textColor.bytes
        let name = Data([UInt8(Self.fontName.utf8.count)]) + Data(Self.fontName.utf8)
        return content + MovieBoxes.box("ftab", Self.bytes(1) + Self.bytes(Self.font) + name)
    }

    /// Reads what stands in a sample description; nil if it is too short.
    public init?(content: Data) {
        let content = [UInt8](content)
        guard content.count >= Self.fixedLength else { return nil }
        func number(_ place: Int) -> Int16 {
            Int16(bitPattern: UInt16(content[place]) << 8 | UInt16(content[place + 1]))
        }
        func color(_ place: Int) -> Color {
            Color(red: content[place], green: content[place + 1], blue: content[place + 2], alpha: content[place + 3])
        }
        background = color(6)
        height = Int16(clamping: max(0, Int(number(14)) - Int(number(10))))
        width = Int16(clamping: max(0, Int(number(16)) - Int(number(12))))
        fontSize = content[25]
        textColor = color(26)
    }

    private static func bytes(_ number: UInt16) -> Data { Data([UInt8(number >> 8), UInt8(number & 0xff)]) }

    // MARK: As Core Media's

    /// A format of text that is shown like this.
    ///
    /// - Parameter mediaType: of text or of subtitles.
    public func format(_ mediaType: CMFormatDescription.MediaType) -> CMFormatDescription? {
        let extensions: NSDictionary = [
            kCMTextFormatDescriptionExtension_DisplayFlags: NSNumber(value: 0),
            kCMTextFormatDescriptionExtension_HorizontalJustification:
                NSNumber(value: kCMTextJustification_centered),
            kCMTextFormatDescriptionExtension_VerticalJustification:
                NSNumber(value: kCMTextJustification_bottom_right),
            kCMTextFormatDescriptionExtension_BackgroundColor: Self.dictionary(background),
            kCMTextFormatDescriptionExtension_DefaultTextBox: [
                kCMTextFormatDescriptionRect_Top: NSNumber(value: 0),
                kCMTextFormatDescriptionRect_Left: NSNumber(value: 0),
                kCMTextFormatDescriptionRect_Bottom: NSNumber(value: height),
                kCMTextFormatDescriptionRect_Right: NSNumber(value: width),
            ] as NSDictionary,
            kCMTextFormatDescriptionExtension_DefaultStyle: [
                kCMTextFormatDescriptionStyle_StartChar: NSNumber(value: 0),
                kCMTextFormatDescriptionStyle_EndChar: NSNumber(value: 0),
                kCMTextFormatDescriptionStyle_Font: NSNumber(value: Self.font),
                kCMTextFormatDescriptionStyle_FontFace: NSNumber(value: 0),
                kCMTextFormatDescriptionStyle_FontSize: NSNumber(value: fontSize),
                kCMTextFormatDescriptionStyle_ForegroundColor: Self.dictionary(textColor),
            ] as NSDictionary,
            kCMTextFormatDescriptionExtension_FontTable: [
                NSString(string: "\(Self.font)"): NSString(string: Self.fontName)
            ] as NSDictionary,
        ]
        var format: CMFormatDescription?
        CMFormatDescriptionCreate(
            allocator: nil,
            mediaType: mediaType.rawValue,
            mediaSubType: kCMTextFormatType_3GText,
            extensions: extensions,
            formatDescriptionOut: &format
        )
        return format
    }

    /// Reads what a format of such text says; nil for any other, and for one that does not say how large text is.
    public init?(_ format: CMFormatDescription) {
        guard format.mediaType == .text || format.mediaType == .subtitle,
            format.mediaSubType.rawValue == kCMTextFormatType_3GText,
            let style = Self.entry(kCMTextFormatDescriptionExtension_DefaultStyle, of: format),
            let size = style.object(forKey: kCMTextFormatDescriptionStyle_FontSize) as? NSNumber
        else { return nil }
        let box = Self.entry(kCMTextFormatDescriptionExtension_DefaultTextBox, of: format)
        func edge(_ key: CFString) -> Int { (box?.object(forKey: key) as? NSNumber)?.intValue ?? 0 }
        self.init(
            width: edge(kCMTextFormatDescriptionRect_Right) - edge(kCMTextFormatDescriptionRect_Left),
            height: edge(kCMTextFormatDescriptionRect_Bottom) - edge(kCMTextFormatDescriptionRect_Top)
        )
        fontSize = UInt8(clamping: size.intValue)
        textColor = Self.color(style.object(forKey: kCMTextFormatDescriptionStyle_ForegroundColor)) ?? .white
        let background = Self.entry(kCMTextFormatDescriptionExtension_BackgroundColor, of: format)
        self.background = Self.color(background) ?? .clear
    }

    private static func entry(_ key: CFString, of format: CMFormatDescription) -> NSDictionary? {
        CMFormatDescriptionGetExtension(format, extensionKey: key) as? NSDictionary
    }

    private static func dictionary(_ color: Color) -> NSDictionary {
        [
            kCMTextFormatDescriptionColor_Red: NSNumber(value: color.red),
            kCMTextFormatDescriptionColor_Green: NSNumber(value: color.green),
            kCMTextFormatDescriptionColor_Blue: NSNumber(value: color.blue),
            kCMTextFormatDescriptionColor_Alpha: NSNumber(value: color.alpha),
        ]
    }

    private static func color(_ object: Any?) -> Color? {
        guard let dictionary = object as? NSDictionary else { return nil }
        func part(_ key: CFString) -> UInt8 {
            UInt8(clamping: (dictionary.object(forKey: key) as? NSNumber)?.intValue ?? 255)
        }
        return Color(
            red: part(kCMTextFormatDescriptionColor_Red),
            green: part(kCMTextFormatDescriptionColor_Green),
            blue: part(kCMTextFormatDescriptionColor_Blue),
            alpha: part(kCMTextFormatDescriptionColor_Alpha)
        )
    }
}

/// A track of timed text, as it stands in a record. libavformat would write samples of its own between the track's.
struct TimedTextTrack: Codable, Equatable {
    /// Whether the track's media type is that of subtitles, and not that of text.
    var isSubtitle: Bool
    /// What stands in the sample description.
    var content: Data

    /// Says what the track's media are.
    var handler: Data {
        MovieBoxes.handler(
            "mhlr",
            isSubtitle ? "sbtl" : "text",
            isSubtitle ? "Core Media Subtitles" : "Core Media Text"
        )
    }

    var descriptions: Data { DescribedTrack.descriptions("tx3g", content) }

    /// Whether the content can be a description's.
    var isSensible: Bool { (30..<4096).contains(content.count) }
}

extension TimedTextTrack {
    /// Gives a text track of an index the size of the pictures, and puts it in front of them.
    static func place(_ number: Int, over video: TrackRecord, in index: inout Data) {
        guard let header = IndexPatches.box("tkhd", of: number, in: index) else { return }
        let isLong = index[header.lowerBound + 8] == 1
        let layer = header.lowerBound + (isLong ? 52 : 40)
        // Lower layers are nearer.
        index.replaceSubrange(layer..<layer + 2, with: [0xff, 0xff])
        let isTurned = video.matrix.map { $0.count == 9 && $0[0] == 0 } ?? false
        let size = isTurned ? (video.height, video.width) : (video.width, video.height)
        let place = header.lowerBound + (isLong ? 96 : 84)
        let fixed = MovieBoxes.bytes(UInt32(size.0) << 16) + MovieBoxes.bytes(UInt32(size.1) << 16)
        index.replaceSubrange(place..<place + 8, with: fixed)
    }
}
