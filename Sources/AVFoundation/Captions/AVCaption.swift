import CaptureCore
import CoreGraphics
import CoreMedia
import Foundation

/// Text that is shown for some time, such as what somebody says, exactly as Apple's class of the same name.
///
/// Of what Apple's captions can look like, there is what timed text (`tx3g`) in movies can: letters that are bold, slanted,
/// underlined and coloured. Styles are set in ranges of UTF-16.
open class AVCaption: NSObject, NSCopying, NSMutableCopying {
    var content: StyledText
    var range: CMTimeRange

    /// Makes a caption whose letters have no style of their own.
    ///
    /// - Parameters:
    ///   - text: what is shown.
    ///   - timeRange: when.
    public init(_ text: String, timeRange: CMTimeRange) {
        content = StyledText(text)
        range = timeRange
        super.init()
    }

    init(content: StyledText, timeRange: CMTimeRange) {
        self.content = content
        range = timeRange
        super.init()
    }

    /// What is shown.
    open var text: String { content.text }
    /// When it is shown.
    open var timeRange: CMTimeRange { range }

    // MARK: Styles

    /// The colour of a letter, `nil` if the caption says nothing of it; and the letters around it that have the same.
    public func textColor(at index: String.Index) -> (CGColor?, Range<String.Index>) {
        content.value(\.color, at: index)
    }

    /// How thick a letter is, and the letters around it that are as thick.
    public func fontWeight(at index: String.Index) -> (FontWeight, Range<String.Index>) {
        content.value(\.weight, at: index)
    }

    /// Whether a letter is slanted, and the letters around it that are like it.
    public func fontStyle(at index: String.Index) -> (FontStyle, Range<String.Index>) {
        content.value(\.slant, at: index)
    }

    /// The lines at a letter, and the letters around it that have the same.
    public func decoration(at index: String.Index) -> (Decoration, Range<String.Index>) {
        content.value(\.decoration, at: index)
    }

    // MARK: Copies

    /// The same caption, which does not change any more.
    open func copy(with zone: NSZone? = nil) -> Any { AVCaption(content: content, timeRange: range) }
    /// The same caption, to be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableCaption(content: content, timeRange: range) }

    /// Captions are equal that show the same at the same time.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVCaption else { return false }
        return content == other.content && range == other.range
    }

    /// Of text and time.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(text)
        hasher.combine(range)
        return hasher.finalize()
    }
}

extension AVCaption {
    /// How thick letters are.
    public enum FontWeight: Int, Sendable {
        /// The caption says nothing of it.
        case unknown = 0
        /// As usual.
        case normal = 1
        /// Thicker.
        case bold = 2
    }

    /// Whether letters are slanted.
    public enum FontStyle: Int, Sendable {
        /// The caption says nothing of it.
        case unknown = 0
        /// Upright.
        case normal = 1
        /// Slanted.
        case italic = 2
    }

    /// Lines at letters. Timed text knows no others than those below them.
    public struct Decoration: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a value of bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A line below letters.
        public static let underline = Decoration(rawValue: 1 << 0)
    }
}

/// What one letter of a caption looks like.
struct CaptionStyle: Equatable, Sendable {
    var weight = AVCaption.FontWeight.unknown
    var slant = AVCaption.FontStyle.unknown
    var decoration: AVCaption.Decoration = []
    /// `nil` for that of the track.
    var color: CGColor?

    /// Says nothing of anything.
    static let plain = CaptionStyle()
}

/// Text, each of whose letters has a style.
struct StyledText: Equatable, Sendable {
    private(set) var text: String
    /// Of each unit of UTF-16, by which ranges are counted.
    private(set) var styles: [CaptionStyle]

    init(_ text: String) {
        self.text = text
        styles = Array(repeating: .plain, count: text.utf16.count)
    }

    /// Sets a part of the style of letters. A range that reaches beyond the text stops the program.
    mutating func set<Part>(
        _ part: WritableKeyPath<CaptionStyle, Part>,
        to value: Part,
        in range: NSRange,
        _ method: String
    ) {
        guard let range = Range(range), range.upperBound <= styles.count else {
            WriterRefusal(name: .range, reason: "The range \(range) is not one of the text's").raise(method)
        }
        for place in range { styles[place][keyPath: part] = value }
    }

