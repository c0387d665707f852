import CaptureCore
import Foundation

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
