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