    /// A part of the style of a letter, and the letters around it that have the same.
    func value<Part: Equatable>(_ part: KeyPath<CaptionStyle, Part>, at index: String.Index) -> (
        Part, Range<String.Index>
    ) {
        let place = text.utf16.distance(from: text.startIndex, to: index)
        guard styles.indices.contains(place) else {
            return (CaptionStyle.plain[keyPath: part], text.endIndex..<text.endIndex)
        }
        let value = styles[place][keyPath: part]
        let start = styles[..<place].lastIndex { $0[keyPath: part] != value }.map { $0 + 1 } ?? 0
        let end = styles[place...].firstIndex { $0[keyPath: part] != value } ?? styles.count
        let units = text.utf16
        return (
            value, units.index(text.startIndex, offsetBy: start)..<units.index(text.startIndex, offsetBy: end)
        )
    }

    /// The texts, one below the other.
    static func lines(_ texts: [StyledText]) -> StyledText {
        var result = StyledText("")
        for (number, text) in texts.enumerated() {
            if number > 0 { result.append(StyledText("\n")) }
            result.append(text)
        }
        return result
    }

    private mutating func append(_ other: StyledText) {
        text += other.text
        styles += other.styles
    }
}

/// A caption that can be changed, exactly as Apple's class of the same name.
///
/// A range of letters that reaches beyond the text stops the program.
open class AVMutableCaption: AVCaption {
    /// What is shown. UNKNOWN: letters of another text have no styles at first.
    open override var text: String {
        get { content.text }
        set { content = StyledText(newValue) }
    }

    /// When it is shown.
    open override var timeRange: CMTimeRange {
        get { range }
        set { range = newValue }
    }

    // MARK: Colour

    /// Gives letters a colour.
    public func setTextColor(_ textColor: CGColor, in range: NSRange) {
        content.set(\.color, to: textColor, in: range, "AVMutableCaption setTextColor:inRange:")
    }

    /// Gives letters the track's colour.
    public func removeTextColor(in range: NSRange) {
        content.set(\.color, to: nil, in: range, "AVMutableCaption removeTextColorInRange:")
    }

    // MARK: Letters

    /// Makes letters thick or not.
    public func setFontWeight(_ fontWeight: FontWeight, in range: NSRange) {
        content.set(\.weight, to: fontWeight, in: range, "AVMutableCaption setFontWeight:inRange:")
    }

    /// Says nothing any more of how thick letters are.
    public func removeFontWeight(in range: NSRange) {
        content.set(\.weight, to: .unknown, in: range, "AVMutableCaption removeFontWeightInRange:")
    }

    /// Makes letters slanted or not.
    public func setFontStyle(_ fontStyle: FontStyle, in range: NSRange) {
        content.set(\.slant, to: fontStyle, in: range, "AVMutableCaption setFontStyle:inRange:")
    }

    /// Says nothing any more of whether letters are slanted.
    public func removeFontStyle(in range: NSRange) {
        content.set(\.slant, to: .unknown, in: range, "AVMutableCaption removeFontStyleInRange:")
    }

    /// Draws lines at letters.
    public func setDecoration(_ decoration: Decoration, in range: NSRange) {
        content.set(\.decoration, to: decoration, in: range, "AVMutableCaption setDecoration:inRange:")
    }

    /// Takes the lines at letters away.
    public func removeDecoration(in range: NSRange) {
        content.set(\.decoration, to: [], in: range, "AVMutableCaption removeDecorationInRange:")
    }
}

/// What is shown during a stretch of time: no caption, one or several; exactly as Apple's class of the same name.
open class AVCaptionGroup: NSObject {
    /// What is shown.
    public let captions: [AVCaption]
    /// When.
    public let timeRange: CMTimeRange

    /// Makes a group of captions.
    public init(captions: [AVCaption], timeRange: CMTimeRange) {
        self.captions = captions.compactMap { $0.copy() as? AVCaption }
        self.timeRange = timeRange
        super.init()
    }

    /// Makes a group without captions: nothing is shown.
    public convenience init(timeRange: CMTimeRange) {
        self.init(captions: [], timeRange: timeRange)
    }
}
